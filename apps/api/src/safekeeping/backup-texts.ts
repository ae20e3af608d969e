import { sizeInWords } from '@pulso/contract/desk/backups';
import type { Outcome } from '#safekeeping/run-backup';

const groupDigits = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, '.');
const countLabel = (count: number, one: string, many: string) => `${groupDigits(count)} ${count === 1 ? one : many}`;

/** The content of a backup, as part of a sentence. */
export const contentInWords = ({ size, rows, images }: Pick<Outcome, 'size' | 'rows' | 'images'>) =>
  `${sizeInWords(size)}, ${countLabel(rows, 'fila', 'filas')} y ${countLabel(images, 'imagen', 'imágenes')}`;

export function outcomeInWords(outcome: Outcome): string {
  const { path, missingImages, verified, unchecked, problem } = outcome;
  const missing =
    missingImages > 0 ? `; faltan ${countLabel(missingImages, 'imagen', 'imágenes')} que ya no estaban` : '';
  const checkedText = verified ? 'y comprobada' : 'sin comprobar';
  const remarks = [problem, unchecked && 'Las anteriores tampoco se pudieron comprobar.'].filter(Boolean);
  return [`Copia de seguridad hecha ${checkedText}: ${path} (${contentInWords(outcome)}${missing}).`, ...remarks].join(
    ' ',
  );
}
