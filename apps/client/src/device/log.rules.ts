import { mergeMeasures } from '@pulso/contract/coaching/measures.labels';
import type { MeasureCell } from '@pulso/contract/coaching/measures';
import { mergeWorkouts, stateOf, summaryOf } from '@pulso/contract/coaching/merge';
import type { Workout } from '@pulso/contract/coaching/workouts';
import { addDays, type DateText } from '@pulso/contract/kit/dates';

/** Why the server does not take something, and when and with which version of the app it was tried last. */
export type Refused = { message: string; at: number; release: string };

export type KeptWorkout = {
  workout: Workout;
  unsent: boolean;
  /** When the server told last what it has, by this phone's clock. */
  toldAt?: number;
  refused?: Refused;
};
export type KeptMeasure = MeasureCell & { unsent: boolean; refused?: Refused };

type Written = { v: number; by: string };
/** Every change of a device has a version of its own, so that equal ones are one write. */
const isSameWrite = (one: Written | undefined, other: Written | undefined) =>
  one?.v === other?.v && one?.by === other?.by;

/**
 * What is kept after the server told what a session is. It stays unsent if it has a cell that the server neither told nor was
 * `sent`: one that changed meanwhile.
 */
export function withTold(
  kept: KeptWorkout | undefined,
  told: Workout,
  { sent, toldAt }: { sent?: Workout; toldAt?: number } = {},
): KeptWorkout {
  if (!kept) return { workout: told, unsent: false, toldAt };
  const { places, cells, version } = kept.workout;
  // The description is the server's once it has the document.
  const workout = mergeWorkouts(told, { ...told, places, cells, version });
  const isNews = ([name, cell]: [string, Written]) =>
    !isSameWrite(cell, told.cells[name]) && !isSameWrite(cell, sent?.cells[name]);
  const unsent = Object.entries(workout.cells).some(isNews);
  return {
    workout,
    unsent,
    toldAt: toldAt ?? kept.toldAt,
    ...(unsent && !sent && kept.refused && { refused: kept.refused }),
  };
}

export const measureName = ({ kind, day }: Pick<MeasureCell, 'kind' | 'day'>): string => `${kind} ${day}`;

/** The same for a measure. */
export function withToldMeasure(kept: KeptMeasure | undefined, told: MeasureCell, sent?: MeasureCell): KeptMeasure {
  if (!kept) return { ...told, unsent: false };
  const { unsent: _unsent, refused: _refused, ...cell } = kept;
  const merged = mergeMeasures(cell, told);
  return { ...merged, unsent: !isSameWrite(merged, told) && !isSameWrite(merged, sent) };
}

const DAY_MS = 86_400_000;

/** What was refused is tried again daily, and by every other version of the app. */
export const isSendable = ({ unsent, refused }: KeptWorkout | KeptMeasure, now: number, release: string): boolean =>
  unsent && (!refused || refused.release !== release || now - refused.at >= DAY_MS);

/** Days that are kept of what the server has, which are those of which it tells the versions. */
const KEPT_DAYS = 60;
const MEASURE_KEPT_DAYS = 400;

export const isOld = ({ workout, unsent }: KeptWorkout, today: DateText): boolean =>
  !unsent && workout.day < addDays(today, -KEPT_DAYS);
export const isOldMeasure = ({ day, unsent }: KeptMeasure, today: DateText): boolean =>
  !unsent && day < addDays(today, -MEASURE_KEPT_DAYS);

/** Moment in a UUID of version 7. */
const madeAt = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
/** Age up to which a session that this phone lacks is fetched: an open one is of yesterday at most. */
const FETCHED_DAYS = 3;
const MOST_FETCHED = 10;

/** Compares what both sides have: the server may have been restored from a backup, and another phone may have gone on. */
export function compareVersions(
  kept: readonly KeptWorkout[],
  told: readonly { id: string; version: number }[],
  now: Date,
  today: DateText,
): { send: string[]; fetch: string[] } {
  const versions = new Map(told.map(({ id, version }) => [id, version]));
  const known = new Set(kept.map(({ workout }) => workout.id));
  const send = kept
    .filter((one) => !one.unsent && !isOld(one, today) && one.workout.version > (versions.get(one.workout.id) ?? -1))
    .map(({ workout }) => workout.id);
  const newer = kept
    .filter(({ workout }) => (versions.get(workout.id) ?? -1) > workout.version)
    .map(({ workout }) => workout.id);
  const recent = told
    .filter(({ id }) => !known.has(id) && now.getTime() - madeAt(id) < FETCHED_DAYS * DAY_MS)
    .slice(0, MOST_FETCHED);
  return { send, fetch: [...newer, ...recent.map(({ id }) => id)] };
}

/** The session that was begun last and goes on. */
export function openWorkoutOf(kept: readonly Pick<KeptWorkout, 'workout'>[], now: Date): Workout | undefined {
  return kept
    .map(({ workout }) => workout)
    .filter((workout) => stateOf({ ...workout, ...summaryOf(workout) }, now) === 'open')
    .reduce<Workout | undefined>(
      (newest, one) => (newest && newest.started_at >= one.started_at ? newest : one),
      undefined,
    );
}

/** A change waits for those that come with it, and no two rounds are nearer than this. */
const DELAY_MS = 1_000;
const SPACING_MS = 5_000;
const FIRST_RETRY_MS = 30_000;
const LAST_RETRY_MS = 300_000;

export type Attempts = {
  isWaiting: boolean;
  isShown: boolean;
  /** Moment of the first change since the last round began. */
  changedAt: number | undefined;
  startedAt: number;
  /** Rounds in a row that failed. */
  failures: number;
  /** The server's `Retry-After`. */
  notBefore: number;
};

/** Moment of the next round; undefined where nothing waits, and while nobody looks. */
export function nextAttempt({
  isWaiting,
  isShown,
  changedAt,
  startedAt,
  failures,
  notBefore,
}: Attempts): number | undefined {
  if (!isWaiting || !isShown) return undefined;
  const retry = failures > 0 ? startedAt + Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS) : -Infinity;
  const wanted = changedAt === undefined ? retry : Math.min(changedAt + DELAY_MS, failures > 0 ? retry : Infinity);
  return Math.max(wanted, startedAt + SPACING_MS, notBefore);
}
