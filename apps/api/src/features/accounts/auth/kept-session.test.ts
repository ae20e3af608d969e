import { KEPT_SESSION_DAYS, KEPT_SESSION_MAX_DAYS } from '@pulso/contract/accounts/session';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listSessions } from '#features/accounts/auth/auth.queries';
import { buildApp } from '#app';
import { quickPasswords } from '#test/people';
import { changeAccount, statusWithToken } from '#test/sessions';
import { sharedApp } from '#test/shared-app';
import { testApp, type Answer, type TestApp } from '#test/test-app';

const getApp = sharedApp({ passwords: quickPasswords });
const HOUR_S = 3_600;

const cookiesOf = ({ headers }: Answer) => [headers['set-cookie'] ?? []].flat().map(String);
/** The last value that an answer gives the cookie of the kept session, with its attributes. */
const keptCookieOf = (answer: Answer) => cookiesOf(answer).findLast((cookie) => cookie.startsWith('pulso_session='));
const tokenOf = ({ body }: Answer) => (body as unknown as { access_token: string }).access_token;

async function logIn(app: TestApp, fields: object = {}, headers: Record<string, string> = {}) {
  const { id, username, password } = await app.addUser(fields);
  const enter = (keep?: boolean) =>
    app.json('POST', '/api/auth/login', { username, password, ...(keep !== undefined && { keep }) }, { headers });
  return { id, username, password, enter };
}

type Origin = { headers?: Record<string, string>; from?: string };
const renew = (app: TestApp, cookie = '', { headers, from }: Origin = {}) =>
  app.send('POST', '/api/auth/renew', { headers: { cookie: cookie.split(';')[0] ?? '', ...headers }, from });

/** A session that is kept, with its device's cookie. */
async function keepSession(app: TestApp) {
  const person = await logIn(app);
  const answer = await person.enter(true);
  const token = tokenOf(answer);
  return { ...person, token, cookie: keptCookieOf(answer)?.split(';')[0] ?? '', sessionId: decodeJwt(token).jti ?? '' };
}
/** Moves the login and the last renewal back by so much time. */
const letPass = (app: TestApp, sessionId: string, interval: string) =>
  sql`
    update sessions set created_at = created_at - ${interval}::interval,
      renewed_at = renewed_at - ${interval}::interval, expires_at = expires_at - ${interval}::interval
    where id = ${sessionId}`.execute(app.db);

describe('a session that is kept on a device', () => {
  it('ends 30 days after its last use, in tokens of four hours; its cookie is for no script and no other site', async () => {
    const app = getApp();
    const { enter } = await logIn(app);
    const answer = await enter(true);
    const cookie = keptCookieOf(answer);
    expect(cookie).toMatch(
      new RegExp(`; Path=/api/auth; Max-Age=${KEPT_SESSION_DAYS * 24 * HOUR_S}; HttpOnly; SameSite=Strict$`),
    );
    const { jti = '' } = decodeJwt(tokenOf(answer));
    const left = async () => {
      const { rows } = await sql<{ days: number }>`
        select round(extract(epoch from expires_at - now()) / 86400)::int as days from sessions where id = ${jti}`.execute(
        app.db,
      );
      return rows[0]?.days;
    };
    expect(await left()).toBe(KEPT_SESSION_DAYS);

    // Ten days later the token has ended, and the cookie brings another one of the same session.
    await sql`update sessions set expires_at = expires_at - interval '10 days' where id = ${jti}`.execute(app.db);
    expect(await left()).toBe(KEPT_SESSION_DAYS - 10);
    const renewed = await renew(app, cookie);
    expect(renewed.status).toBe(200);
    expect(renewed.body).toMatchObject({
      user: (answer.body as { user: object }).user,
      extras: expect.anything() as [],
    });
    const { exp = 0, iat = 0, jti: same } = decodeJwt(tokenOf(renewed));
    expect([Math.round((exp - iat) / HOUR_S), same, await left()]).toEqual([4, jti, KEPT_SESSION_DAYS]);
    expect(await statusWithToken(app, tokenOf(renewed))).toBe(200);
    const next = keptCookieOf(renewed);
    expect([next?.split('; ').slice(1), next === cookie]).toEqual([cookie?.split('; ').slice(1), false]);

    await sql`update sessions set expires_at = now() where id = ${jti}`.execute(app.db);
    expect((await renew(app, next)).status).toBe(401);
  });

  it.each<[string, (app: TestApp, account: { id: number; token: string; cookie: string }) => Promise<unknown>]>([
    ['the logout', (app, { token }) => app.send('POST', '/api/auth/logout', { token })],
    [
      'a logout whose token has ended',
      (app, { cookie }) => app.send('POST', '/api/auth/logout', { headers: { cookie } }),
    ],
    ['a logout everywhere', (app, { token }) => app.send('POST', '/api/auth/logout-all', { token })],
    ['another password', (app, { id }) => changeAccount(app, id, { password: 'otra-clave' })],
    ['deactivation', (app, { id }) => changeAccount(app, id, { status: false })],
    ['another role', (app, { id }) => changeAccount(app, id, { role: 'CLIENT' })],
    ['deletion', (app, { id }) => app.remove(`/api/user/${id}`)],
  ])('ends with %s', async (_, end) => {
    const app = getApp();
    const { id, enter } = await logIn(app);
    const answer = await enter(true);
    const cookie = keptCookieOf(answer)?.split(';')[0] ?? '';
    await end(app, { id, token: tokenOf(answer), cookie });
    const refused = await renew(app, cookie);
    expect([refused.status, keptCookieOf(refused)?.includes('Max-Age=0')]).toEqual([401, true]);
    expect(await statusWithToken(app, tokenOf(answer))).not.toBe(200);
  });

  it('is opened by nothing but the cookie that the server sealed for it', async () => {
    const app = getApp();
    const { enter } = await logIn(app);
    const answer = await enter(true);
    const [value = '', seal = ''] = (keptCookieOf(answer) ?? '').replace('pulso_session=', '').split(/[.;]/);
    const { jti = '' } = decodeJwt(app.token);
    const device = /pulso_device=([^;]+)/.exec(cookiesOf(answer).join())?.[1] ?? '';
    const forged = ['', value, `${value}.`, `${jti}.${seal}`, `${jti}.${app.tokens.seal(jti)}`, device, `${value}.x`];
    for (const text of forged) expect((await renew(app, `pulso_session=${text}`)).status, text).toBe(401);
    expect((await renew(app)).status).toBe(401);
    expect((await renew(app, `pulso_session=${value}.${seal}`)).status).toBe(200);
  });

  it('is nothing that a login without the wish, of somebody else than an administrator or on another server gives', async () => {
    const app = getApp();
    const { enter } = await logIn(app);
    expect([keptCookieOf(await enter()), keptCookieOf(await enter(false))]).toEqual([undefined, undefined]);
    const client = await (await logIn(app, { role: 'CLIENT' })).enter(true);
    expect([client.status, keptCookieOf(client)]).toEqual([200, undefined]);
    const plain = await testApp({ extras: false, passwords: quickPasswords });
    const answer = await (await logIn(plain)).enter(true);
    expect([answer.status, keptCookieOf(answer), (await renew(plain)).status]).toEqual([200, undefined, 401]);
  });

  it('gives way to the next login of its device', async () => {
    const app = getApp();
    const { username, password, enter } = await logIn(app);
    const cookie = keptCookieOf(await enter(true))?.split(';')[0] ?? '';
    const next = await app.json('POST', '/api/auth/login', { username, password }, { headers: { cookie } });
    expect(keptCookieOf(next)).toContain('Max-Age=0');
    expect((await renew(app, cookie)).status).toBe(401);
  });

  it('gives each device that renews its session another cookie: an old one ends the session and is told', async () => {
    const app = getApp();
    const { id, cookie, sessionId } = await keepSession(app);
    const renewed = await renew(app, cookie);
    const next = keptCookieOf(renewed);
    await letPass(app, sessionId, '3 minutes');
    const stolen = await renew(app, cookie, { from: '203.0.113.5' });
    expect([stolen.status, keptCookieOf(stolen)?.includes('Max-Age=0')]).toEqual([401, true]);
    expect([(await renew(app, next)).status, await statusWithToken(app, tokenOf(renewed))]).toEqual([401, 401]);
    const { rows } = await sql`
      select actor_id, address from events where user_id = ${id} and action = 'reused-login'`.execute(app.db);
    expect(rows).toEqual([{ actor_id: null, address: '203.0.113.5' }]);
  });

  it('ends as well where the thief renews first and the owner comes back', async () => {
    const app = getApp();
    const { cookie, sessionId } = await keepSession(app);
    const stolen = await renew(app, cookie);
    expect(stolen.status).toBe(200);
    await letPass(app, sessionId, '4 hours');
    expect((await renew(app, cookie)).status).toBe(401);
    expect([(await renew(app, keptCookieOf(stolen))).status, await statusWithToken(app, tokenOf(stolen))]).toEqual([
      401, 401,
    ]);
  });

  it('gives tabs that renew at once, on any node, and a phone that asks again, the same cookie', async () => {
    const app = getApp();
    const { cookie, sessionId } = await keepSession(app);
    const { http } = buildApp(app.deps);
    await http.ready();
    onTestFinished(() => http.close());
    const elsewhere = async () => {
      const { statusCode, headers } = await http.inject({
        method: 'POST',
        url: '/api/auth/renew',
        headers: { cookie },
      });
      return { status: statusCode, body: undefined, headers, raw: '' };
    };
    const answers = await Promise.all([renew(app, cookie), elsewhere(), renew(app, cookie), elsewhere()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const next = keptCookieOf(answers[0]);
    expect(new Set(answers.map(keptCookieOf))).toEqual(new Set([next]));
    // Asking again does not put off until when one may.
    await letPass(app, sessionId, '100 seconds');
    expect(keptCookieOf(await renew(app, cookie))).toBe(next);
    await letPass(app, sessionId, '30 seconds');
    expect((await renew(app, next)).status).toBe(200);
    expect((await renew(app, cookie)).status).toBe(401);
  });

  it('ends 90 days after its login, however often it is used, and its last token with it', async () => {
    const app = getApp();
    const { cookie, sessionId } = await keepSession(app);
    await sql`
      update sessions set created_at = now() - make_interval(days => ${KEPT_SESSION_MAX_DAYS}) + interval '1 hour'
      where id = ${sessionId}`.execute(app.db);
    const renewed = await renew(app, cookie);
    const { exp = 0 } = decodeJwt(tokenOf(renewed));
    expect(Math.round((exp - Date.now() / 1_000) / 60)).toBe(60);
    await letPass(app, sessionId, '61 minutes');
    expect((await renew(app, keptCookieOf(renewed))).status).toBe(401);
  });

  it('T6 is kept no longer once its owner has another password: it lasts four hours more, and no cookie renews it', async () => {
    const app = getApp();
    const { id, token, cookie, sessionId } = await keepSession(app);
    const changed = await app.json('PATCH', `/api/user/${id}`, { password: 'otra-clave' }, { token });
    expect([changed.status, await statusWithToken(app, token)]).toEqual([200, 200]);
    const [session] = await listSessions(app.db, id);
    expect(session?.id).toBe(sessionId);
    expect(Math.round((new Date(session!.expires_at).getTime() - Date.now()) / 60_000)).toBe(240);
    expect((await renew(app, cookie)).status).toBe(401);
    expect(await statusWithToken(app, token)).toBe(200);
  });

  it('T6 survives two changes of its owner at once: neither waits for the other for good', async () => {
    const app = getApp();
    const { id, token, cookie } = await keepSession(app);
    const passwords = ['otra-clave', 'y-otra-mas'];
    const answers = await Promise.all(
      passwords.map((password) => app.json('PATCH', `/api/user/${id}`, { password }, { token })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await renew(app, cookie)).status).toBe(401);
  });

  it('is the only kind that is renewed: a cookie for another session gets nothing', async () => {
    const app = getApp();
    const { cookie, sessionId, token } = await keepSession(app);
    await sql`update sessions set kept_hash = null where id = ${sessionId}`.execute(app.db);
    expect((await renew(app, cookie)).status).toBe(401);
    expect(await statusWithToken(app, token)).toBe(200);
  });

  it('X24 leaves who went on from another address, once for each, and is listed there', async () => {
    const app = getApp();
    const { id, cookie } = await keepSession(app);
    let last = cookie;
    for (const from of ['127.0.0.1', '203.0.113.5', '203.0.113.5', '127.0.0.1', '203.0.113.6'])
      last = keptCookieOf(await renew(app, last, { from })) ?? '';
    const { rows } = await sql<{ address: string }>`
      select address from events where action = 'renewed-login' and actor_id = ${id} and user_id = ${id}
      order by id`.execute(app.db);
    expect(rows.map(({ address }) => address)).toEqual(['203.0.113.5', '127.0.0.1', '203.0.113.6']);
    expect((await listSessions(app.db, id)).map(({ address }) => address)).toEqual(['203.0.113.6']);
  });

  it('T13 ends no session but its own by the cookie alone', async () => {
    const app = getApp();
    const { username, password, cookie, token } = await keepSession(app);
    const other = await app.login({ username, password });
    const everywhere = await app.send('POST', '/api/auth/logout-all', { headers: { cookie } });
    expect([everywhere.status, await statusWithToken(app, token), await statusWithToken(app, other)]).toEqual([
      401, 200, 200,
    ]);
    expect((await app.send('POST', '/api/auth/logout', { headers: { cookie } })).status).toBe(200);
    expect([await statusWithToken(app, token), await statusWithToken(app, other)]).toEqual([401, 200]);
  });

  it.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { host: 'pulso.ejemplo', origin: 'https://otro.ejemplo' },
    { host: 'pulso.ejemplo', origin: 'https://vecino.pulso.ejemplo' },
    { origin: 'null' },
  ])('T13 neither renews nor ends for a page of another site: %o', async (headers) => {
    const app = getApp();
    const { cookie, token } = await keepSession(app);
    const refused = await renew(app, cookie, { headers });
    expect([refused.status, keptCookieOf(refused)]).toEqual([401, undefined]);
    await app.send('POST', '/api/auth/logout', { headers: { cookie, ...headers } });
    expect(await statusWithToken(app, token)).toBe(200);
    expect((await renew(app, cookie)).status).toBe(200);
  });

  it.each<Record<string, string>>([
    { 'sec-fetch-site': 'same-origin', origin: 'https://pulso.ejemplo' },
    { host: 'pulso.ejemplo', origin: 'https://pulso.ejemplo:8443' },
    { host: '[::1]:3000', origin: 'http://[::1]:3000' },
  ])('renews for the panel itself: %o', async (headers) => {
    const app = getApp();
    expect((await renew(app, (await keepSession(app)).cookie, { headers })).status).toBe(200);
  });

  it('gives way to the next login with the connections of logins alone, and is nothing where the extras are off', async () => {
    const app = await testApp({ passwords: quickPasswords });
    const { username, password, cookie } = await keepSession(app);
    const plain = buildApp({ ...app.deps, extras: false });
    await plain.http.ready();
    onTestFinished(() => plain.http.close());
    // The other connections are all taken.
    const taken = await Promise.all(Array.from({ length: 8 }, () => app.pool.connect()));
    try {
      for (const [http, endsIt] of [
        [plain.http, false],
        [app.http, true],
      ] as const) {
        const { statusCode, headers } = await http.inject({
          method: 'POST',
          url: '/api/auth/login',
          headers: { cookie, 'content-type': 'application/json' },
          payload: JSON.stringify({ username, password }),
        });
        expect(statusCode).toBe(200);
        expect(String(headers['set-cookie'] ?? '').includes('pulso_session=;')).toBe(endsIt);
      }
    } finally {
      for (const client of taken) client.release();
    }
    expect((await renew(app, cookie)).status).toBe(401);
  });
});
