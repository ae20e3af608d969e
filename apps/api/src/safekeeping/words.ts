import type { Outcome } from '#safekeeping/run-backup';

const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, '.');
const counted = (count: number, one: string, many: string) => `${grouped(count)} ${count === 1 ? one : many}`;

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

function sizeInWords(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const value = bytes / 1_000 ** power;
  return `${(power === 0 || value >= 100 ? value.toFixed(0) : value.toFixed(1)).replace('.', ',')} ${UNITS[power]}`;
}

/** What there is in a backup, for one sentence. */
export const contentInWords = ({ size, rows, images }: Pick<Outcome, 'size' | 'rows' | 'images'>) =>
  `${sizeInWords(size)}, ${counted(rows, 'fila', 'filas')} y ${counted(images, 'imagen', 'imágenes')}`;

export function outcomeInWords(outcome: Outcome): string {
  const { path, missingImages, verified, problem } = outcome;
  const missing = missingImages > 0 ? `; faltan ${counted(missingImages, 'imagen', 'imágenes')} que ya no estaban` : '';
  const checked = verified ? 'y comprobada' : 'sin comprobar';
  return `Copia de seguridad hecha ${checked}: ${path} (${contentInWords(outcome)}${missing}).${problem ? ` ${problem}` : ''}`;
}
