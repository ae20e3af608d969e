import { sizeInWords } from '@pulso/contract/desk/backups';
import type { Outcome } from '#safekeeping/run-backup';

const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, '.');
const counted = (count: number, one: string, many: string) => `${grouped(count)} ${count === 1 ? one : many}`;

/** The content of a backup, as part of a sentence. */
export const contentInWords = ({ size, rows, images }: Pick<Outcome, 'size' | 'rows' | 'images'>) =>
  `${sizeInWords(size)}, ${counted(rows, 'fila', 'filas')} y ${counted(images, 'imagen', 'imágenes')}`;

export function outcomeInWords(outcome: Outcome): string {
  const { path, missingImages, verified, problem } = outcome;
  const missing = missingImages > 0 ? `; faltan ${counted(missingImages, 'imagen', 'imágenes')} que ya no estaban` : '';
  const checked = verified ? 'y comprobada' : 'sin comprobar';
  return `Copia de seguridad hecha ${checked}: ${path} (${contentInWords(outcome)}${missing}).${problem ? ` ${problem}` : ''}`;
}
