/** Storage key prefix of unsaved drafts on this device. */
export const DRAFT_KEY_PREFIX = 'pulso-borrador:';
/** Storage key of the items viewed in this session; written by `visited.ts`. */
export const VISITED_KEY = 'pulso-recientes';
/** Name prefix of the caches in which `last-seen.ts` stores answers. */
export const ANSWER_CACHE_PREFIX = 'pulso-visto-';

// The Cache API exists only over TLS or on localhost, and so does the worker that uses it.
export const answerCacheNames = async () =>
  ((await globalThis.caches?.keys().catch(() => [])) ?? []).filter((name) => name.startsWith(ANSWER_CACHE_PREFIX));

/** Deletes the cached answers and viewed items: neither may outlive the session. */
export async function clearViewedData() {
  withLocalStorage((storage) => storage.removeItem(VISITED_KEY));
  for (const name of await answerCacheNames()) void caches.delete(name);
}

/** Storage that lasts between visits; undefined if it is blocked or full, and the panel works without. */
export function withLocalStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
