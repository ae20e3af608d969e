import fc from 'fast-check';
import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { changeAccount, logOut, openSession, statusWithToken } from '#test/sessions';
import { testApp, type TestApp } from '#test/test-app';

describe('whatever happens to an account', () => {
  const happenings = ['login', 'logout', 'disable', 'enable', 'demote', 'promote', 'password', 'rename'] as const;
  type Happening = (typeof happenings)[number] | 'delete';

  it('ACC-26 P11 the next call of each of its tokens knows it', { timeout: 60_000 }, async () => {
    let hashes = 0;
    // Real hashing is irrelevant here, and slow.
    const app = await testApp({ passwords: { hash: async () => `hash ${(hashes += 1)}`, matches: async () => true } });

    const live = async (happening: Happening[]) => {
      const { id, username } = await app.addUser({ username: `vida${(hashes += 1)}` });
      const account = { role: 'ADMIN', status: true, deleted: false };
      const sessions: { token: string; ended: boolean }[] = [];
      const become = async (values: { role?: string; status?: boolean; password?: string; name?: string }) => {
        const { role, status } = account;
        await changeAccount(app, id, values);
        Object.assign(account, values);
        const ends = account.role !== role || (status && !account.status) || values.password;
        if (ends) for (const session of sessions) session.ended = true;
      };
      const run: Record<Happening, () => Promise<unknown>> = {
        login: async () => sessions.push({ token: await openSession(app, username), ended: !account.status }),
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
        for (const session of sessions) expect(await statusWithToken(app, session.token)).toBe(expected(session));
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
  /** Changes the account in a transaction, logs in meanwhile, and commits once the login waits for the lock. */
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
    expect(await statusWithToken(app, body.access_token)).toBe(401);
  });
});
