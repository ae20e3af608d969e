import { groupSupersets } from '../content/day-minutes';
import { addDays, type DateText } from '../kit/dates';
import type { LastTime } from './courses';
import { stateOf, summaryOf } from './merge';
import { doneSetsOf, setName, type SetValues } from './sets';
import type { Cell, EndCell, NoteCell, Place, SetCell, SkipCell, SwapCell, TargetSet, Workout } from './workouts';
import { MAX_SETS, SCHEMA } from './workouts.labels';

/* A session that is being done: pure functions of its document, the same in the app and in the panel. */

type Unversioned<C> = C extends unknown ? Omit<C, 'v' | 'by'> : never;
export type CellValue = Unversioned<Cell>;

/** A session before its first set. */
export const newWorkout = (given: Omit<Workout, 'schema' | 'version' | 'cells'>): Workout => ({
  ...given,
  schema: SCHEMA,
  version: 0,
  cells: {},
});

/** The session with these cells as a device has changed them. */
export function withCells(workout: Workout, values: Record<string, CellValue>, by: string): Workout {
  const v = workout.version + 1;
  const changed = Object.entries(values).map(([name, value]) => [name, { ...value, v, by }] as const);
  return { ...workout, version: v, cells: { ...workout.cells, ...Object.fromEntries(changed) } };
}

const cellOf = <C extends Cell>({ cells }: Workout, name: string) => cells[name] as C | undefined;

export const endOf = (workout: Workout) => cellOf<EndCell>(workout, 'end');
export const noteOf = (workout: Workout): string => cellOf<NoteCell>(workout, 'note')?.text ?? '';
export const swapName = (place: string): string => `x:${place}`;
export const skipName = (place: string): string => `k:${place}`;

/** The exercise that is done in a place: the planned one, or what it was swapped for. */
export function exerciseAt(workout: Workout, { key, exercise_id, title }: Place): { id: number; title?: string } {
  const swap = cellOf<SwapCell>(workout, swapName(key));
  return swap?.exercise_id ? { id: swap.exercise_id, title: swap.title } : { id: exercise_id, title };
}

/** Name of the exercise that a set was done with, also where it was swapped for another since; undefined where it is not known. */
export const titleOfSet = ({ exercise_id, title }: SetCell, place: Place): string | undefined =>
  exercise_id === place.exercise_id ? place.title : title;

/** Why a place was left out; undefined of one that was not. */
export function skipAt(workout: Workout, { key }: Place): SkipCell | undefined {
  const skip = cellOf<SkipCell>(workout, skipName(key));
  return skip?.reason ? skip : undefined;
}

/** A set of a place: planned, added, or both done and planned. */
export type SessionSet = {
  name: string;
  n: number;
  place: Place;
  /** What was planned; of an added set as of the last planned one. */
  target: TargetSet | undefined;
  isAdded: boolean;
  cell: SetCell | undefined;
  isDone: boolean;
};

/** The sets of a place by their number, without those that were taken away. */
export function setsAt(workout: Workout, place: Place): SessionSet[] {
  const { key, targets } = place;
  return Array.from({ length: MAX_SETS }, (_, index) => index + 1).flatMap((n) => {
    const name = setName(key, n);
    const cell = cellOf<SetCell>(workout, name);
    const isAdded = n > targets.length;
    if (cell?.state === 'gone' || (isAdded && !cell)) return [];
    const target = targets[n - 1] ?? targets.at(-1);
    return [{ name, n, place, target, isAdded, cell, isDone: cell?.state === 'done' }];
  });
}

/** Number of the set that is added next, so that the fifth set is the fifth set on every phone; undefined where there is no room. */
export function nextNumber(workout: Workout, { key, targets }: Place): number | undefined {
  let n = targets.length + 1;
  while (cellOf<SetCell>(workout, setName(key, n))) n += 1;
  return n <= MAX_SETS ? n : undefined;
}

type Round = SessionSet[];

/** Places that are done in turns, as rounds: the k-th set of each, without those that have no k-th. */
function roundsOf(workout: Workout, group: readonly Place[]): Round[] {
  const sets = group.map((place) => setsAt(workout, place));
  const count = Math.max(0, ...sets.map(({ length }) => length));
  return Array.from({ length: count }, (_, round) => sets.flatMap((ofPlace) => ofPlace[round] ?? []));
}

const allRounds = (workout: Workout): Round[] =>
  groupSupersets(workout.places).flatMap((group) => roundsOf(workout, group));

/** The sets in the order in which they are offered. */
export const setsInOrder = (workout: Workout): SessionSet[] => allRounds(workout).flat();

const isLeft = (workout: Workout, { isDone, place }: SessionSet) => !isDone && skipAt(workout, place) === undefined;

/** Sets that are neither done nor of an exercise that was left out. */
export const setsLeft = (workout: Workout): SessionSet[] => setsInOrder(workout).filter((set) => isLeft(workout, set));

/** The set that is offered after this one, or first of all; past the last one those that were passed over. */
export function nextSet(workout: Workout, after?: string): SessionSet | undefined {
  const order = setsInOrder(workout);
  const from = order.findIndex(({ name }) => name === after) + 1;
  return [...order.slice(from), ...order.slice(0, from)].find((set) => isLeft(workout, set));
}

/** The set that was done or corrected last: by its version, because a phone's clock may be set back meanwhile. */
export const lastDone = (workout: Workout): SessionSet | undefined =>
  setsInOrder(workout).reduce<SessionSet | undefined>(
    (last, set) => (set.isDone && set.cell!.v > (last?.cell?.v ?? 0) ? set : last),
    undefined,
  );

/** The set that stands on the screen: the one that was chosen, else the one after what was done last; undefined if none is left. */
export const currentSet = (workout: Workout, chosen?: string): SessionSet | undefined =>
  setsInOrder(workout).find(({ name }) => name === chosen) ?? nextSet(workout, lastDone(workout)?.name);

/** Seconds of rest after a set was done: none inside a round, after it the longest of what was done in it, none after the last of all. */
export function restAfter(workout: Workout, name: string): number {
  const round = allRounds(workout).find((sets) => sets.some((set) => set.name === name));
  if (!round || setsLeft(workout).length === 0) return 0;
  const isOver = round.every((set) => !isLeft(workout, set));
  return isOver ? Math.max(0, ...round.map(({ isDone, target }) => (isDone ? (target?.rest ?? 0) : 0))) : 0;
}

const within = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** The values that stand at a set before it is done: the plan's, else those of last time, else none. */
export function standingValues({ cell, target, n }: SessionSet, last: Pick<LastTime, 'sets'> | null): SetValues {
  if (cell) return { reps: cell.reps, seconds: cell.seconds, weight: cell.weight };
  const before = last?.sets.find((set) => set.n === n) ?? last?.sets.at(-1);
  const weight = target?.weight ?? before?.weight ?? null;
  const seconds = target ? target.seconds : (before?.seconds ?? null);
  if (seconds !== null) return { reps: null, seconds, weight };
  const { reps: low, reps_max: high } = target ?? { reps: before?.reps ?? null, reps_max: null };
  const isRange = low !== null && high !== null && typeof before?.reps === 'number';
  return { reps: isRange ? within(before.reps!, low, high) : low, seconds: null, weight };
}

/** The newest closed session with an exercise: what the server told, or a newer one that this phone has. */
export function lastTimeOf(
  exerciseId: number,
  { told, kept, except, now }: { told: LastTime | null; kept: readonly Workout[]; except: string; now: Date },
): LastTime | null {
  const own = kept.flatMap((workout): LastTime[] => {
    if (workout.id === except || stateOf({ ...workout, ...summaryOf(workout) }, now) !== 'closed') return [];
    const sets = doneSetsOf(workout)
      .filter(({ exercise_id }) => exercise_id === exerciseId)
      .flatMap((found) => found.sets);
    return sets.length > 0 ? [{ day: workout.day, workout_id: workout.id, sets }] : [];
  });
  const known = told && told.workout_id !== except && kept.every(({ id }) => id !== told.workout_id) ? [told] : [];
  return [...own, ...known].reduce<LastTime | null>(
    (newest, one) => (newest && compareSessions(newest, one) >= 0 ? newest : one),
    null,
  );
}

const compareSessions = (one: LastTime, other: LastTime) =>
  Number(one.day > other.day) - Number(one.day < other.day) ||
  Number(one.workout_id > other.workout_id) - Number(one.workout_id < other.workout_id);

/** For how many days a closed session may be corrected. */
export const CORRECTION_DAYS = 7;
export const isCorrectable = ({ day }: { day: DateText }, today: DateText): boolean =>
  day >= addDays(today, -CORRECTION_DAYS);
