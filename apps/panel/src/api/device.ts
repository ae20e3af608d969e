/** Under which this device keeps what was typed and not saved. */
export const DRAFTS = 'pulso-borrador:';
/** The things looked at in this session; `visited.ts` keeps them. */
export const VISITED = 'pulso-recientes';
/** How the caches begin in which `last-seen.ts` keeps answers. */
export const SEEN = 'pulso-visto-';

// Only there over TLS or on this machine, and so is the worker that makes use of it.
export const seenCaches = async () =>
  ((await globalThis.caches?.keys().catch(() => [])) ?? []).filter((name) => name.startsWith(SEEN));

/** Nothing of it outlives a session. */
export async function forgetSeen() {
  withStorage((storage) => storage.removeItem(VISITED));
  for (const name of await seenCaches()) void caches.delete(name);
}

/** What this device keeps between visits; undefined where storage is blocked or full, and the panel works without. */
export function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
