import { userRow } from '@pulso/contract/accounts/users';
import { paymentRow } from '@pulso/contract/billing/ledger';
import { packages } from '@pulso/contract/content/packages';
import { userDetail } from '@pulso/contract/desk/user-detail';
import { toStrictSchema } from '@pulso/testing/strict-schema';
import { describe, expect, it } from 'vitest';
import { contentOf } from '#test/content';
import { addPackage, expectAnswer, createUser, personPayload, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';

const catalogueRoutes = (path: string) => [`GET ${path}`, `POST ${path}`, `PATCH ${path}/:id`, `DELETE ${path}/:id`];
const entityRoutes = (path: string) => [...catalogueRoutes(path), `GET ${path}/:id`];

/** The calls of both documents, and `wire.md`'s health. */
const DOCUMENTED_ROUTES = [
  'GET /health',
  'POST /auth/login',
  'GET /estadisticas',
  'POST /notifications/send-to-all',
  'POST /payment',
  ...['/level', '/training-type', '/machine', '/body-part', '/category-product', '/type-diet'].flatMap(catalogueRoutes),
  ...['/product', '/suscriptions'].flatMap(catalogueRoutes),
  ...['/exercise', '/diet', '/training', '/package', '/user'].flatMap(entityRoutes),
  'PATCH /training/:id/status',
  'PATCH /package/:id/status',
  'GET /exercise-set/by-exercise/:id',
  'POST /exercise-set',
  'PATCH /exercise-set/:id',
  'DELETE /exercise-set/:id',
  'POST /user/activate-suscription',
  'POST /user/activate-package',
  'PATCH /user/:id/subscription-status',
  'DELETE /user/:id/subscription',
  'DELETE /user/:id/package',
];

describe('EXTRAS=0', () => {
  const app = sharedApp({ extras: false, passwords: quickPasswords });
  const whole = sharedApp({ passwords: quickPasswords });

  it('answers the calls of the two documents, and no other', async () => {
    const served = app().routes.filter(({ url }) => url.startsWith('/api'));
    const names = served.map(({ method, url }) => `${method} ${url.slice('/api'.length)}`);
    expect(names.sort()).toEqual([...DOCUMENTED_ROUTES].sort());
  });

  it('does not know the calls beyond them', async () => {
    const beyond = whole().routes.filter(({ url, extra }) => url.startsWith('/api') && extra);
    expect(beyond.length).toBeGreaterThan(10);
    for (const { method, url } of beyond) {
      const { status, body } = await app().send(method, url.replace(/:\w+/g, '1'), { token: app().token });
      const unknown = { success: false, message: 'El recurso solicitado no existe' };
      expect([status, body], `${method} ${url}`).toEqual([404, unknown]);
    }
  });

  it('says what is wrong as ever, also of what does not exist', async () => {
    const missing = await app().get('/api/nada');
    expect([missing.status, missing.body]).toEqual([
      404,
      { success: false, message: 'El recurso solicitado no existe' },
    ]);
  });

  it('reads no version, no idempotency key and no query', async () => {
    const { id } = (await app().form('POST', '/api/level', { title: 'Uno' })).body.data;
    const stale = { headers: { 'if-match': '"99"', 'idempotency-key': 'no válida' } };
    const changed = await app().form('PATCH', `/api/level/${id}`, { title: 'Dos' }, stale);
    expect(changed.status).toBe(200);
    const page = await app().get('/api/user?page=no');
    expect([page.status, Object.keys(page.body).sort()]).toEqual([200, ['data', 'success']]);
  });

  it('announces nothing at login', async () => {
    const { username, password } = await app().addUser();
    const { body, headers } = await app().json('POST', '/api/auth/login', { username, password });
    expect(headers).not.toHaveProperty('set-cookie');
    expect(Object.keys(body).sort()).toEqual(['access_token', 'data', 'success', 'user']);
  });

  it('reads from the payload of a user what the specification has there', async () => {
    const beyond = { email: 'ana@example.com', notes: 'Rodilla', profile_image: 'https://example.com/ana.jpg' };
    const untouched = { email: null, notes: '', profile_image: null };
    const user = await createUser(app(), { ...beyond, weight: 60 });
    expect(user).toMatchObject({ ...untouched, weight: 60 });
    const path = `/api/user/${user.id}`;
    // An extra that is not read is not validated either.
    for (const [index, fields] of [beyond, { email: 'nada', notes: 7, profile_image: [] }].entries()) {
      const changed = expectAnswer(await app().json('PATCH', path, { ...fields, weight: 61 + index }), userRow);
      expect(changed).toMatchObject({ ...untouched, weight: 61 + index });
    }
    expect(expectAnswer(await app().get(path), userDetail)).toMatchObject(untouched);
  });

  it('takes a user as JSON alone, without a picture', async () => {
    const { id } = await createUser(app());
    for (const [method, path] of [
      ['POST', '/api/user'],
      ['PATCH', `/api/user/${id}`],
    ] as const) {
      const { status, body } = await app().form(method, path, personPayload());
      expect([status, body.message]).toEqual([415, 'El contenido debe enviarse como JSON']);
    }
  });

  it('answers the packages of a user without their names', async () => {
    const user_id = (await createUser(app())).id;
    const [package_id, other] = [await addPackage(app()), await addPackage(app())];
    const activate = (id: number) =>
      app().json('POST', '/api/user/activate-package', { user_id, package_id: id, status: true });
    const documented = ['created_at', 'end_date', 'id', 'package_id', 'start_date', 'status'];
    const first = (await activate(package_id)).body.data;
    const second = (await activate(other)).body.data;
    expect([Object.keys(first).sort(), Object.keys(second).sort()]).toEqual([documented, documented]);
    expect((await app().get(`/api/user/${user_id}`)).body.data.user_packages).toEqual([second, first]);
    const removed = await app().json('DELETE', `/api/user/${user_id}/package`, { package_id: other });
    expect(removed.body.data).toEqual([first]);
  });

  it('answers packages without the name of their level', async () => {
    const { id } = await contentOf(app()).pack();
    for (const row of [
      (await app().get(`/api/package/${id}`)).body.data,
      (await app().get('/api/package')).body.data.find((one: { id: number }) => one.id === id),
      (await app().json('PATCH', `/api/package/${id}/status`, { status: false })).body.data,
    ]) {
      toStrictSchema(packages.row).parse(row);
      for (const name of ['version', 'level', 'created_at']) expect(row).not.toHaveProperty(name);
    }
  });

  it('reads from the payload of a payment what the specification has there', async () => {
    const user_id = (await createUser(app())).id;
    const sent = { user_id, type: 'other', item_id: 0, amount: 10, payment_method: 'efectivo', status: 'completed' };
    const beyond = { transaction_id: 'MP-77', payment_url: 'javascript:alert(1)' };
    const made = expectAnswer(await app().json('POST', '/api/payment', { ...sent, ...beyond }), paymentRow, 201);
    expect(made).toMatchObject({ amount: 10, transaction_id: null, payment_url: null });
  });
});
