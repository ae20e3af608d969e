import { secondsWords } from '../content/sets-line';
import type { SetCell, Workout } from './workouts';

/** What was lifted, held or done in one set. */
export type SetValues = Pick<SetCell, 'reps' | 'seconds' | 'weight'>;
/** The same with the number of the set in its place. */
export type DoneSet = SetValues & { n: number };
/** The done sets of one exercise in one place of a session; an exercise that was swapped has its own. */
export type ExerciseSets = { place: string; exercise_id: number; sets: DoneSet[] };

const SET_NAME = /^s:(?<place>\d+-\d+)\.(?<n>\d+)$/;

export const setName = (place: string, n: number): string => `s:${place}.${n}`;

const positionOf = ({ place }: ExerciseSets) => Number(place.split('-')[0]);

/** The done sets of a session, by place and exercise, in the order of the places. */
export function doneSetsOf({ cells }: Pick<Workout, 'cells'>): ExerciseSets[] {
  const found = new Map<string, ExerciseSets>();
  for (const [name, cell] of Object.entries(cells)) {
    const { place, n } = SET_NAME.exec(name)?.groups ?? {};
    if (place === undefined || !('state' in cell) || cell.state !== 'done') continue;
    const { exercise_id, reps, seconds, weight } = cell;
    const key = `${place} ${exercise_id}`;
    const known = found.get(key) ?? { place, exercise_id, sets: [] };
    known.sets.push({ n: Number(n), reps, seconds, weight });
    found.set(key, known);
  }
  for (const { sets } of found.values()) sets.sort((one, other) => one.n - other.n);
  return [...found.values()].toSorted((one, other) => positionOf(one) - positionOf(other));
}

/**
 * Greater than zero if the first is the better set: of more weight, then of more repetitions, then longer. A set without a
 * weight counts as one of none.
 */
export const compareSets = (one: SetValues, other: SetValues): number =>
  (one.weight ?? 0) - (other.weight ?? 0) ||
  (one.reps ?? 0) - (other.reps ?? 0) ||
  (one.seconds ?? 0) - (other.seconds ?? 0);

/** Undefined if there is none. */
export const bestOf = <Values extends SetValues>(sets: readonly Values[]): Values | undefined =>
  sets.reduce<Values | undefined>((best, set) => (best && compareSets(best, set) >= 0 ? best : set), undefined);

export const weightFormat = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 2, useGrouping: false });
/** '22,5 kg' */
export const weightWords = (weight: number): string => `${weightFormat.format(weight)} kg`;

/** '10 × 40 kg', '12', '30 s × 5 kg'; of a planned range '8-12 × 40 kg'; '—' where no amount was told. */
export function setWords({ reps, reps_max, seconds, weight }: SetValues & { reps_max?: number | null }): string {
  const amount = seconds === null ? [reps ?? '—', reps_max ?? []].flat().join('-') : secondsWords(seconds);
  return weight ? `${amount} × ${weightWords(weight)}` : amount;
}
