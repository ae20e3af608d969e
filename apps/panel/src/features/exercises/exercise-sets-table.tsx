import type { ExerciseSet } from '@pulso/contract/exercises';
import { formatNumber } from '@pulso/contract/numbers';
import { DataTable, type Column } from '#ui/data-table';

const effortOf = ({ reps, duration_seconds }: ExerciseSet) =>
  reps === null ? `${duration_seconds ?? 0} segundos` : `${reps} ${reps === 1 ? 'repetición' : 'repeticiones'}`;

const columns: Column<ExerciseSet>[] = [
  { key: 'set_number', title: 'Set', cell: ({ set_number }) => set_number },
  { key: 'effort', title: 'Repeticiones o duración', cell: effortOf, numeric: true },
  {
    key: 'weight',
    title: 'Peso',
    cell: ({ weight }) => (weight === null ? 'Sin peso' : `${formatNumber(weight)} kg`),
    numeric: true,
  },
  { key: 'rest_seconds', title: 'Descanso', cell: ({ rest_seconds }) => `${rest_seconds} segundos`, numeric: true },
];

export function ExerciseSetsTable({ sets }: { sets: ExerciseSet[] }) {
  if (sets.length === 0) return <p className="text-sm text-muted">Este ejercicio no tiene sets.</p>;
  const inOrder = sets.toSorted((one, other) => one.set_number - other.set_number);
  return <DataTable caption="Sets recomendados" columns={columns} rows={inOrder} rowKey={({ id }) => id} />;
}
