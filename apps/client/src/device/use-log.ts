import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { MyToday } from '@pulso/contract/coaching/courses';
import type { Answer } from '#http/answers';
import { readPerson } from '#device/session';
import type * as LogModule from '#device/log';

export type LogState = LogModule.LogState;

// The log is loaded after the first screen: a first visit does without this code.
let log: typeof LogModule | undefined;
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

/** Loads and opens the log of the person who is inside. */
export async function openLog(): Promise<typeof LogModule> {
  const module = await import('#device/log');
  const person = readPerson();
  if (person) await module.openLogOf(person.id);
  if (!log) module.onLogChange(notify);
  log = module;
  notify();
  return module;
}

/** True if something of the person waits on this phone. */
export async function hasUnsent(): Promise<boolean> {
  if (!readPerson()) return false;
  const state = await openLog().then(
    ({ readLog }) => readLog(),
    () => undefined,
  );
  return state !== undefined && state.unsentWorkouts + state.unsentMeasures > 0;
}

/** Delay of the log's code on a phone that has to fetch it: the first screen does not wait for it. */
const LOG_DELAY_MS = 3_000;

/** Opens the log behind the screen; where the app's files are on the phone, at once. */
export function useLogSoon() {
  useEffect(() => {
    const isHere = Boolean(navigator.serviceWorker?.controller);
    const delay = setTimeout(() => void openLog().catch(() => undefined), isHere ? 0 : LOG_DELAY_MS);
    return () => clearTimeout(delay);
  }, []);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** What was noted on this phone, where it has been loaded already. */
export const useOpenedLog = () => useSyncExternalStore(subscribe, () => log?.readLog());

/** What was noted on this phone; undefined until its code and storage are there. */
export function useLog(): LogState | undefined {
  useEffect(() => void openLog().catch(() => undefined), []);
  return useOpenedLog();
}

/** The answer of `my/today` with what the server does not know yet. */
export function useLocalToday({ data, at }: Answer<MyToday>): MyToday | undefined {
  const state = useOpenedLog();
  return useMemo(() => (data && at && state && log ? log.todayOf(data, at) : data), [data, at, state]);
}
