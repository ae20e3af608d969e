import { TITLE_LENGTH } from '../kit/fields';

/** How the end of every copy's title begins. */
export const COPY_MARK = ' (copia';
const COPY_SUFFIX = / \(copia(?: [1-9]\d*)?\)$/;

const copySuffix = (number: number) => (number === 1 ? `${COPY_MARK})` : `${COPY_MARK} ${number})`);

/** Never cuts in the middle of a character. */
function truncateTitle(title: string, length: number): string {
  let truncated = '';
  for (const character of title) {
    if (truncated.length + character.length > length) break;
    truncated += character;
  }
  return truncated.trimEnd();
}

/** 'Fuerza (copia)', or 'Fuerza (copia 2)' where that is taken, and so on. A copy of a copy is another one of the original. */
export function copyTitle(title: string, takenTitles: ReadonlySet<string>): string {
  const original = title.replace(COPY_SUFFIX, '');
  for (let number = 1; ; number += 1) {
    const end = copySuffix(number);
    const candidate = truncateTitle(original, TITLE_LENGTH - end.length) + end;
    if (!takenTitles.has(candidate)) return candidate;
  }
}
