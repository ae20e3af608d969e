import { TITLE_LENGTH } from '../kit/fields';

/** How the end of every copy's title begins. */
export const COPY_MARK = ' (copia';
const END = / \(copia(?: [1-9]\d*)?\)$/;

const endOf = (number: number) => (number === 1 ? `${COPY_MARK})` : `${COPY_MARK} ${number})`);

/** Never cuts in the middle of a character. */
function cut(title: string, length: number): string {
  let kept = '';
  for (const character of title) {
    if (kept.length + character.length > length) break;
    kept += character;
  }
  return kept.trimEnd();
}

/** 'Fuerza (copia)', or 'Fuerza (copia 2)' where that is taken, and so on. A copy of a copy is another one of the original. */
export function copyTitle(title: string, taken: ReadonlySet<string>): string {
  const original = title.replace(END, '');
  for (let number = 1; ; number += 1) {
    const end = endOf(number);
    const made = cut(original, TITLE_LENGTH - end.length) + end;
    if (!taken.has(made)) return made;
  }
}
