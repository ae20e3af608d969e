import { useEffect, useSyncExternalStore } from 'react';
import { CallFailure, isUnanswered } from '@pulso/web/answers';
import { call } from '#http/call';
import { eraseKept, keepAnswer, readKept } from '#http/kept-answers';

/** Last answer to a GET, its time, and why the newest attempt failed; `fresh` if it came in this visit. */
export type Answer<Data> = { data?: Data; at?: Date; fresh: boolean; error?: unknown };

const NOTHING: Answer<unknown> = { fresh: false };
/** An answer that is this young is shown again without another call. */
const FRESH_MS = 20_000;
/** Pause before a call that failed is tried again while its screen is open. */
const RETRY_MS = 15_000;

const answers = new Map<string, Answer<unknown>>();
/** Answers that something has changed since. */
const outdated = new Set<string>();
/** Number of people whom this page has forgotten: what was asked for one of them is nobody else's. */
let forgotten = 0;
const running = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();
/** Number of each path's screens. */
const shown = new Map<string, number>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function setAnswer(path: string, answer: Answer<unknown>) {
  answers.set(path, answer);
  outdated.delete(path);
  for (const listener of listeners) listener();
}

/** The server does not show it any more: it must not be shown from what was kept either. */
const isWithdrawn = (error: unknown) => error instanceof CallFailure && [401, 403, 404].includes(error.status);

async function fetchAnswer(path: string): Promise<void> {
  const askedFor = forgotten;
  // The kept answer stands there until the server's comes, and stays if none does.
  const kept =
    answers.get(path) === undefined
      ? readKept(path).then((found) => {
          if (found && askedFor === forgotten && !answers.get(path)?.fresh) setAnswer(path, { ...found, fresh: false });
        })
      : undefined;
  try {
    const { data, at } = await call('GET', path);
    if (askedFor !== forgotten) return;
    setAnswer(path, { data, at, fresh: true });
    void keepAnswer(path, data, at);
  } catch (error) {
    await kept;
    if (askedFor !== forgotten) return;
    const before = answers.get(path) ?? NOTHING;
    if (isWithdrawn(error)) void eraseKept(path);
    setAnswer(path, isWithdrawn(error) ? { fresh: true, error } : { ...before, error });
  }
}

/** Asks the server again; calls for the same at once are one. */
export function refresh(path: string): Promise<void> {
  const work: Promise<void> =
    running.get(path) ??
    fetchAnswer(path).finally(() => {
      if (running.get(path) === work) running.delete(path);
    });
  running.set(path, work);
  return work;
}

/** What is known of an answer now: the server's, or else what was kept; throws where there is neither. */
export async function readAnswer<Data>(path: string): Promise<Data> {
  if (!isYoung(path)) await refresh(path);
  const { data, error } = answers.get(path) ?? NOTHING;
  if (data === undefined) throw error;
  return data as Data;
}

/** What has become another on the server is asked for again: at once where it is shown, else when it is next. */
export function outdate(prefix: string) {
  for (const path of answers.keys()) {
    if (!path.startsWith(prefix)) continue;
    if ((shown.get(path) ?? 0) > 0) void refresh(path);
    else outdated.add(path);
  }
}

function isYoung(path: string): boolean {
  const { fresh, error, at } = answers.get(path) ?? NOTHING;
  if (!fresh || error !== undefined || at === undefined || outdated.has(path)) return false;
  return Date.now() - at.getTime() < FRESH_MS;
}

const refreshIfOld = (path: string) => {
  if (!isYoung(path)) void refresh(path);
};

/** An answer of the API: at once what is known of it, then what the server says now. Without a path nothing is asked. */
export function useAnswer<Data>(path: string | undefined): Answer<Data> {
  useEffect(() => {
    if (path === undefined) return undefined;
    shown.set(path, (shown.get(path) ?? 0) + 1);
    refreshIfOld(path);
    return () => void shown.set(path, (shown.get(path) ?? 0) - 1);
  }, [path]);
  return useSyncExternalStore(subscribe, () => answers.get(path ?? '') ?? NOTHING) as Answer<Data>;
}

/** Forgets everything of the person, in memory. */
export function forgetAnswers() {
  forgotten += 1;
  running.clear();
  answers.clear();
  for (const listener of listeners) listener();
}

const forShown = (work: (path: string) => void) => {
  if (document.visibilityState === 'visible') for (const [path, count] of shown) if (count > 0) work(path);
};

/** Keeps what is shown up to date: when the person comes back to it, when the connection does, and after a failure. */
export function keepUpToDate() {
  document.addEventListener('visibilitychange', () => forShown(refreshIfOld));
  window.addEventListener('online', () => forShown((path) => void refresh(path)));
  setInterval(() => forShown((path) => isUnanswered(answers.get(path)?.error) && void refresh(path)), RETRY_MS);
}
