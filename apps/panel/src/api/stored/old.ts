import { SESSION_HOURS } from '@pulso/contract/accounts/session';
import { DRAFTS, seenCaches } from '#api/device';

/** Lifetime of stored data that name a person: no longer than a session. */
export const KEPT_MS = SESSION_HOURS * 3_600_000;

/** True also for an entry without a time, or dated ahead by more than its lifetime: the clock may be set back. */
export function isOld(at: number, keptMs = KEPT_MS): boolean {
  return !(Math.abs(Date.now() - at) <= keptMs);
}

/** Response header with the time at which an answer stored by `last-seen.ts` arrived. */
export const KEPT_AT = 'x-kept-at';

/** Deletes expired drafts, whoever typed them. */
export function dropOldDrafts(storage: Storage) {
  for (const key of Object.keys(storage).filter((one) => one.startsWith(DRAFTS))) {
    const kept = JSON.parse(storage.getItem(key) ?? '{}') as { at?: number; until?: number };
    const { at = 0, until = at + KEPT_MS } = kept;
    if (isOld(at, until - at)) storage.removeItem(key);
  }
}

/**
 * Deletes expired answers: a session may end unseen, and its answers would stay until the next one. The worker calls it
 * too.
 */
export async function forgetOldSeen() {
  for (const name of await seenCaches()) {
    const cache = await caches.open(name);
    const requests = await cache.keys();
    const times = await Promise.all(
      requests.map(async (one) => Number((await cache.match(one))?.headers.get(KEPT_AT))),
    );
    const old = requests.filter((_, index) => isOld(times[index] ?? 0));
    if (old.length === requests.length) await caches.delete(name);
    else await Promise.all(old.map((one) => cache.delete(one)));
  }
}
