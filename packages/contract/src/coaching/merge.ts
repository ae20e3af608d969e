import { dateOfInstant, type DateText } from '../kit/dates';
import type { Cell, EndCell, NoteCell, Place, SetCell, Workout } from './workouts';

/** Two documents of one id become the same one, whichever is merged into which, and however often. */
export function mergeWorkouts(one: Workout, other: Workout): Workout {
  const cells = mergeCells(one.cells, other.cells);
  // The session's description is the server's once it has it, so the two sides differ only before: any fixed choice will do.
  const [described] = [one, other].toSorted((left, right) => compareTexts(textOf(headOf(left)), textOf(headOf(right))));
  return {
    ...described!,
    places: mergePlaces(one.places, other.places),
    cells,
    version: Math.max(one.version, other.version, ...Object.values(cells).map(({ v }) => v)),
  };
}

/** Everything but places, cells and version. */
function headOf({ places: _places, cells: _cells, version: _version, ...head }: Workout): object {
  return head;
}

export function mergeCells(one: Record<string, Cell>, other: Record<string, Cell>): Record<string, Cell> {
  const merged = { ...one };
  for (const [name, cell] of Object.entries(other)) merged[name] = name in merged ? winner(merged[name]!, cell) : cell;
  return Object.fromEntries(Object.entries(merged).toSorted(([left], [right]) => compareTexts(left, right)));
}

const STATE_RANKS = { todo: 0, gone: 1, done: 2 };
const rankOf = (cell: Cell) => ('state' in cell ? STATE_RANKS[cell.state] : 0);

function winner(one: Cell, other: Cell): Cell {
  const order =
    one.v - other.v ||
    rankOf(one) - rankOf(other) ||
    compareTexts(one.by, other.by) ||
    compareTexts(textOf(one), textOf(other));
  return order >= 0 ? one : other;
}

const positionOf = ({ key }: Place) => Number(key.split('-')[0]);

function mergePlaces(one: readonly Place[], other: readonly Place[]): Place[] {
  const byKey = new Map<string, Place>();
  for (const place of [...one, ...other]) {
    const known = byKey.get(place.key);
    if (!known || compareTexts(textOf(place), textOf(known)) > 0) byKey.set(place.key, place);
  }
  return [...byKey.values()].toSorted(
    (left, right) => positionOf(left) - positionOf(right) || compareTexts(left.key, right.key),
  );
}

/** By code units, which are the same everywhere. */
const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** JSON with sorted names, so that equal values have equal texts. */
export function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([left], [right]) => compareTexts(left, right)))
      : part,
  );
}

const endOf = ({ cells }: Workout) => cells.end as EndCell | undefined;
const setsOf = ({ cells }: Workout): SetCell[] =>
  Object.entries(cells).flatMap(([name, cell]) => (name.startsWith('s:') ? [cell as SetCell] : []));
const isDone = ({ state }: SetCell) => state === 'done';

/** Six hours after its last set a session of a past day is over, though nobody ended it. */
const QUIET_MS = 6 * 3_600_000;

export type WorkoutSummary = {
  ended_at: string | null;
  effort: number | null;
  gone: boolean;
  /** Sets that were done, and those shown and added. */
  done: number;
  planned: number;
  note: string;
  /** Something was done: it was ended, or a set of it was done. */
  used: boolean;
  /** The moment of its last set. */
  last_at: string | null;
};

export function summaryOf(workout: Workout): WorkoutSummary {
  const end = endOf(workout);
  const sets = setsOf(workout);
  const done = sets.filter(isDone);
  const shown = new Set(
    workout.places.flatMap(({ key, targets }) => targets.map((_target, index) => `s:${key}.${index + 1}`)),
  );
  for (const [name, cell] of Object.entries(workout.cells)) {
    if (!name.startsWith('s:')) continue;
    if ((cell as SetCell).state === 'gone') shown.delete(name);
    else shown.add(name);
  }
  const times = done.flatMap(({ at }) => (at === null ? [] : [at])).toSorted();
  const ended_at = end?.ended_at ?? null;
  return {
    ended_at,
    effort: end?.effort ?? null,
    gone: end?.gone ?? false,
    done: done.length,
    planned: shown.size,
    note: (workout.cells.note as NoteCell | undefined)?.text ?? '',
    used: ended_at !== null || done.length > 0,
    last_at: times.at(-1) ?? null,
  };
}

export type WorkoutState = 'closed' | 'open' | 'gone' | 'empty';

type Judged = Pick<WorkoutSummary, 'ended_at' | 'gone' | 'used' | 'last_at'> & { day: DateText; started_at: string };

/** A session's weight: a closed one holds its turn done, an open one is gone on with, the others hold nothing. */
export function stateOf(workout: Judged, now: Date): WorkoutState {
  const { day, ended_at, gone, used, last_at, started_at } = workout;
  if (gone) return 'gone';
  if (ended_at !== null) return 'closed';
  const isPast = day < dateOfInstant(now);
  if (!used) return isPast ? 'empty' : 'open';
  const quietFor = now.getTime() - new Date(last_at ?? started_at).getTime();
  return isPast && quietFor > QUIET_MS ? 'closed' : 'open';
}

/** Times are not refused: what comes from the future, or is older than the account, is put to its arrival. */
export function mendTime(time: string, account: string, now: Date): string {
  const at = new Date(time).getTime();
  return at > now.getTime() || at < new Date(account).getTime() ? now.toISOString() : time;
}

/** The day likewise. */
export function mendDay(day: DateText, account: string, now: Date): DateText {
  const today = dateOfInstant(now);
  return day > today || day < dateOfInstant(account) ? today : day;
}
