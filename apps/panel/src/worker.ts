/**
 * Opens the panel where there is no network (decision 019): the page and the built files of this version, and nothing else.
 * Answers of the API never pass through here; copies that the page kept of them are dropped in time, whenever the worker wakes.
 */
import { forgetOldSeen } from '#api/old';

/** Set by the build: all files of the panel, and a hash of them and its page. */
declare const FILES: string[];
declare const VERSION: string;

type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void };
type Fetching = Lasting & { request: Request; respondWith: (answer: Promise<Response>) => void };
type Scope = {
  addEventListener(kind: 'install' | 'activate' | 'message' | 'periodicsync', listener: (event: Lasting) => void): void;
  addEventListener(kind: 'fetch', listener: (event: Fetching) => void): void;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
};
// The compiler is told of the page's globals alone.
const scope = globalThis as unknown as Scope;

const files = new Set(FILES);
const PREFIX = 'pulso-panel-';
const OWN = PREFIX + VERSION;
/** Any address of the panel is the same page. */
const PAGE = '/home';
/** Longer than a page takes on a weak connection. */
const PATIENCE_MS = 3_000;

const find = (path: string) => caches.match(path, { cacheName: OWN, ignoreVary: true });

/** One after the other, so that nothing the person asks for has to wait; most are in the browser's own cache already. */
async function fill() {
  const cache = await caches.open(OWN);
  const page = await fetch(PAGE, { cache: 'no-cache' });
  const named = [...(await page.clone().text()).matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  // A next version is being deployed: its own worker takes its page.
  if (!page.ok || named.some((path) => !files.has(path))) throw new Error('Another version of the page');
  await cache.put(PAGE, page);
  for (const path of files) {
    if (await find(path)) continue;
    const known = await caches.match(path, { ignoreVary: true });
    await (known ? cache.put(path, known) : cache.add(path));
  }
  await scope.skipWaiting();
}

async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== OWN).map((name) => caches.delete(name)));
  await scope.clients.claim();
}

/** The server's, so that a new version is seen at once; the kept one only where it does not come. */
async function openPage(request: Request): Promise<Response> {
  const coming = fetch(request);
  // Told below, or of no use any more.
  coming.catch(() => undefined);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  try {
    return (await Promise.race([coming, late])) ?? (await find(PAGE)) ?? (await coming);
  } catch (error) {
    const page = await find(PAGE);
    if (page) return page;
    throw error;
  }
}

/** Once each minute: a screen asks for some ten files. */
const TIDY_MS = 60_000;
let tidied = 0;
async function tidy() {
  if (Math.abs(Date.now() - tidied) < TIDY_MS) return;
  tidied = Date.now();
  await forgetOldSeen();
}

scope.addEventListener('install', (event) => event.waitUntil(fill()));
scope.addEventListener('activate', (event) => event.waitUntil(dropOthers()));
for (const kind of ['activate', 'message', 'periodicsync'] as const)
  scope.addEventListener(kind, (event) => event.waitUntil(tidy()));
scope.addEventListener('fetch', (event) => {
  event.waitUntil(tidy());
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (!/^\/(?:api|uploads)(?:\/|$)/.test(pathname)) event.respondWith(openPage(request));
  } else if (files.has(pathname)) {
    event.respondWith(find(pathname).then((kept) => kept ?? fetch(request)));
  }
});
