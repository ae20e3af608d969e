import { deviceSessionsBody } from '@pulso/contract/coaching/access';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { cookieOf, enter, openDevice, sendAccess, sendWithCookie } from '#test/access';
import { createUser, quickPasswords } from '#test/people';
import { changeAccount, statusWithToken } from '#test/sessions';
import { sharedApp } from '#test/shared-app';
import { testApp, type TestApp } from '#test/test-app';

const getApp = sharedApp({ passwords: quickPasswords });

const CODE = '/api/my/code';
let phones = 0;
async function addClient(fields: object = {}): Promise<number> {
  phones += 1;
  return (await createUser(getApp(), { phone: `11${50_000_000 + phones}`, ...fields })).id;
}
const idOf = (cookie: string) => cookie.slice('pulso_mi='.length).split('.')[0]!;
const statusWithCookie = async (cookie: string, headers?: Record<string, string>) =>
  (await sendWithCookie(getApp(), cookie, 'POST', CODE, headers)).status;
const readSession = async (cookie: string) => {
  const { rows } = await sql<{ left: number; used: number; ended: boolean }>`
    select extract(epoch from expires_at - now())::float8 as left, extract(epoch from now() - last_used_at)::float8 as used,
      ended_at is not null as ended from sessions where id = ${idOf(cookie)}`.execute(getApp().db);
  return rows[0]!;
};
const shift = (cookie: string, by: string) =>
  sql`update sessions set last_used_at = last_used_at - ${by}::interval, expires_at = expires_at - ${by}::interval
    where id = ${idOf(cookie)}`.execute(getApp().db);

const DAY = 86_400;

describe('the session of a device', () => {
  it('LNK-09 ends 90 days after its last use, which puts that off once a day', async () => {
    const cookie = await openDevice(getApp(), await addClient());
    expect((await readSession(cookie)).left / DAY).toBeCloseTo(90, 2);
    await shift(cookie, '23 hours');
    expect(await statusWithCookie(cookie)).toBe(201);
    expect((await readSession(cookie)).left / DAY).toBeCloseTo(90 - 23 / 24, 2);
    await shift(cookie, '2 hours');
    expect(await statusWithCookie(cookie)).toBe(201);
    expect((await readSession(cookie)).left / DAY).toBeCloseTo(90, 2);
    await shift(cookie, '89 days 23 hours');
    expect(await statusWithCookie(cookie)).toBe(201);
    await shift(cookie, '90 days');
    expect(await statusWithCookie(cookie)).toBe(401);
  });

  it('LNK-09 says when it was used last, to ten minutes', async () => {
    const cookie = await openDevice(getApp(), await addClient());
    await shift(cookie, '9 minutes');
    await statusWithCookie(cookie);
    expect((await readSession(cookie)).used / 60).toBeCloseTo(9, 0);
    await shift(cookie, '2 minutes');
    await statusWithCookie(cookie);
    expect((await readSession(cookie)).used).toBeLessThan(10);
  });

  it.each(['ADMIN', 'TRAINER'])('LNK-09 of an %s ends after four hours, however often it is used', async (role) => {
    const app = getApp();
    const username = `quien.${role.toLowerCase()}`;
    await addClient({ role, username, password: 'clave-segura' });
    const cookie = cookieOf(await enter(app, { username, password: 'clave-segura' }));
    expect((await readSession(cookie)).left / 3_600).toBeCloseTo(4, 2);
    await shift(cookie, '3 hours');
    // He is known, and is no client.
    expect(await statusWithCookie(cookie)).toBe(409);
    expect((await readSession(cookie)).left / 3_600).toBeCloseTo(1, 2);
    await shift(cookie, '1 hour');
    expect(await statusWithCookie(cookie)).toBe(401);
  });

  it('LNK-09 is the eleventh: the one unused for longest ends', async () => {
    const id = await addClient();
    const cookies: string[] = [];
    for (let nth = 0; nth < 10; nth += 1) cookies.push(await openDevice(getApp(), id));
    const [first, second] = cookies as [string, string];
    for (const [index, cookie] of cookies.entries()) await shift(cookie, `${20 - index} days`);
    // Used since: it is the second by now that was not used for longest.
    expect(await statusWithCookie(first)).toBe(201);
    const last = await openDevice(getApp(), id);
    expect(
      await Promise.all([first, second, ...cookies.slice(2), last].map((cookie) => statusWithCookie(cookie))),
    ).toEqual([201, 401, ...cookies.slice(2).map(() => 201), 201]);
  });

  it('LNK-09 stays one of ten where several enter at once', async () => {
    const app = getApp();
    const username = 'diez.juntos';
    const id = await addClient({ username, password: 'clave-segura' });
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, nth) =>
        enter(app, { username, password: 'clave-segura' }, { from: `192.0.2.${nth}` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await app.get(`/api/user/${id}/sessions`)).body.data).toHaveLength(10);
  });

  it.each<[string, (app: TestApp, id: number) => Promise<unknown>]>([
    ['deactivated', (app, id) => changeAccount(app, id, { status: false })],
    ['deleted', (app, id) => app.remove(`/api/user/${id}`)],
    ['given another role', (app, id) => changeAccount(app, id, { role: 'TRAINER' })],
    ['given another password', (app, id) => changeAccount(app, id, { password: 'otra-clave' })],
    ['shut out from the panel', (app, id) => app.remove(`/api/user/${id}/sessions`)],
    [
      'logged out everywhere',
      async (app, id) => {
        const { body } = await app.get(`/api/user/${id}`);
        const token = await app.login({ username: body.data.username as string, password: 'clave-segura' });
        return app.send('POST', '/api/auth/logout-all', { token });
      },
    ],
  ])('LNK-10 is over at the next request once its owner is %s, and does not come back', async (name, happens) => {
    const app = getApp();
    const id = await addClient({ username: `fin.${name.replaceAll(' ', '.')}`, password: 'clave-segura' });
    const [cookie, other] = [await openDevice(app, id), await openDevice(app, id)];
    const stranger = await openDevice(app, await addClient());
    expect(await statusWithCookie(cookie)).toBe(201);
    await happens(app, id);
    for (const one of [cookie, other]) expect(await statusWithCookie(one)).toBe(401);
    expect(await statusWithCookie(stranger)).toBe(201);
    await sql`update users set status = true, role = 'CLIENT', deleted_at = null where id = ${id}`.execute(app.db);
    expect(await statusWithCookie(cookie)).toBe(401);
  });

  it('LNK-10 LNK-11 is listed with its phone, since when, last use and address, and ended alone', async () => {
    const app = getApp();
    const id = await addClient();
    const list = async () => deviceSessionsBody.parse((await app.get(`/api/user/${id}/sessions`)).body);
    expect(await list()).toEqual({ success: true, data: [], last_used_at: null });
    const iphone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
    const old = await openDevice(app, id, { from: '203.0.113.4', userAgent: iphone });
    await shift(old, '2 hours');
    const fresh = await openDevice(app, id, { from: '203.0.113.5' });
    const { data, last_used_at } = await list();
    expect(data).toMatchObject([
      { id: idOf(fresh), device: 'Chrome en Android', address: '203.0.113.5' },
      { id: idOf(old), device: 'Safari en iPhone', address: '203.0.113.4' },
    ]);
    expect(last_used_at).toBe(data[0]!.last_used_at);
    const end = (session: string, of = id) => app.remove(`/api/user/${of}/session/${session}`);
    expect((await end(idOf(fresh), await addClient())).status).toBe(404);
    expect(await statusWithCookie(fresh)).toBe(201);
    expect((await end(idOf(fresh))).status).toBe(200);
    expect([await statusWithCookie(fresh), await statusWithCookie(old)]).toEqual([401, 201]);
    // Twice is once.
    expect((await end(idOf(fresh))).status).toBe(200);
    for (const none of ['x', idOf(fresh).toUpperCase().slice(1)]) expect((await end(none)).status).toBe(404);
    expect((await app.remove(`/api/user/${id}/sessions`)).status).toBe(200);
    expect(await list()).toMatchObject({ data: [], last_used_at: expect.any(String) });
    expect((await app.get('/api/user/2000000000/sessions')).status).toBe(404);
    expect((await app.remove('/api/user/2000000000/sessions')).status).toBe(404);
    // An ordinary login is no phone of his.
    const { body } = await app.get(`/api/user/${decodeJwt(app.token).sub}/sessions`);
    expect(body).toMatchObject({ data: [], last_used_at: null });
    expect(await statusWithToken(app, app.token)).toBe(200);
  });

  it('ends as its holder leaves, also for the second time', async () => {
    const app = getApp();
    const cookie = await openDevice(app, await addClient());
    for (const headers of [{ cookie }, { cookie }, {}] as Record<string, string>[]) {
      const { status, headers: answered } = await app.send('POST', '/api/my/leave', { headers });
      expect(status).toBe(200);
      expect(answered['set-cookie']).toMatch(/^pulso_mi=; Path=\/api\/my; Max-Age=0; HttpOnly; SameSite=Strict$/);
    }
    expect(await statusWithCookie(cookie)).toBe(401);
    // Its name alone ends nothing.
    const other = await openDevice(app, await addClient());
    await app.send('POST', '/api/my/leave', { headers: { cookie: `${other.split('.')[0]}.${'A'.repeat(43)}` } });
    expect(await statusWithCookie(other)).toBe(201);
  });

  it('writes 120 times a minute, and is then told when to go on; others are not held up', async () => {
    const [cookie, other] = [
      await openDevice(getApp(), await addClient()),
      await openDevice(getApp(), await addClient()),
    ];
    await statusWithCookie(cookie);
    await sql`update login_failures set failures = 119 where until < now() + interval '61 seconds'`.execute(
      getApp().db,
    );
    expect(await statusWithCookie(cookie)).toBe(201);
    const refused = await sendWithCookie(getApp(), cookie, 'POST', CODE);
    expect(refused.status).toBe(429);
    expect(refused.body.message).toMatch(/^Demasiados cambios seguidos\. Intenta de nuevo en \d+ s\.$/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await statusWithCookie(other)).toBe(201);
    expect((await sendWithCookie(getApp(), cookie, 'POST', '/api/my/leave')).status).toBe(200);
  });
});

describe('the cookie', () => {
  it('LNK-12 is HttpOnly, SameSite=Strict, of /api/my, for 400 days, and Secure over TLS', async () => {
    const app = getApp();
    const { secret } = await sendAccess(app, await addClient());
    const { headers } = await enter(app, { link: secret });
    expect(headers['set-cookie']).toMatch(
      /^pulso_mi=[\da-f-]{36}\.[\w-]{43}; Path=\/api\/my; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    );
    expect(headers['cache-control']).toBe('no-store');
    const proxied = await testApp({ trustProxy: '127.0.0.1', passwords: quickPasswords });
    const { id } = await createUser(proxied);
    const { headers: secure } = await proxied.send('POST', '/api/auth/access', {
      headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'https' },
      payload: JSON.stringify({ link: (await sendAccess(proxied, id)).secret }),
    });
    expect(secure['set-cookie']).toMatch(/; SameSite=Strict; Secure$/);
  });

  it('LNK-12 counts not where another site asks, nor where it is a neighbour', async () => {
    const cookie = await openDevice(getApp(), await addClient());
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://otro.example' },
      { origin: 'null' },
    ] as Record<string, string>[]) {
      expect(await statusWithCookie(cookie, headers)).toBe(403);
      expect((await sendWithCookie(getApp(), cookie, 'POST', '/api/my/leave', headers)).status).toBe(403);
    }
    for (const headers of [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: 'http://localhost:81' },
    ] as Record<string, string>[])
      expect(await statusWithCookie(cookie, headers)).toBe(201);
  });

  it('LNK-12 is worth nothing but whole, and a token beside it wins', async () => {
    const app = getApp();
    const cookie = await openDevice(app, await addClient());
    const [name = '', secret = ''] = cookie.split('.');
    for (const wrong of [
      name,
      `${name}.`,
      `${name}.${'A'.repeat(43)}`,
      `${name}.${secret}A`,
      `${name}.${secret.slice(1)}`,
      cookie.replace('pulso_mi', 'pulso_yo'),
      `x${cookie}`,
      `pulso_mi=${'-'.repeat(36)}.${secret}`,
    ])
      expect(await statusWithCookie(wrong), wrong).toBe(401);
    expect(await statusWithCookie(`otra=1; ${cookie}; y=2`)).toBe(201);
    // The administrator is known by his token, and is no client; what is no token opens nothing, whatever stands beside it.
    expect(await statusWithCookie(cookie, { authorization: `Bearer ${app.token}` })).toBe(409);
    expect(await statusWithCookie(cookie, { authorization: 'Bearer a.b.c' })).toBe(401);
    expect(await statusWithCookie(cookie, { authorization: 'Basic YTpi' })).toBe(401);
  });

  it('LNK-12 names a session that a token of the server itself may name, and that opens no more by it', async () => {
    const app = getApp();
    const username = 'jefa.con.telefono';
    const id = await addClient({ role: 'ADMIN', username, password: 'clave-segura' });
    const cookie = cookieOf(await enter(app, { username, password: 'clave-segura' }));
    const token = await app.tokens.sign({ userId: id, sessionId: idOf(cookie) }, new Date(Date.now() + 60_000));
    expect((await app.get('/api/notifications/mine', token)).status).toBe(200);
    expect((await app.get('/api/level', token)).status).toBe(403);
    // The same answer comes from a route that checks the right in its write alone.
    expect((await app.json('POST', '/api/type-diet', { name: 'Suya' }, { token })).status).toBe(403);
  });
});
