import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listen } from '#test/raw-http';
import { sharedApp } from '#test/shared-app';

const fillPathParams = (url: string) => url.replace(/:\w+/g, '1');

const getApp = sharedApp();

describe('the addresses of both documents', () => {
  it('API-31 have one base, whether they are written with a slash or without', async () => {
    const app = getApp();
    for (const path of ['/level', 'user', 'estadisticas', '/product', 'exercise', '/suscriptions', 'package']) {
      const name = path.replace(/^\//, '');
      expect((await app.get(`/api/${name}`)).status, path).toBe(200);
      expect((await app.get(`/${name}`)).status, path).toBe(404);
    }
  });
});

describe('an address that is not served', () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH'];

  it('ACC-24 answers 401 without a token and 404 with one, by any method', async () => {
    const app = getApp();
    for (const path of ['/api', '/api/', '/api/nada', '/api/level/1/2/3', '/api/auth', '/api/health/x'])
      for (const method of methods) {
        expect((await app.send(method, path)).status, `${method} ${path}`).toBe(401);
        expect((await app.send(method, path, { token: app.token })).status, `${method} ${path}`).toBe(404);
      }
  });

  it('Z3 is also a known one by another method, and nothing overrides the method', async () => {
    const app = getApp();
    const paths = [
      ...new Set(app.routes.filter(({ url }) => url.startsWith('/api')).map(({ url }) => fillPathParams(url))),
    ];
    const served = new Set(app.routes.map(({ method, url }) => `${method} ${fillPathParams(url)}`));
    // An id like any other to the route that stores a session.
    served.add('PUT /api/my/workouts/versions');
    for (const path of paths)
      for (const method of ['PUT', 'OPTIONS', 'TRACE', 'POST', 'DELETE'].filter(
        (verb) => !served.has(`${verb} ${path}`),
      )) {
        expect((await app.send(method, path)).status, `${method} ${path}`).toBe(401);
        expect((await app.send(method, path, { token: app.token })).status, `${method} ${path}`).toBe(404);
      }
    const { body } = await app.json('POST', '/api/type-diet', { name: 'Vegana' });
    const overriding = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE', 'x-http-method': 'DELETE' };
    const one = `/api/type-diet/${body.data.id}`;
    for (const path of [one, `${one}?_method=DELETE`])
      expect((await app.send('GET', path, { token: app.token, headers: overriding })).status).toBe(200);
    expect((await app.get(one)).status).toBe(200);
  });

  it('Z4 Q11 Q12 is every spelling but the one, over the wire as it is written', async () => {
    const app = getApp();
    const { body } = await app.json('POST', '/api/type-diet', { name: 'Vegana' });
    const { id } = body.data as { id: number };
    const { request } = await listen(app.http);
    const status = async (target: string, token?: string) =>
      (await request(`GET ${target}`, token ? [`Authorization: Bearer ${token}`] : [])).status;
    const same = [
      `/api/type-diet/${id}`,
      `//api/type-diet/${id}`,
      `/api//type-diet///${id}`,
      `/api/type-diet/%3${id}`,
      `/%61pi/type-diet/${id}`,
      `/api/type-diet/${id}?x=1`,
      `http://otro.ejemplo/api/type-diet/${id}`,
    ];
    for (const target of same) {
      expect(await status(target, app.token), target).toBe(200);
      expect(await status(target), target).toBe(401);
    }
    const none = [
      `/api/type-diet/0${id}`,
      `/api/type-diet/${id}/`,
      `/api/type-diet/${id}%00`,
      `/api/type-diet/${id};x`,
      `/api/type-diet/${id}/../${id}`,
      `/api/level/../type-diet/${id}`,
      `/api/type-diet/${id}%2f`,
      `/api/type-diet%2f${id}`,
      `/api/TYPE-DIET/${id}`,
      `/api/type-diet/%`,
      `/api/type-diet/%ff`,
      `/api/%c0%ae%c0%ae/type-diet/${id}`,
      `/api/type-diet/${'9'.repeat(2_000)}`,
      `/api/\\type-diet`,
    ];
    for (const target of none) {
      expect(await status(target, app.token), target).toBe(404);
      expect(await status(target), target).toBe(401);
    }
    for (const target of [
      `/API/type-diet/${id}`,
      `/api%2ftype-diet/${id}`,
      `/uploads/../api/type-diet/${id}`,
      '/apis',
      '*',
    ])
      expect([404, 400], target).toContain(await status(target, app.token));
  });

  it('Z4 API-23 is whatever else can be written after /api/, and none of it slips past the door', async () => {
    const app = getApp();
    const { request } = await listen(app.http);
    const pieces = [
      '%',
      '%2',
      '%25',
      '%ff',
      '%2f',
      '%5c',
      '%00',
      '%c3%b1',
      '%c3',
      '%u0041',
      '/',
      '..',
      '.',
      ';',
      '?',
      '#',
      '\\',
      '1',
      'level',
      'auth',
      '~',
    ];
    const target = fc
      .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 })
      .map((parts) => `/api/${parts.join('')}`);
    const closed = fc.asyncProperty(target, async (path) => {
      const { status, headers } = await request(`GET ${path}`);
      expect(status, path).toBe(401);
      expect(headers['x-request-id'], path).toBeDefined();
    });
    await fc.assert(closed, { numRuns: 150, seed: 11 });
  });
});
