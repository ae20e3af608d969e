import type { ExerciseSet } from '@pulso/contract/content/exercises';
import { textOrDash } from '@pulso/contract/kit/labels';
import { formatNumber } from '#ui/text/numbers';

const formatSeconds = (seconds: number | null) => `${textOrDash(formatNumber(seconds ?? NaN))} segundos`;
const formatEffort = ({ reps, duration_seconds }: ExerciseSet) =>
  reps === null ? formatSeconds(duration_seconds) : `${reps} ${reps === 1 ? 'repetición' : 'repeticiones'}`;
const formatWeight = ({ weight }: ExerciseSet) => (weight === null ? 'Sin peso' : `${formatNumber(weight)} kg`);

const HEADINGS = ['Set', 'Repeticiones o duración', 'Peso', 'Descanso'];

/** Four short columns: a table that fits a phone as it is. */
export function ExerciseSetsTable({ sets }: { sets: ExerciseSet[] }) {
  if (sets.length === 0) return <p className="text-sm text-muted">Este ejercicio no tiene sets.</p>;
  const inOrder = sets.toSorted((one, other) => one.set_number - other.set_number);
  return (
    <table className="w-full text-sm tabular-nums [&_:is(td,th)]:px-2 max-sm:[&_:is(td,th)]:px-1.5 min-[24rem]:[&_td]:whitespace-nowrap max-[22rem]:[&_:is(td,th)]:px-1 [&_:is(td,th)]:py-3 [&_:is(td,th)]:text-right [&_:is(td,th)]:first:pl-0 [&_:is(td,th)]:first:text-left [&_:is(td,th)]:last:pr-0">
      <caption className="sr-only">Sets recomendados</caption>
      <thead>
        <tr className="border-b border-line align-bottom text-xs text-muted">
          {HEADINGS.map((heading) => (
            <th key={heading} scope="col" className="font-semibold">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {inOrder.map((set, index) => (
          <tr key={set.id}>
            <td>{Number.isNaN(set.set_number) ? index + 1 : set.set_number}</td>
            <td>{formatEffort(set)}</td>
            <td>{formatWeight(set)}</td>
            <td>{formatSeconds(set.rest_seconds)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
