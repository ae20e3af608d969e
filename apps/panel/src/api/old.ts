import { SESSION_HOURS } from '@pulso/contract/accounts/session';
import { DRAFTS, seenCaches } from '#api/device';

/** As long as a session lasts: nothing that names a person stays longer. */
export const KEPT_MS = SESSION_HOURS * 3_600_000;

/** Includes entries without a time, or with one that has not come: the clock may have been set back. */
export function isOld(at: number, keptMs = KEPT_MS): boolean {
  return !(Math.abs(Date.now() - at) <= keptMs);
}

/** The head of an answer that `last-seen.ts` keeps: when it came. */
export const KEPT_AT = 'x-kept-at';

/** Drafts that were not saved, whoever typed them. */
export function dropOldDrafts(storage: Storage) {
  for (const key of Object.keys(storage).filter((one) => one.startsWith(DRAFTS))) {
    const kept = JSON.parse(storage.getItem(key) ?? '{}') as { at?: number; until?: number };
    const { at = 0, until = at + KEPT_MS } = kept;
    if (isOld(at, until - at)) storage.removeItem(key);
  }
}

/** A session may end while nobody looks, and what it saw would wait for the next one. The worker calls it too. */
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
