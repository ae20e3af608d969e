/** Mark, which the worker reads too, that a session is open on this phone: a new version of the app waits for its end. */
const CACHE_NAME = 'pulso-mi-abierta';
const MARK = '/mi/sesion-abierta';

export async function markSessionOpen(isOpen: boolean): Promise<void> {
  if (!isOpen) await caches.delete(CACHE_NAME);
  else await (await caches.open(CACHE_NAME)).put(MARK, new Response(''));
}

export const isSessionOpen = async (): Promise<boolean> =>
  (await caches.has(CACHE_NAME)) && (await caches.match(MARK, { cacheName: CACHE_NAME })) !== undefined;
