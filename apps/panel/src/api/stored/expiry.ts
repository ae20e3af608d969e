import { SESSION_HOURS } from '@pulso/contract/accounts/session';
import { DRAFT_KEY_PREFIX, answerCacheNames } from '#api/device-storage';

/** Lifetime of stored data that name a person: no longer than a session. */
export const STORED_LIFETIME_MS = SESSION_HOURS * 3_600_000;

/** True also for an entry without a time, or dated ahead by more than its lifetime: the clock may be set back. */
export function isExpired(at: number, lifetimeMs = STORED_LIFETIME_MS): boolean {
  return !(Math.abs(Date.now() - at) <= lifetimeMs);
}

/** Response header with the time at which an answer stored by `last-seen.ts` arrived. */
export const STORED_AT_HEADER = 'x-kept-at';

/** Deletes expired drafts, whoever typed them. */
export function deleteExpiredDrafts(storage: Storage) {
  for (const key of Object.keys(storage).filter((one) => one.startsWith(DRAFT_KEY_PREFIX))) {
    const draft = JSON.parse(storage.getItem(key) ?? '{}') as { at?: number; until?: number };
    const { at = 0, until = at + STORED_LIFETIME_MS } = draft;
    if (isExpired(at, until - at)) storage.removeItem(key);
  }
}

/**
 * Deletes expired answers: a session may end unseen, and its answers would stay until the next one. The worker calls it
 * too.
 */
export async function deleteExpiredAnswers() {
  for (const name of await answerCacheNames()) {
    const cache = await caches.open(name);
    const requests = await cache.keys();
    const times = await Promise.all(
      requests.map(async (one) => Number((await cache.match(one))?.headers.get(STORED_AT_HEADER))),
    );
    const old = requests.filter((_, index) => isExpired(times[index] ?? 0));
    if (old.length === requests.length) await caches.delete(name);
    else await Promise.all(old.map((one) => cache.delete(one)));
  }
}
