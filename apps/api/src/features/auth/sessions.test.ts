import { SESSION_HOURS } from '@pulso/contract/session';
import fc from 'fast-check';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findLogin, removeExpiredAccess, startSession } from '#features/auth/auth.queries';
import { testApp, type TestApp } from '#test/test-app';

const PATH = '/api/level';
const LOGOUT = '/api/auth/logout';
const HOME = '200.45.1.7';

const statusOf = async (app: TestApp, token: string) => (await app.get(PATH, token)).status;
const logOut = (app: TestApp, token?: string) => app.send('POST', LOGOUT, { token });
/** What an administrator does to somebody else's account, over the API. */
const change = async (app: TestApp, id: number, values: object) => {
  const { status } = await app.json('PATCH', `/api/user/${id}`, values);
  expect(status).toBe(200);
};

/** A session as login makes it, without the time that hashing takes. */
async function open(app: TestApp, username: string): Promise<string> {
  const found = await findLogin(app.db, username);
  const session = found && (await startSession(app.db, found, HOME));
  if (!session) throw new Error(`${username} cannot log in`);
  return app.tokens.sign({ userId: session.id, sessionId: session.session_id }, new Date(session.expires_at));
}

describe('a session', () => {
  it('ACC-23 T2 ends four hours after login, to the second, and the token says so', async () => {
    const app = await testApp();
    const { exp = 0, iat = 0, jti = '' } = decodeJwt(app.token);
    expect(SESSION_HOURS).toBe(4);
    expect(Math.abs(exp - iat - 4 * 3600)).toBeLessThanOrEqual(1);
    const { rows } = await sql<{ lasts: string; ends: number }>`
      select (expires_at - created_at)::text as lasts, extract(epoch from expires_at)::float8 as ends
      from sessions where id = ${jti}`.execute(app.db);
    expect(rows[0]?.lasts).toBe('04:00:00');
    expect(Math.floor(rows[0]?.ends ?? 0)).toBe(exp);

    const left = (interval: string) =>
      sql`update sessions set expires_at = now() + ${interval}::interval`.execute(app.db);
    await left('1 minute');
    expect(await statusOf(app, app.token)).toBe(200);
    await left('0 seconds');
    expect(await statusOf(app, app.token)).toBe(401);
  });

  it('ACC-23 T2 is over for a token whose time has passed, whatever the database holds', async () => {
    const app = await testApp();
    const { jti: sessionId = '', sub } = decodeJwt(app.token);
    const at = (ms: number) => app.tokens.sign({ userId: Number(sub), sessionId }, new Date(Date.now() + ms));
    expect(await statusOf(app, await at(60_000))).toBe(200);
    expect(await statusOf(app, await at(-60_000))).toBe(401);
  });

  it('T3 T4 ends at logout, it alone and at once', async () => {
    const app = await testApp();
    const other = await app.login({ username: 'admin', password: 'clave-segura' });
    const { status, body } = await logOut(app, app.token);
    expect([status, body]).toEqual([200, { success: true, data: null }]);
    expect(await statusOf(app, app.token)).toBe(401);
    expect(await statusOf(app, other)).toBe(200);
    // Once more, without a token and with nonsense: there is nothing to end, and nothing to fail.
    for (const token of [app.token, undefined, 'a.b.c']) expect((await logOut(app, token)).status).toBe(200);
    expect(await statusOf(app, other)).toBe(200);
  });

  it('lets whoever holds it end it, whatever his role', async () => {
    const app = await testApp();
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
    expect(await statusOf(app, app.token)).toBe(200);
  });
});

describe('a token', () => {
  it('ACC-21 T5 of an account that was inactive at login opens nothing, and does not wake up with the account', async () => {
    const app = await testApp();
    const user = await app.addUser({ status: false });
    const token = await app.login(user);
    expect(await statusOf(app, token)).toBe(401);
    await change(app, user.id, { status: true });
    expect(await statusOf(app, token)).toBe(401);
    expect(await statusOf(app, await app.login(user))).toBe(200);
  });

  it('ACC-26 T5 of an account that is deactivated or deleted fails at the next call', async () => {
    const app = await testApp();
    const [inactive, deleted] = [await app.addUser(), await app.addUser()];
    const tokens = [await app.login(inactive), await app.login(deleted)];
    for (const token of tokens) expect(await statusOf(app, token)).toBe(200);
    await change(app, inactive.id, { status: false });
    expect((await app.remove(`/api/user/${deleted.id}`)).status).toBe(200);
    for (const token of tokens) expect(await statusOf(app, token)).toBe(401);
    // Back again, but not the sessions of before.
    await change(app, inactive.id, { status: true });
    for (const token of tokens) expect(await statusOf(app, token)).toBe(401);
  });

  it('ACC-26 T5 does not depend on the session: the account alone is enough', async () => {
    const app = await testApp();
    const user = await app.addUser();
    const token = await app.login(user);
    await app.db.updateTable('users').set({ status: false }).where('id', '=', user.id).execute();
    expect(await statusOf(app, token)).toBe(401);
    await sql`update users set status = true, deleted_at = now() where id = ${user.id}`.execute(app.db);
    expect(await statusOf(app, token)).toBe(401);
  });

  it('T7 lacks the rights of a demoted administrator, and is worthless when he gets them back', async () => {
    const app = await testApp();
    const user = await app.addUser();
    const token = await app.login(user);
    await change(app, user.id, { role: 'TRAINER' });
    expect(await statusOf(app, token)).toBe(403);
    await change(app, user.id, { role: 'ADMIN' });
    expect(await statusOf(app, token)).toBe(401);
  });

  it('T6 of before a change of password is over, but for the one that changed it', async () => {
    const app = await testApp();
    const user = await app.addUser();
    const [mine, elsewhere] = [await app.login(user), await app.login(user)];
    await app.json('PATCH', `/api/user/${user.id}`, { password: 'otra-clave' }, { token: mine });
    expect([await statusOf(app, mine), await statusOf(app, elsewhere)]).toEqual([200, 401]);
    await change(app, user.id, { password: 'y-otra-mas' });
    expect(await statusOf(app, mine)).toBe(401);
    expect(await app.login(user)).toBeUndefined();
    expect(await statusOf(app, await app.login({ ...user, password: 'y-otra-mas' }))).toBe(200);
  });

  it('belongs to its account: the same session under another id is nobody', async () => {
    const app = await testApp();
    const { id } = await app.addUser();
    const { jti: sessionId = '', exp = 0 } = decodeJwt(app.token);
    const token = await app.tokens.sign({ userId: id, sessionId }, new Date(exp * 1000));
    expect(await statusOf(app, token)).toBe(401);
  });

  it('T11 answers for its own account only, however many come at once', async () => {
    const app = await testApp();
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
        return { expected, token: await open(app, username) };
      }),
    );
    for (let round = 0; round < 6; round += 1) {
      const calls = Array.from({ length: 50 }, (_, index) => holders[(index * 17 + round) % holders.length]!);
      const answers = await Promise.all(calls.map(({ token }) => statusOf(app, token)));
      expect(answers).toEqual(calls.map(({ expected }) => expected));
    }
  });
});

describe('whatever happens to an account', () => {
  const happenings = ['login', 'logout', 'disable', 'enable', 'demote', 'promote', 'password', 'rename'] as const;
  type Happening = (typeof happenings)[number] | 'delete';

  it('ACC-26 P11 the next call of each of its tokens knows it', { timeout: 60_000 }, async () => {
    let hashes = 0;
    // How a password is hashed is beside the point, and would take most of the time.
    const app = await testApp({ passwords: { hash: async () => `hash ${(hashes += 1)}`, matches: async () => true } });

    const live = async (happening: Happening[]) => {
      const { id, username } = await app.addUser({ username: `vida${(hashes += 1)}` });
      const account = { role: 'ADMIN', status: true, deleted: false };
      const sessions: { token: string; ended: boolean }[] = [];
      const become = async (values: { role?: string; status?: boolean; password?: string; name?: string }) => {
        const { role, status } = account;
        await change(app, id, values);
        Object.assign(account, values);
        const ends = account.role !== role || (status && !account.status) || values.password;
        if (ends) for (const session of sessions) session.ended = true;
      };
      const run: Record<Happening, () => Promise<unknown>> = {
        login: async () => sessions.push({ token: await open(app, username), ended: !account.status }),
        logout: async () => {
          const session = sessions.find(({ ended }) => !ended);
          if (session) session.ended = (await logOut(app, session.token)).status === 200;
        },
        disable: () => become({ status: false }),
        enable: () => become({ status: true }),
        demote: () => become({ role: 'TRAINER' }),
        promote: () => become({ role: 'ADMIN' }),
        password: () => become({ password: 'otra-clave' }),
        rename: () => become({ name: 'Otro Nombre' }),
        delete: async () => {
          account.deleted = (await app.remove(`/api/user/${id}`)).status === 200;
        },
      };
      const expected = ({ ended }: { ended: boolean }) => {
        if (account.deleted || !account.status) return 401;
        if (account.role !== 'ADMIN') return 403;
        return ended ? 401 : 200;
      };
      for (const name of happening) {
        await run[name]();
        for (const session of sessions) expect(await statusOf(app, session.token)).toBe(expected(session));
      }
      expect(account.deleted).toBe(true);
    };
    const lives = fc
      .array(fc.constantFrom(...happenings), { minLength: 4, maxLength: 10 })
      .map((middle): Happening[] => ['login', ...middle, 'delete']);
    await fc.assert(fc.asyncProperty(lives, live), { numRuns: 12, seed: 20_240_229 });
  });
});

describe('a login that an administrator overtakes', () => {
  /** Changes the account in a transaction, logs in meanwhile, and commits once the login waits for it. */
  const overtake = async (app: TestApp, user: { id: number; username: string; password: string }, change: string) => {
    const client = new Client(app.connection);
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('begin');
    await client.query(`update users set ${change} where id = $1`, [user.id]);
    const login = app.send('POST', '/api/auth/login', {
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ username: user.username, password: user.password }),
    });
    await expect
      .poll(
        async () => {
          const { rows } = await client.query(
            `select 1 from pg_locks where not granted and locktype = 'transactionid'`,
          );
          return rows.length;
        },
        { timeout: 20_000, interval: 20 },
      )
      .toBe(1);
    await client.query('update sessions set ended_at = now() where user_id = $1', [user.id]);
    await client.query('commit');
    return login;
  };

  it('T6 with a new password gets no session for the old one', async () => {
    const app = await testApp();
    const user = await app.addUser();
    const { status, body } = await overtake(app, user, `password_hash = 'otra'`);
    expect([status, body.message]).toEqual([401, 'Usuario o contraseña incorrectos']);
  });

  it('T5 T7 with a new standing gets that one', async () => {
    const app = await testApp();
    const user = await app.addUser();
    const { status, body } = await overtake(app, user, `status = false, role = 'TRAINER'`);
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ role: 'TRAINER', status: false });
    await sql`update users set status = true, role = 'ADMIN' where id = ${user.id}`.execute(app.db);
    expect(await statusOf(app, body.access_token)).toBe(401);
  });
});

describe('what has run out', () => {
  it('is removed, and nothing else', async () => {
    const app = await testApp();
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
    await removeExpiredAccess(app.db);
    const { rows } = await sql<{ sessions: string[]; failures: string[]; known: string[] }>`
      select
        (select array_agg(address order by address) from sessions where user_id = ${id}) as sessions,
        (select array_agg(encode(key, 'hex')) from login_failures where length(key) = 1) as failures,
        (select array_agg(address) from known_addresses where user_id = ${id}) as known`.execute(app.db);
    expect(rows[0]).toEqual({ sessions: ['-1 hour', '1 hour'], failures: ['02'], known: ['recent'] });
  });
});
