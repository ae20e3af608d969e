/**
 * Opens the panel without a network (decision 019): serves the page and the built files of this version, nothing else.
 * API answers never pass through here; the copies that the page stored are dropped on expiry, whenever the worker
 * wakes.
 */
import { forgetOldSeen } from '#api/stored/old';

/** Set by the build: all files of the panel, and a hash of them and the page. */
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
// The compiler knows only the globals of a page.
const scope = globalThis as unknown as Scope;

const files = new Set(FILES);
const PREFIX = 'pulso-panel-';
const OWN = PREFIX + VERSION;
/** Cache key of the page, which is the same at any address of the panel. */
const PAGE = '/home';
/** Wait for the server's page before the cached one is shown; longer than a weak connection takes. */
const PATIENCE_MS = 3_000;

const find = (path: string) => caches.match(path, { cacheName: OWN, ignoreVary: true });

/** Caches the files one by one, so that the person's requests need not wait; most are in the HTTP cache already. */
async function fill() {
  const cache = await caches.open(OWN);
  const page = await fetch(PAGE, { cache: 'no-cache' });
  const named = [...(await page.clone().text()).matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  // A new version is being deployed: its own worker caches its page.
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

/** The server's page, so that a new version is seen at once; the cached one only if that does not arrive. */
async function openPage(request: Request): Promise<Response> {
  const coming = fetch(request);
  // A failure is handled below, or no longer matters.
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

/** At most one clean-up a minute: a screen requests some ten files. */
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
