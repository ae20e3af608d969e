/** Storage key prefix of unsaved drafts on this device. */
export const DRAFTS = 'pulso-borrador:';
/** Storage key of the items viewed in this session; written by `visited.ts`. */
export const VISITED = 'pulso-recientes';
/** Name prefix of the caches in which `last-seen.ts` stores answers. */
export const SEEN = 'pulso-visto-';

// The Cache API exists only over TLS or on localhost, and so does the worker that uses it.
export const seenCaches = async () =>
  ((await globalThis.caches?.keys().catch(() => [])) ?? []).filter((name) => name.startsWith(SEEN));

/** Deletes the cached answers and viewed items: neither may outlive the session. */
export async function forgetSeen() {
  withStorage((storage) => storage.removeItem(VISITED));
  for (const name of await seenCaches()) void caches.delete(name);
}

/** Storage that lasts between visits; undefined if it is blocked or full, and the panel works without. */
export function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
