import { KEPT_SESSION_DAYS } from '@pulso/contract/accounts/session';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
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

const renew = (app: TestApp, cookie = '') =>
  app.send('POST', '/api/auth/renew', { headers: { cookie: cookie.split(';')[0] ?? '' } });

describe('a session that is kept on a device', () => {
  it('A12 ends 30 days after its last use, in tokens of four hours; its cookie is for no script and no other site', async () => {
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
    expect(keptCookieOf(renewed)).toBe(cookie);

    await sql`update sessions set expires_at = now() where id = ${jti}`.execute(app.db);
    expect((await renew(app, cookie)).status).toBe(401);
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
  ])('A12 ends with %s', async (_, end) => {
    const app = getApp();
    const { id, enter } = await logIn(app);
    const answer = await enter(true);
    const cookie = keptCookieOf(answer)?.split(';')[0] ?? '';
    await end(app, { id, token: tokenOf(answer), cookie });
    const refused = await renew(app, cookie);
    expect([refused.status, keptCookieOf(refused)?.includes('Max-Age=0')]).toEqual([401, true]);
    expect(await statusWithToken(app, tokenOf(answer))).not.toBe(200);
  });

  it('A12 is opened by nothing but the cookie that the server sealed for it', async () => {
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

  it('A12 is nothing that a login without the wish, of somebody else than an administrator or on another server gives', async () => {
    const app = getApp();
    const { enter } = await logIn(app);
    expect([keptCookieOf(await enter()), keptCookieOf(await enter(false))]).toEqual([undefined, undefined]);
    const client = await (await logIn(app, { role: 'CLIENT' })).enter(true);
    expect([client.status, keptCookieOf(client)]).toEqual([200, undefined]);
    const plain = await testApp({ extras: false, passwords: quickPasswords });
    const answer = await (await logIn(plain)).enter(true);
    expect([answer.status, keptCookieOf(answer), (await renew(plain)).status]).toEqual([200, undefined, 401]);
  });

  it('A12 gives way to the next login of its device', async () => {
    const app = getApp();
    const { username, password, enter } = await logIn(app);
    const cookie = keptCookieOf(await enter(true))?.split(';')[0] ?? '';
    const next = await app.json('POST', '/api/auth/login', { username, password }, { headers: { cookie } });
    expect(keptCookieOf(next)).toContain('Max-Age=0');
    expect((await renew(app, cookie)).status).toBe(401);
  });
});
