import { randomUUID } from 'node:crypto';
import { hasPermission, permissions, type Permission } from '@pulso/contract/accounts/permissions';
import { roles } from '@pulso/contract/accounts/users.labels';
import type { Resource } from '@pulso/contract/kit/resource';
import { sql, type RawBuilder } from 'kysely';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { isAppUrl } from '#http/routes/app-cookie';
import { answerBody, type DocumentedRoute } from '#http/routes/route-docs';
import { fakedMercadoPago } from '#test/mercadopago';
import { sharedApp } from '#test/shared-app';
import type { Answer, TestApp } from '#test/test-app';

const PUBLIC_ROUTES = [
  // Downloads use a ticket, because a browser that saves a file sends no token.
  'GET /api/backups/download',
  'GET /api/download',
  'GET /api/download/everything',
  'GET /api/download/own-data',
  'GET /api/health',
  'GET /api/health/live',
  // A scraper has a token of its own, or is a program of this machine.
  'GET /api/metrics',
  // The clients' app: a link, a code or a password is what it enters by, and leaving ends what its cookie names.
  'POST /api/auth/access',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/auth/logout-all',
  'POST /api/auth/renew',
  // Mercado Pago signs its notices.
  'POST /api/mercadopago/webhook',
  'POST /api/my/leave',
];
/** Routes for any active user about their own data, beside those under `/my`, which all are. */
const OWN_DATA_ROUTES = [
  'DELETE /api/device',
  'GET /api/device/web-push-key',
  'GET /api/notifications/mine',
  'PUT /api/device',
];
const UNAUTHORIZED = 'Tu sesión no es válida o ha vencido. Inicia sesión de nuevo.';
const FORBIDDEN = 'No tienes permisos para realizar esta acción';

/** The route's path with values for its parameters. */
const pathOf = ({ url }: DocumentedRoute, value = '1') => url.replace(/:\w+/g, value);
const nameOf = ({ method, url }: DocumentedRoute) => `${method} ${url}`;

/** Every route as method and path, HEAD included. */
function guardedRoutes({ routes }: TestApp) {
  const closed = routes.filter((route) => route.url.startsWith('/api') && !PUBLIC_ROUTES.includes(nameOf(route)));
  return closed.flatMap((route) =>
    (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]).map((method) => ({ ...route, method })),
  );
}

/** An invalid request: without authorization its errors must not be revealed. */
const unreadableBody = { headers: { 'content-type': 'application/json' }, payload: '{"broken":' };
const sendTo = (app: TestApp, route: DocumentedRoute, token?: string) =>
  app.send(route.method, pathOf(route), {
    token,
    ...(route.method !== 'GET' && route.method !== 'HEAD' && unreadableBody),
  });

const outcomeOf = ({ status, body }: Answer) => ({ status, message: body?.message as string | undefined });
const expectedRefusal = (method: string, status: number, message: string) => ({
  status,
  message: method === 'HEAD' ? undefined : message,
});

/** Callers without a valid token. */
async function invalidCallers(app: TestApp): Promise<Record<string, string | undefined>> {
  const tokenOf = async (happens: (id: number) => RawBuilder<unknown>, standing: { status?: boolean } = {}) => {
    const user = await app.addUser(standing);
    const token = await app.login(user);
    await happens(user.id).execute(app.db);
    return token;
  };
  const soon = new Date(Date.now() + 3_600_000);
  return {
    'no token': undefined,
    garbage: 'no.es.token',
    'a token of another installation': `${app.token.split('.').slice(0, 2).join('.')}.${'A'.repeat(43)}`,
    'a session that never was': await app.tokens.sign({ userId: 1, sessionId: randomUUID() }, soon),
    'an expired session': await tokenOf((id) => sql`update sessions set expires_at = now() where user_id = ${id}`),
    'an ended session': await tokenOf((id) => sql`update sessions set ended_at = now() where user_id = ${id}`),
    'an inactive account': await tokenOf((id) => sql`update users set status = false where id = ${id}`),
    'an account inactive at login': await tokenOf((id) => sql`update users set status = true where id = ${id}`, {
      status: false,
    }),
    'a deleted account': await tokenOf((id) => sql`update users set deleted_at = now() where id = ${id}`),
  };
}

const { mercadopago } = await fakedMercadoPago();
const getApp = sharedApp({ mercadopago });

describe('every route', () => {
  it('ACC-24 is closed, but for login, logout, health, metrics and what a ticket opens; outside of /api there are only files', async () => {
    const { routes } = getApp();
    expect(
      routes
        .filter(({ permission }) => permission === 'public')
        .map(nameOf)
        .sort(),
    ).toEqual(PUBLIC_ROUTES);
    const own = routes.filter(({ permission, url }) => permission === 'own' && !isAppUrl(url));
    expect(own.map(nameOf).sort()).toEqual(OWN_DATA_ROUTES);
    const outside = routes.filter(({ url }) => !url.startsWith('/api'));
    expect(outside.map(nameOf)).toEqual(['GET /uploads/*']);
    expect(routes.length).toBeGreaterThan(30);
  });

  it('ACC-21 ACC-24 ACC-25 ACC-26 Z1 P10 answers 401 to whoever is nobody, before it looks at anything', async () => {
    const app = getApp();
    for (const [who, token] of Object.entries(await invalidCallers(app)))
      for (const route of guardedRoutes(app)) {
        const answer = outcomeOf(await sendTo(app, route, token));
        expect(answer, `${nameOf(route)}: ${who}`).toEqual(expectedRefusal(route.method, 401, UNAUTHORIZED));
      }
  });

  it('ACC-22 Z1 Z2 Z5 G6 P10 answers 403 to every role that lacks its permission, before it looks at anything', async () => {
    const app = getApp();
    expect(guardedRoutes(app).map(nameOf)).toContain('GET /api/estadisticas');
    for (const role of roles) {
      const token = await app.login(await app.addUser({ role }));
      for (const route of guardedRoutes(app)) {
        const { permission } = route;
        if (!permission || permission === 'public') throw new Error(`${nameOf(route)} is not guarded`);
        // An allowed write would be carried out.
        if (hasPermission(role, permission) && permission !== 'own') continue;
        const answer = outcomeOf(await sendTo(app, route, token));
        if (hasPermission(role, permission))
          expect([401, 403], `${nameOf(route)}: ${role}`).not.toContain(answer.status);
        else expect(answer, `${nameOf(route)}: ${role}`).toEqual(expectedRefusal(route.method, 403, FORBIDDEN));
      }
    }
  });

  it("ACC-22 is for administrators alone, but for what is public or one's own", () => {
    const others = Object.keys(permissions).filter((name) =>
      roles.some((role) => role !== 'ADMIN' && hasPermission(role, name as Permission)),
    );
    expect(others).toEqual(['own']);
  });

  it('Z6 lets an administrator in, and nobody after him', async () => {
    const app = getApp();
    for (const route of guardedRoutes(app).filter(({ method }) => method === 'GET')) {
      expect([401, 403], nameOf(route)).not.toContain((await sendTo(app, route, app.token)).status);
      expect((await sendTo(app, route)).status, nameOf(route)).toBe(401);
    }
  });

  it('says what it is for, or is the documentation itself', async () => {
    const { routes } = getApp();
    const silent = routes.filter(({ url, summary }) => url.startsWith('/api') && !summary);
    expect(silent.map(nameOf)).toEqual(['GET /api/openapi.json']);
    const unanswered = routes.filter(({ summary, answer, file }) => summary && !answer && !file);
    expect(unanswered.map(nameOf)).toEqual([]);
  });

  it('API-14 that lists something answers success and the data that it promises', async () => {
    const app = getApp();
    await app.json('POST', '/api/type-diet', { name: 'Vegana' });
    const lists = app.routes.filter(({ method, url, answer }) => method === 'GET' && answer && !url.includes(':'));
    for (const route of lists) {
      const { status, body } = await app.get(route.url);
      // Some demand a query.
      const complete = route.query?.safeParse({}).success ?? true;
      expect(status, nameOf(route)).toBe(complete ? 200 : 400);
      if (!complete) continue;
      // `meta` comes with a page only.
      const promised = answerBody(route.answer!);
      const whole = 'meta' in promised.shape ? z.partial(promised, { meta: true }) : promised;
      expect(() => z.strictObject(whole.shape).parse(body), nameOf(route)).not.toThrow();
    }
  });

  it('API-23 V6 Z4 with an id that is none answers 404, and never fails', async () => {
    const app = getApp();
    const ids = ['0', '01', '1e2', 'abc', '2147483647', '2147483648', '1%00'];
    const named = guardedRoutes(app).filter(
      ({ url, method }) => url.includes(':') && method !== 'PATCH' && method !== 'HEAD',
    );
    for (const route of named)
      for (const id of ids) {
        const { status } = await app.send(route.method, pathOf(route, id), { token: app.token });
        // The body may be validated first.
        const first = route.upload ? [415] : route.body ? [400] : [];
        expect([404, ...first], `${route.method} ${pathOf(route, id)}`).toContain(status);
      }
  });

  it('API-23 Q4 refuses a body of the wrong kind, whatever it holds', async () => {
    const app = getApp();
    for (const route of guardedRoutes(app).filter(({ body }) => body)) {
      const url = pathOf(route);
      const as = (type: string, payload: string) =>
        app.send(route.method, url, { token: app.token, headers: { 'content-type': type }, payload });
      expect((await as('text/plain', '{}')).status, nameOf(route)).toBe(415);
      expect((await as('application/x-www-form-urlencoded', 'a=1')).status, nameOf(route)).toBe(415);
      if (route.optionalUpload) continue;
      const swapped = route.upload
        ? await app.json(route.method, url, { title: 'x' })
        : await app.form(route.method, url, { title: 'x' });
      expect(swapped.status, nameOf(route)).toBe(415);
    }
  });
});

describe('the contract', () => {
  const modules = import.meta.glob<Record<string, unknown>>(
    ['../../../packages/contract/src/**/*.ts', '!../../../packages/contract/src/**/*.test.ts'],
    { eager: true },
  );
  const isResource = (value: unknown): value is Resource =>
    typeof value === 'object' && value !== null && 'path' in value && 'row' in value && 'create' in value;
  const resources = Object.values(modules)
    .flatMap((module) => Object.values(module))
    .filter(isResource);

  it('has every resource served, under /api', async () => {
    const { routes } = getApp();
    expect(resources.length).toBeGreaterThan(10);
    const served = new Set(routes.map(nameOf));
    for (const { path } of resources)
      for (const call of [`POST /api${path}`, `PATCH /api${path}/:id`, `DELETE /api${path}/:id`])
        expect(served).toContain(call);
  });
});
