import { TAKE_OVER } from './take-over';

/** Set by the build: all files of the app, and a hash of them and its page. */
declare const FILES: string[];
declare const VERSION: string;

export type WorkerEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
export type WorkerFetchEvent = WorkerEvent & { request: Request; respondWith: (answer: Promise<Response>) => void };
type WorkerScope = {
  addEventListener(kind: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(kind: 'message', listener: (event: WorkerEvent & { data: unknown }) => void): void;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
};

type OfflineApp = {
  cachePrefix: string;
  /** Path and cache key of the page, which is the same at every place of the app. */
  page: string;
  /** True if the kept page is better than the server's own page of a failure. */
  hidesFailures?: boolean;
  /** True while this version has to stay: a new one waits until the page tells it `TAKE_OVER`. */
  isHeld?: () => Promise<boolean>;
};

/** Wait for the server's page before the kept one is shown; longer than a weak connection takes. */
const PAGE_WAIT_MS = 3_000;

/**
 * Keeps the page and the built files of this version from the worker's installation on, and drops those of older ones. Answers the
 * ways to open a page and a file of them without a network.
 */
export function keepBuiltFiles({ cachePrefix, page, hidesFailures = false, isHeld }: OfflineApp) {
  // The compiler knows only the globals of a page.
  const scope = globalThis as unknown as WorkerScope;
  const files = new Set(FILES);
  const cacheName = cachePrefix + VERSION;
  const findKept = (path: string) => caches.match(path, { cacheName, ignoreVary: true });

  /** Keeps the files one by one, so that the person's requests need not wait; most are in the HTTP cache already. */
  async function fillCache() {
    const cache = await caches.open(cacheName);
    const answer = await fetch(page, { cache: 'no-cache' });
    const named = [...(await answer.clone().text()).matchAll(/"(\/[^"]*\bassets\/[^"]+)"/g)].map(([, path]) => path);
    // A new version is being deployed: its own worker keeps its page.
    if (!answer.ok || named.some((path = '') => !files.has(path))) throw new Error('Another version of the page');
    await cache.put(page, answer);
    for (const path of files) {
      if (await findKept(path)) continue;
      const keptBefore = await caches.match(path, { ignoreVary: true });
      await (keptBefore ? cache.put(path, keptBefore) : cache.add(path));
    }
    if (!(await isHeld?.())) await scope.skipWaiting();
  }

  async function deleteOldCaches() {
    const old = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== cacheName);
    await Promise.all(old.map((name) => caches.delete(name)));
    await scope.clients.claim();
  }

  scope.addEventListener('install', (event) => event.waitUntil(fillCache()));
  scope.addEventListener('message', (event) => {
    if (event.data === TAKE_OVER) event.waitUntil(scope.skipWaiting());
  });
  scope.addEventListener('activate', (event) => event.waitUntil(deleteOldCaches()));

  /** Answers the server's page, so that a new version is seen at once; the kept one only if that does not arrive. */
  async function openPage(request: Request): Promise<Response> {
    const held = (await isHeld?.()) ? await findKept(page) : undefined;
    if (held) return held;
    const response = fetch(request);
    // A failure is handled below, or no longer matters.
    response.catch(() => undefined);
    const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, PAGE_WAIT_MS));
    try {
      const answer = await Promise.race([response, timeout]);
      if (answer && !(hidesFailures && answer.status >= 500)) return answer;
      return (await findKept(page)) ?? (await response);
    } catch (error) {
      const kept = await findKept(page);
      if (kept) return kept;
      throw error;
    }
  }

  /** Answers a built file, or undefined for any other path. */
  const openFile = (request: Request, path: string) =>
    files.has(path) ? findKept(path).then((kept) => kept ?? fetch(request)) : undefined;

  return { openPage, openFile };
}
