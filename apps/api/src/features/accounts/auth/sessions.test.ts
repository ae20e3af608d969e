import { SESSION_HOURS } from '@pulso/contract/accounts/session';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { removeOldOrigins, removeExpiredFailures, removeExpiredSessions } from '#features/accounts/auth/auth.queries';
import { changeAccount, logOut, openSession, statusWithToken } from '#test/sessions';
import { sharedApp } from '#test/shared-app';
import { testApp } from '#test/test-app';

const getApp = sharedApp();

describe('a session', () => {
  it('ACC-23 T2 ends four hours after login, to the second, and the token says so', async () => {
    const app = getApp();
    const token = await app.login(await app.addUser());
    const { exp = 0, iat = 0, jti = '' } = decodeJwt(token);
    expect(SESSION_HOURS).toBe(4);
    expect(Math.abs(exp - iat - 4 * 3600)).toBeLessThanOrEqual(1);
    const { rows } = await sql<{ lasts: string; ends: number }>`
      select (expires_at - created_at)::text as lasts, extract(epoch from expires_at)::float8 as ends
      from sessions where id = ${jti}`.execute(app.db);
    expect(rows[0]?.lasts).toBe('04:00:00');
    expect(Math.floor(rows[0]?.ends ?? 0)).toBe(exp);

    const left = (interval: string) =>
      sql`update sessions set expires_at = now() + ${interval}::interval where id = ${jti}`.execute(app.db);
    await left('1 minute');
    expect(await statusWithToken(app, token)).toBe(200);
    await left('0 seconds');
    expect(await statusWithToken(app, token)).toBe(401);
  });

  it('ACC-23 T2 is over for a token whose time has passed, whatever the database holds', async () => {
    const app = getApp();
    const { jti: sessionId = '', sub } = decodeJwt(app.token);
    const at = (ms: number) => app.tokens.sign({ userId: Number(sub), sessionId }, new Date(Date.now() + ms));
    expect(await statusWithToken(app, await at(60_000))).toBe(200);
    expect(await statusWithToken(app, await at(-60_000))).toBe(401);
  });

  it('T3 T4 ends at logout, it alone and at once', async () => {
    const app = getApp();
    const user = await app.addUser();
    const [token, other] = [await app.login(user), await app.login(user)];
    const { status, body } = await logOut(app, token);
    expect([status, body]).toEqual([200, { success: true, data: null }]);
    expect(await statusWithToken(app, token)).toBe(401);
    expect(await statusWithToken(app, other)).toBe(200);
    // Again, without a token and with an invalid one: nothing to end, no error.
    for (const again of [token, undefined, 'a.b.c']) expect((await logOut(app, again)).status).toBe(200);
    expect(await statusWithToken(app, other)).toBe(200);
  });

  it('T4 ends together with all others of its account, and with no other account', async () => {
    const app = getApp();
    const everywhere = (token: string) => app.send('POST', '/api/auth/logout-all', { token });
    const [user, stranger] = [await app.addUser(), await app.addUser()];
    const old = await app.login(user);
    await logOut(app, old);
    const [token, other, foreign] = [await app.login(user), await app.login(user), await app.login(stranger)];
    // An ended session cannot end others.
    expect((await everywhere(old)).status).toBe(200);
    expect(await statusWithToken(app, token)).toBe(200);
    const { status, body } = await everywhere(token);
    expect([status, body]).toEqual([200, { success: true, data: null }]);
    expect([
      await statusWithToken(app, token),
      await statusWithToken(app, other),
      await statusWithToken(app, foreign),
    ]).toEqual([401, 401, 200]);
    expect(await statusWithToken(app, await app.login(user))).toBe(200);
  });

  it('lets whoever holds it end it, whatever his role', async () => {
    const app = getApp();
    const token = await app.login(await app.addUser({ role: 'CLIENT' }));
    expect((await logOut(app, token)).status).toBe(200);
    const { jti = '' } = decodeJwt(token);
    const found = await app.db.selectFrom('sessions').select('ended_at').where('id', '=', jti).executeTakeFirst();
    expect(found?.ended_at).toBeTruthy();
  });

  it('cannot be ended where the extras are off: there is no such call', async () => {
    const app = await testApp({ extras: false });
    expect((await logOut(app, app.token)).status).toBe(404);
    expect((await logOut(app)).status).toBe(401);
    expect(await statusWithToken(app, app.token)).toBe(200);
  });
});

describe('a token', () => {
  it('ACC-21 T5 of an account that was inactive at login opens nothing, and does not wake up with the account', async () => {
    const app = getApp();
    const user = await app.addUser({ status: false });
    const token = await app.login(user);
    expect(await statusWithToken(app, token)).toBe(401);
    await changeAccount(app, user.id, { status: true });
    expect(await statusWithToken(app, token)).toBe(401);
    expect(await statusWithToken(app, await app.login(user))).toBe(200);
  });

  it('ACC-26 T5 of an account that is deactivated or deleted fails at the next call', async () => {
    const app = getApp();
    const [inactive, deleted] = [await app.addUser(), await app.addUser()];
    const tokens = [await app.login(inactive), await app.login(deleted)];
    for (const token of tokens) expect(await statusWithToken(app, token)).toBe(200);
    await changeAccount(app, inactive.id, { status: false });
    expect((await app.remove(`/api/user/${deleted.id}`)).status).toBe(200);
    for (const token of tokens) expect(await statusWithToken(app, token)).toBe(401);
    // The account is active again, but not its former sessions.
    await changeAccount(app, inactive.id, { status: true });
    for (const token of tokens) expect(await statusWithToken(app, token)).toBe(401);
  });

  it('ACC-26 T5 does not depend on the session: the account alone is enough', async () => {
    const app = getApp();
    const user = await app.addUser();
    const token = await app.login(user);
    await app.db.updateTable('users').set({ status: false }).where('id', '=', user.id).execute();
    expect(await statusWithToken(app, token)).toBe(401);
    await sql`update users set status = true, deleted_at = now() where id = ${user.id}`.execute(app.db);
    expect(await statusWithToken(app, token)).toBe(401);
  });

  it('T7 lacks the rights of a demoted administrator, and is worthless when he gets them back', async () => {
    const app = getApp();
    const user = await app.addUser();
    const token = await app.login(user);
    await changeAccount(app, user.id, { role: 'TRAINER' });
    expect(await statusWithToken(app, token)).toBe(403);
    await changeAccount(app, user.id, { role: 'ADMIN' });
    expect(await statusWithToken(app, token)).toBe(401);
  });

  it('T6 of before a change of password is over, but for the one that changed it', async () => {
    const app = getApp();
    const user = await app.addUser();
    const [mine, elsewhere] = [await app.login(user), await app.login(user)];
    await app.json('PATCH', `/api/user/${user.id}`, { password: 'otra-clave' }, { token: mine });
    expect([await statusWithToken(app, mine), await statusWithToken(app, elsewhere)]).toEqual([200, 401]);
    await changeAccount(app, user.id, { password: 'y-otra-mas' });
    expect(await statusWithToken(app, mine)).toBe(401);
    expect(await app.login(user)).toBeUndefined();
    expect(await statusWithToken(app, await app.login({ ...user, password: 'y-otra-mas' }))).toBe(200);
  });

  it('belongs to its account: the same session under another id is nobody', async () => {
    const app = getApp();
    const { id } = await app.addUser();
    const { jti: sessionId = '', exp = 0 } = decodeJwt(app.token);
    const token = await app.tokens.sign({ userId: id, sessionId }, new Date(exp * 1000));
    expect(await statusWithToken(app, token)).toBe(401);
  });

  it('T11 answers for its own account only, however many come at once', async () => {
    const app = getApp();
    const standings = [
      { expected: 200 },
      { expected: 403, role: 'TRAINER' },
      { expected: 401, status: false },
      { expected: 403, role: 'CLIENT' },
    ] as const;
    const holders = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const { expected, ...standing } = standings[index % standings.length]!;
        const { username } = await app.addUser({ username: `quien${index}`, ...standing });
        return { expected, token: await openSession(app, username) };
      }),
    );
    for (let round = 0; round < 6; round += 1) {
      const calls = Array.from({ length: 50 }, (_, index) => holders[(index * 17 + round) % holders.length]!);
      const answers = await Promise.all(calls.map(({ token }) => statusWithToken(app, token)));
      expect(answers).toEqual(calls.map(({ expected }) => expected));
    }
  });
});

describe('what has run out', () => {
  it('is removed, and nothing else', async () => {
    const app = getApp();
    const { id } = await app.addUser();
    const add = (ends: string) =>
      sql`
      insert into sessions (id, user_id, address, expires_at)
      values (gen_random_uuid(), ${id}, ${ends}, now() + ${ends}::interval)`.execute(app.db);
    for (const ends of ['-2 days', '-1 hour', '1 hour']) await add(ends);
    await sql`
      insert into login_failures (key, failures, until)
      values ('\\x01', 1, now() - interval '1 minute'), ('\\x02', 1, now() + interval '1 minute')`.execute(app.db);
    await sql`
      insert into known_addresses (user_id, address, seen_at)
      values (${id}, 'old', now() - interval '91 days'), (${id}, 'recent', now() - interval '89 days')`.execute(app.db);
    await sql`
      insert into known_devices (user_id, token_hash, seen_at)
      values (${id}, '\\x01', now() - interval '181 days'), (${id}, '\\x02', now() - interval '179 days')`.execute(
      app.db,
    );
    for (const remove of [removeExpiredSessions, removeExpiredFailures, removeOldOrigins]) await remove(app.db);
    const { rows } = await sql<{ sessions: string[]; failures: string[]; known: string[]; devices: string[] }>`
      select
        (select array_agg(address order by address) from sessions where user_id = ${id}) as sessions,
        (select array_agg(encode(key, 'hex')) from login_failures where length(key) = 1) as failures,
        (select array_agg(address) from known_addresses where user_id = ${id}) as known,
        (select array_agg(encode(token_hash, 'hex')) from known_devices where user_id = ${id}) as devices`.execute(
      app.db,
    );
    expect(rows[0]).toEqual({
      sessions: ['-1 hour', '1 hour'],
      failures: ['02'],
      known: ['recent'],
      devices: ['02'],
    });
  });
});
