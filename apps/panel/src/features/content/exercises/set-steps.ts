import { MAX_SETS } from '@pulso/contract/content/exercises';

/** A set that is wanted; it has an id once it was saved. */
type DesiredSet = { id?: number };
export type SetStep<Row extends DesiredSet> =
  | { do: 'create'; place: number; row: Row }
  | { do: 'change'; place: number; row: Row; id: number }
  | { do: 'remove'; id: number };

/**
 * The calls, one after the other, that turn the stored sets of an exercise into the wanted ones.
 *
 * Places are filled from the first to the last: what a call puts at its place can then only push back what has no place
 * yet, on a server that makes room for a set as on one that just stores its number. What is not wanted goes last, so the
 * exercise is never without sets and a failure half-way takes nothing away; only where the exercise is full does one go
 * before a new one comes.
 */
export function planSetSteps<Row extends DesiredSet>(stored: readonly { id: number }[], desired: readonly Row[]) {
  const storedIds = new Set(stored.map(({ id }) => id));
  const wantedIds = new Set(desired.map(({ id }) => id));
  const removals = stored.filter(({ id }) => !wantedIds.has(id)).map(({ id }) => ({ do: 'remove', id }) as const);
  const steps: SetStep<Row>[] = [];
  let count = stored.length;
  for (const [index, row] of desired.entries()) {
    const place = index + 1;
    if (row.id !== undefined && storedIds.has(row.id)) {
      steps.push({ do: 'change', place, row, id: row.id });
      continue;
    }
    const first = count < MAX_SETS ? undefined : removals.shift();
    if (first) steps.push(first);
    else count += 1;
    steps.push({ do: 'create', place, row });
  }
  return [...steps, ...removals];
}
