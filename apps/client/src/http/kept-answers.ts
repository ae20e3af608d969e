/**
 * The last answers of the server, on this phone, for a place without signal. One cache for the person who is inside;
 * it goes with leaving and with a session that ended. Without a secure connection, or storage, nothing is kept.
 */
const CACHE_NAME = 'pulso-mi-visto';
/** Of the worker, which keeps the pictures that were shown. */
const PICTURES_CACHE = 'pulso-mi-imagenes';
/** The cache's keys are addresses; nobody asks for these. */
const keyOf = (path: string) => `/mi/visto/${path}`;
const KEPT_AT_HEADER = 'x-kept-at';

type Kept = { data: unknown; at: Date };

async function withCache<Result>(work: (cache: Cache) => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work(await caches.open(CACHE_NAME));
  } catch {
    return undefined;
  }
}

export const keepAnswer = (path: string, data: unknown, at: Date) =>
  withCache((cache) =>
    cache.put(keyOf(path), new Response(JSON.stringify(data), { headers: { [KEPT_AT_HEADER]: String(at.getTime()) } })),
  );

export const readKept = (path: string): Promise<Kept | undefined> =>
  withCache(async (cache) => {
    const kept = await cache.match(keyOf(path));
    if (!kept) return undefined;
    return { data: (await kept.json()) as unknown, at: new Date(Number(kept.headers.get(KEPT_AT_HEADER))) };
  });

export const eraseKept = (path: string) => withCache((cache) => cache.delete(keyOf(path)));

/** Erases the answers to this person, and their pictures. */
export async function eraseAllKept(): Promise<void> {
  for (const name of [CACHE_NAME, PICTURES_CACHE]) await globalThis.caches?.delete(name).catch(() => undefined);
}
