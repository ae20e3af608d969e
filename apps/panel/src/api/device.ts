/** Under which this device keeps what was typed and not saved. */
export const DRAFTS = 'pulso-borrador:';
/** How the caches begin in which `last-seen.ts` keeps answers. */
export const SEEN = 'pulso-visto-';

/** Nothing of it outlives a session. */
export async function forgetSeen() {
  // Only there over TLS or on this machine, and so is the worker that makes use of it.
  const names = (await globalThis.caches?.keys().catch(() => [])) ?? [];
  for (const name of names) if (name.startsWith(SEEN)) void caches.delete(name);
}

/** What this device keeps between visits; undefined where storage is blocked or full, and the panel works without. */
export function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
