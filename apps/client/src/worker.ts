/**
 * Opens the app without a network (as decision 019 does for the panel): serves the page and the built files of this version, and
 * keeps the pictures that the app has shown. Answers of the API never pass through here: the page keeps those. What was noted and
 * waits is sent from here when the page is gone.
 */
import { CallFailure } from '@pulso/web/answers';
import { dataIn } from '#http/response';
import { sendWaiting } from '#device/background-sending';
import { releaseIn } from '#device/background-sync';
import { isSessionOpen } from '#device/open-session';
import { keepBuiltFiles, type WorkerEvent, type WorkerFetchEvent } from '@pulso/web/offline/built-files';

type WorkerSyncEvent = WorkerEvent & { tag: string };
type WorkerPushEvent = WorkerEvent & { data: { json: () => PushedNotice } };
type WorkerClickEvent = WorkerEvent & { notification: { close: () => void } };
/** A notice as the server sends it; with the same tag one replaces the other. */
type PushedNotice = { title: string; body: string; tag: string };
type AppWindow = { url: string; focus: () => Promise<unknown>; navigate: (path: string) => Promise<unknown> };
type WorkerScope = {
  addEventListener(kind: 'fetch', listener: (event: WorkerFetchEvent) => void): void;
  addEventListener(kind: 'sync', listener: (event: WorkerSyncEvent) => void): void;
  addEventListener(kind: 'push', listener: (event: WorkerPushEvent) => void): void;
  addEventListener(kind: 'notificationclick', listener: (event: WorkerClickEvent) => void): void;
  clients: {
    matchAll: (of: { type: 'window' }) => Promise<AppWindow[]>;
    openWindow: (path: string) => Promise<unknown>;
  };
  registration: { showNotification: (title: string, options: NotificationOptions) => Promise<void> };
};
// The compiler knows only the globals of a page.
const scope = globalThis as unknown as WorkerScope;

const PAGE_PATH = '/mi/';
/** Goes with the person, as the page's answers do: `kept-answers.ts` has the name too. */
const PICTURES_CACHE = 'pulso-mi-imagenes';
/** Pictures of the size that a phone shows, of some 50 kB each: 50 MB at most, oldest out. */
const MAX_PICTURES = 1_000;

const { openPage, openFile } = keepBuiltFiles({
  cachePrefix: 'pulso-mi-app-',
  page: PAGE_PATH,
  hidesFailures: true,
  // Nobody gets another app in the middle of a session.
  isHeld: isSessionOpen,
});

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

async function call(method: 'GET' | 'PUT', path: string, json?: unknown): Promise<unknown> {
  const sent =
    json === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(json) };
  const response = await fetch(`/api/${path}`, { method, ...sent }).catch(() => undefined);
  if (!response) throw new CallFailure(0, undefined);
  return dataIn(response);
}

/** Shows a notice of the business; everything of it stands in Hoy too. */
const showNotice = ({ title, body, tag }: PushedNotice) =>
  scope.registration.showNotification(title, { body, tag, icon: `${PAGE_PATH}icon-192.png`, lang: 'es-AR' });

/** Shows Hoy in the window that is open, else in a new one. */
async function openToday() {
  const [open] = await scope.clients.matchAll({ type: 'window' });
  // A browser may refuse to bring a window to the front, and shows Hoy in it all the same.
  if (open) await Promise.allSettled([open.focus(), open.navigate(PAGE_PATH)]);
  else await scope.clients.openWindow(PAGE_PATH);
}

scope.addEventListener('sync', (event) => {
  const release = releaseIn(event.tag);
  if (release !== undefined) event.waitUntil(sendWaiting(call, release));
});
scope.addEventListener('push', (event) => event.waitUntil(showNotice(event.data.json())));
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openToday());
});
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  const isPicture = /^\/uploads\/.*\/(?:thumb|card)\.webp$/.test(pathname);
  const answer =
    request.mode === 'navigate' ? openPage(request) : isPicture ? openPicture(request) : openFile(request, pathname);
  if (answer) event.respondWith(answer);
});
