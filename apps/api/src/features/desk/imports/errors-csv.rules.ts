import { csvFile, csvLine } from '@pulso/contract/kit/csv';
import type { WrongRows } from '#features/desk/imports/imports.queries';

/** The wrong rows as the file had them, with what was typed over, and the reason in front. It can be mended and sent again. */
export function wrongRowsCsv({ headings, mapping, rows }: WrongRows): string {
  const lines = rows.map(({ row, cells, typed, problems }) => [
    row,
    problems.map(({ message }) => message).join('. '),
    ...headings.map((_, column) => {
      const field = mapping[column];
      return (field && typed[field]) ?? cells[column] ?? '';
    }),
  ]);
  return csvFile([['Fila', 'Motivo', ...headings], ...lines].map((cells) => csvLine(cells, 'excel')));
}

export const errorsFileName = (file: string) =>
  `${
    file
      .replace(/\.\w+$/, '')
      .replace(/[^\w-]+/g, '_')
      .slice(0, 60) || 'clientes'
  }_con_errores.csv`;
