/**
 * Opens the panel without a network (decision 019): serves the page and the built files of this version, nothing else.
 * API answers never pass through here; the copies that the page stored are dropped on expiry, whenever the worker
 * wakes.
 */
import { keepBuiltFiles, type WorkerEvent, type WorkerFetchEvent } from '@pulso/web/offline/built-files';
import { deleteExpiredAnswers } from '#api/stored/expiry';

type WorkerScope = {
  addEventListener(kind: 'activate' | 'message' | 'periodicsync', listener: (event: WorkerEvent) => void): void;
  addEventListener(kind: 'fetch', listener: (event: WorkerFetchEvent) => void): void;
};
// The compiler knows only the globals of a page.
const scope = globalThis as unknown as WorkerScope;

const { openPage, openFile } = keepBuiltFiles({ cachePrefix: 'pulso-panel-', page: '/home' });

/** At most one clean-up a minute: a screen requests some ten files. */
const TIDY_INTERVAL_MS = 60_000;
let tidiedAt = 0;
async function deleteExpired() {
  if (Math.abs(Date.now() - tidiedAt) < TIDY_INTERVAL_MS) return;
  tidiedAt = Date.now();
  await deleteExpiredAnswers();
}

for (const kind of ['activate', 'message', 'periodicsync'] as const)
  scope.addEventListener(kind, (event) => event.waitUntil(deleteExpired()));
scope.addEventListener('fetch', (event) => {
  event.waitUntil(deleteExpired());
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  // The app of the clients has a worker of its own.
  const isPlace = request.mode === 'navigate' && !/^\/(?:api|uploads|mi|practica)(?:\/|$)/.test(pathname);
  const answer = isPlace ? openPage(request) : openFile(request, pathname);
  if (answer) event.respondWith(answer);
});
