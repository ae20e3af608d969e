import { newWorkout, withCells, type CellValue } from '@pulso/contract/coaching/session';
import type { BodyKind } from '@pulso/contract/coaching/measures.labels';
import type { MyToday } from '@pulso/contract/coaching/courses';
import type { MeasureCell } from '@pulso/contract/coaching/measures';
import type { Workout } from '@pulso/contract/coaching/workouts';
import type { DateText } from '@pulso/contract/kit/dates';
import { TAKE_OVER } from '@pulso/web/offline/take-over';
import { outdate, refresh } from '#http/answers';
import { call, onSessionEnd } from '#http/call';
import { clockOffset, serverNow, serverToday } from '#http/server-clock';
import { askForSync, newsChannel } from '#device/background-sync';
import { openWorkoutOf } from '#device/log.rules';
import { findWorker } from '#device/offline';
import { markSessionOpen } from '#device/open-session';
import { openStorage } from '#device/log-storage';
import { newId, readDeviceName } from '#device/own-names';
import { localToday } from '#device/today.rules';
import { createLog, type Log, type LogState } from '#device/sync';

export type { LogState } from '#device/sync';
export type { KeptMeasure, KeptWorkout } from '#device/log.rules';
export { openWorkoutOf };

/** What a call may weigh that outlives its page. */
const KEEPALIVE_CHARACTERS = 60_000;

const NOTHING: LogState = {
  workouts: [],
  measures: [],
  storage: 'kept',
  unsentWorkouts: 0,
  unsentMeasures: 0,
  isOver: false,
};

onSessionEnd(() => opened?.log.noteSessionEnd());

type Opened = { personId: number; log: Log; ready: Promise<void>; end: () => Promise<void> };
let opened: Opened | undefined;
const listeners = new Set<() => void>();

const notify = () => {
  for (const listener of listeners) listener();
};

const isShown = () => document.visibilityState === 'visible';

/** Asks again for what follows from a session: nothing does while it is being done. */
function refreshAfter(workout: Workout) {
  if (openWorkoutOf([{ workout }], serverNow())) return;
  void refresh('my/today');
  outdate('my/progress');
  outdate('my/workouts');
  if (workout.course) void refresh(`my/training/${workout.course}`);
}

function open(personId: number): Opened {
  const storage = openStorage(personId);
  const channel = newsChannel(personId);
  // The name of the first file is another with every version of the app.
  const release = document.querySelector<HTMLScriptElement>('script[src]')?.src ?? '';
  const log = createLog({
    storage,
    call: async (method, path, json) => {
      // A page that is being hidden may be gone before its call is.
      const keepalive = json !== undefined && !isShown() && JSON.stringify(json).length < KEEPALIVE_CHARACTERS;
      return (await call(method, path, { json, keepalive })).data;
    },
    now: serverNow,
    ownTime: Date.now,
    ticks: () => performance.now(),
    later: (work, ms) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    isShown,
    deviceName: readDeviceName(),
    release,
    tellOthers: () => channel.postMessage('news'),
    onSent: refreshAfter,
  });
  const events = new AbortController();
  const { signal } = events;
  channel.addEventListener('message', () => void log.load(), { signal });
  document.addEventListener('visibilitychange', () => (isShown() ? log.wake() : log.hide()), { signal });
  for (const event of ['online', 'pageshow']) window.addEventListener(event, log.wake, { signal });
  window.addEventListener('pagehide', log.hide, { signal });
  // A page that is hidden or has no signal may be gone before it sends.
  const askForSending = () => {
    const { unsentWorkouts, unsentMeasures, isOver } = log.read();
    if (unsentWorkouts + unsentMeasures === 0 || isOver || (isShown() && navigator.onLine)) return;
    void askForSync(release).catch(() => undefined);
  };
  document.addEventListener('visibilitychange', askForSending, { signal });
  log.onChange(askForSending);
  log.onChange(notify);
  let wasOpen: boolean | undefined;
  const holdVersion = () => {
    const isOpen = openWorkoutOf(log.read().workouts, serverNow()) !== undefined;
    if (isOpen === wasOpen) return;
    wasOpen = isOpen;
    void markSessionOpen(isOpen)
      .then(async () => isOpen || (await findWorker())?.waiting?.postMessage(TAKE_OVER))
      .catch(() => undefined);
  };
  const ready = storage
    .setInside(true)
    .catch(() => undefined)
    .then(log.load)
    .then(log.prune)
    .then(() => {
      holdVersion();
      log.onChange(holdVersion);
    });
  const end = async () => {
    events.abort();
    channel.close();
    void markSessionOpen(false).catch(() => undefined);
    await log.close();
    storage.close();
  };
  return { personId, log, ready, end };
}

/** Opens what a person has noted on this phone, and begins to send what waits. */
export async function openLogOf(personId: number): Promise<void> {
  if (opened?.personId !== personId) {
    void opened?.end();
    opened = open(personId);
  }
  await opened.ready;
  notify();
}

/** The person leaves: from now on nothing is sent in her name, by no tab, and a call on its way is waited for. */
export async function closeLogOf(personId: number): Promise<void> {
  const closing = opened;
  opened = undefined;
  const storage = openStorage(personId);
  await storage.setInside(false).catch(() => undefined);
  storage.close();
  await closing?.end();
  notify();
}

/** Tries to send all that waits; true once nothing does. */
export async function sendAll(ms: number): Promise<boolean> {
  const { read, send } = await openedLog();
  const late = new Promise((resolve) => setTimeout(resolve, ms));
  await Promise.race([send().then(send), late]);
  const { unsentWorkouts, unsentMeasures } = read();
  return unsentWorkouts + unsentMeasures === 0;
}

export const readLog = (): LogState => opened?.log.read() ?? NOTHING;

/** The answer of `my/today`, told at a moment of this phone's clock, as it is with what was noted here. */
export const todayOf = (told: MyToday, at: Date): MyToday =>
  localToday(told, at, readLog().workouts, serverNow(), clockOffset());

/** The id that a session has by now: one that was begun on two phones keeps that of the first. */
export const currentId = (id: string): string => opened?.log.idOf(id) ?? id;

export function onLogChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

async function openedLog(): Promise<Log> {
  if (!opened) throw new Error('Nobody is inside');
  await opened.ready;
  return opened.log;
}

/** A session that begins now; `values` are cells that it has from its first moment on. */
export async function beginWorkout(
  given: Omit<Workout, 'schema' | 'version' | 'cells' | 'id' | 'day' | 'started_at' | 'offset'>,
  values: Record<string, CellValue> = {},
): Promise<Workout> {
  const log = await openedLog();
  // The browser may ask the person, or decide by itself; it keeps as well as it can either way.
  void navigator.storage?.persist?.().catch(() => undefined);
  const now = serverNow();
  const begun = newWorkout({
    ...given,
    id: newId(now),
    day: serverToday(),
    started_at: now.toISOString(),
    offset: clockOffset(),
  });
  const workout = Object.keys(values).length > 0 ? withCells(begun, values, readDeviceName()) : begun;
  return log.alter(workout.id, (found) => found ?? workout);
}

/**
 * Changes cells of a session. Resolves once they are stored; where nothing can be, once the server has them; rejects if neither is so.
 */
export async function changeWorkout(id: string, values: Record<string, CellValue>): Promise<Workout> {
  const log = await openedLog();
  return log.alter(id, (found) => {
    if (!found) throw new Error(`Unknown session: ${id}`);
    return withCells(found, values, readDeviceName());
  });
}

/** Keeps a session that came from the server, merged into what is here of it. */
export async function keepWorkout(workout: Workout): Promise<void> {
  await (await openedLog()).takeTold(workout);
}

/** Notes a measure; null erases it. Resolves as `changeWorkout` does. */
export async function noteMeasure(kind: BodyKind, day: DateText, value: number | null): Promise<void> {
  await (await openedLog()).alterMeasure({ kind, day, value });
}

/** Keeps measures that came from the server: a later correction has to know their versions. */
export async function keepMeasures(cells: readonly MeasureCell[]): Promise<void> {
  await (await openedLog()).takeToldMeasures(cells);
}
