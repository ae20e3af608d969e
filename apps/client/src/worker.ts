/**
 * Opens the app without a network (as decision 019 does for the panel): serves the page and the built files of this version, and
 * keeps the pictures that the app has shown. Answers of the API never pass through here: the page keeps those.
 */

/** Set by the build: all files of the app, and a hash of them and the page. */
declare const FILES: string[];
declare const VERSION: string;

type WorkerEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
type WorkerFetchEvent = WorkerEvent & { request: Request; respondWith: (answer: Promise<Response>) => void };
type WorkerPushEvent = WorkerEvent & { data: { json: () => PushedNotice } };
type WorkerClickEvent = WorkerEvent & { notification: { close: () => void } };
/** As the server sends it; with the same tag one replaces the other. */
type PushedNotice = { title: string; body: string; tag: string };
type AppWindow = { url: string; focus: () => Promise<unknown>; navigate: (path: string) => Promise<unknown> };
type WorkerScope = {
  addEventListener(kind: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(kind: 'fetch', listener: (event: WorkerFetchEvent) => void): void;
  addEventListener(kind: 'push', listener: (event: WorkerPushEvent) => void): void;
  addEventListener(kind: 'notificationclick', listener: (event: WorkerClickEvent) => void): void;
  skipWaiting: () => Promise<void>;
  clients: {
    claim: () => Promise<void>;
    matchAll: (of: { type: 'window' }) => Promise<AppWindow[]>;
    openWindow: (path: string) => Promise<unknown>;
  };
  registration: { showNotification: (title: string, options: NotificationOptions) => Promise<void> };
};
// The compiler knows only the globals of a page.
const scope = globalThis as unknown as WorkerScope;

const files = new Set(FILES);
const CACHE_PREFIX = 'pulso-mi-app-';
const CACHE_NAME = CACHE_PREFIX + VERSION;
/** Goes with the person, as the page's answers do: `kept-answers.ts` has the name too. */
const PICTURES_CACHE = 'pulso-mi-imagenes';
/** Pictures of the size that a phone shows, of some 50 kB each: 50 MB at most, oldest out. */
const MAX_PICTURES = 1_000;
const PAGE_PATH = '/mi/';
/** Wait for the server's page before the kept one is shown; longer than a weak connection takes. */
const PAGE_WAIT_MS = 3_000;

const findCached = (path: string) => caches.match(path, { cacheName: CACHE_NAME, ignoreVary: true });

/** Caches the files one by one, so that the person's requests need not wait; most are in the HTTP cache already. */
async function fillCache() {
  const cache = await caches.open(CACHE_NAME);
  const page = await fetch(PAGE_PATH, { cache: 'no-cache' });
  const assetPaths = [...(await page.clone().text()).matchAll(/"(\/mi\/assets\/[^"]+)"/g)].map(
    ([, path]) => path ?? '',
  );
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

/** The server's page, so that a new version is seen at once; the kept one only if that does not arrive. */
async function openPage(request: Request): Promise<Response> {
  const response = fetch(request);
  // A failure is handled below, or no longer matters.
  response.catch(() => undefined);
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, PAGE_WAIT_MS));
  try {
    const answered = await Promise.race([response, timeout]);
    if (answered && answered.status < 500) return answered;
    return (await findCached(PAGE_PATH)) ?? (await response);
  } catch (error) {
    const page = await findCached(PAGE_PATH);
    if (page) return page;
    throw error;
  }
}

/** A picture never changes under its name. */
async function openPicture(request: Request): Promise<Response> {
  const cache = await caches.open(PICTURES_CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) {
    await cache.put(request, response.clone()).catch(() => undefined);
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MAX_PICTURES)).map((key) => cache.delete(key)));
  }
  return response;
}

/** What the business has sent; everything of it stands in Hoy too. */
const showNotice = ({ title, body, tag }: PushedNotice) =>
  scope.registration.showNotification(title, { body, tag, icon: `${PAGE_PATH}icon-192.png`, lang: 'es-AR' });

/** Shows Hoy in the window that is open, else in a new one. */
async function openToday() {
  const [open] = await scope.clients.matchAll({ type: 'window' });
  // A browser may refuse to bring a window to the front, and shows Hoy in it all the same.
  if (open) await Promise.allSettled([open.focus(), open.navigate(PAGE_PATH)]);
  else await scope.clients.openWindow(PAGE_PATH);
}

scope.addEventListener('push', (event) => event.waitUntil(showNotice(event.data.json())));
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openToday());
});
scope.addEventListener('install', (event) => event.waitUntil(fillCache()));
scope.addEventListener('activate', (event) => event.waitUntil(deleteOldCaches()));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(openPage(request));
  else if (/^\/uploads\/.*\/(?:thumb|card)\.webp$/.test(pathname)) event.respondWith(openPicture(request));
  else if (files.has(pathname))
    event.respondWith(findCached(pathname).then((cachedResponse) => cachedResponse ?? fetch(request)));
});
