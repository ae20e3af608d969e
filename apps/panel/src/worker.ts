/**
 * Opens the panel without a network (decision 019): serves the page and the built files of this version, nothing else.
 * API answers never pass through here; the copies that the page stored are dropped on expiry, whenever the worker
 * wakes.
 */
import { deleteExpiredAnswers } from '#api/stored/expiry';

/** Set by the build: all files of the panel, and a hash of them and the page. */
declare const FILES: string[];
declare const VERSION: string;

type WorkerEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
type WorkerFetchEvent = WorkerEvent & { request: Request; respondWith: (answer: Promise<Response>) => void };
type WorkerScope = {
  addEventListener(
    kind: 'install' | 'activate' | 'message' | 'periodicsync',
    listener: (event: WorkerEvent) => void,
  ): void;
  addEventListener(kind: 'fetch', listener: (event: WorkerFetchEvent) => void): void;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
};
// The compiler knows only the globals of a page.
const scope = globalThis as unknown as WorkerScope;

const files = new Set(FILES);
const CACHE_PREFIX = 'pulso-panel-';
const CACHE_NAME = CACHE_PREFIX + VERSION;
/** Cache key of the page, which is the same at any address of the panel. */
const PAGE_PATH = '/home';
/** Wait for the server's page before the cached one is shown; longer than a weak connection takes. */
const PAGE_WAIT_MS = 3_000;

const findCached = (path: string) => caches.match(path, { cacheName: CACHE_NAME, ignoreVary: true });

/** Caches the files one by one, so that the person's requests need not wait; most are in the HTTP cache already. */
async function fillCache() {
  const cache = await caches.open(CACHE_NAME);
  const page = await fetch(PAGE_PATH, { cache: 'no-cache' });
  const assetPaths = [...(await page.clone().text()).matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  // A new version is being deployed: its own worker caches its page.
  if (!page.ok || assetPaths.some((path) => !files.has(path))) throw new Error('Another version of the page');
  await cache.put(PAGE_PATH, page);
  for (const path of files) {
    if (await findCached(path)) continue;
    const cachedFile = await caches.match(path, { ignoreVary: true });
    await (cachedFile ? cache.put(path, cachedFile) : cache.add(path));
  }
  await scope.skipWaiting();
}

async function deleteOldCaches() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME).map((name) => caches.delete(name)),
  );
  await scope.clients.claim();
}

/** The server's page, so that a new version is seen at once; the cached one only if that does not arrive. */
async function openPage(request: Request): Promise<Response> {
  const response = fetch(request);
  // A failure is handled below, or no longer matters.
  response.catch(() => undefined);
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, PAGE_WAIT_MS));
  try {
    return (await Promise.race([response, timeout])) ?? (await findCached(PAGE_PATH)) ?? (await response);
  } catch (error) {
    const page = await findCached(PAGE_PATH);
    if (page) return page;
    throw error;
  }
}

/** At most one clean-up a minute: a screen requests some ten files. */
const TIDY_INTERVAL_MS = 60_000;
let tidiedAt = 0;
async function deleteExpired() {
  if (Math.abs(Date.now() - tidiedAt) < TIDY_INTERVAL_MS) return;
  tidiedAt = Date.now();
  await deleteExpiredAnswers();
}

scope.addEventListener('install', (event) => event.waitUntil(fillCache()));
scope.addEventListener('activate', (event) => event.waitUntil(deleteOldCaches()));
for (const kind of ['activate', 'message', 'periodicsync'] as const)
  scope.addEventListener(kind, (event) => event.waitUntil(deleteExpired()));
scope.addEventListener('fetch', (event) => {
  event.waitUntil(deleteExpired());
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    // The app of the clients has a worker of its own.
    if (!/^\/(?:api|uploads|mi)(?:\/|$)/.test(pathname)) event.respondWith(openPage(request));
  } else if (files.has(pathname)) {
    event.respondWith(findCached(pathname).then((cachedResponse) => cachedResponse ?? fetch(request)));
  }
});
