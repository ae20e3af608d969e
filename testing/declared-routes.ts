import { tmpdir } from 'node:os';
import { buildApp } from '../apps/api/src/app';

/** The routes as the source declares them; nothing is asked of what they depend on. */
export async function declaredRoutes() {
  const nothing = {} as never;
  const uploads = { pictures: { source: { folder: tmpdir() } } } as never;
  const { http, routes } = buildApp({
    db: nothing,
    loginDb: nothing,
    uploads,
    tokens: nothing,
    passwords: nothing,
    push: nothing,
    backups: nothing,
    metrics: nothing,
    extras: true,
  });
  await http.ready();
  await http.close();
  return routes;
}
