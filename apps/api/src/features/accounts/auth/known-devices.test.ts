import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { attemptLogin, countingPasswords, RIGHT_PASSWORD, countByStatus, times, type LoginAttempt } from '#test/logins';
import { sharedApp } from '#test/shared-app';
import { testApp, type Answer, type TestApp } from '#test/test-app';

const MAX_PER_ACCOUNT_AND_ADDRESS = 10;
const MAX_PER_ADDRESS = 30;
const MAX_PER_ACCOUNT = 100;
const MAX_PER_DEVICE = 10;
const MAX_DEVICES = 20;

const { passwords } = countingPasswords();
const getApp = sharedApp({ passwords });
const rightPassword = { password: RIGHT_PASSWORD };

/** The cookie of an answer, as the browser sends it back. */
const cookieOf = ({ headers }: Answer) => /^pulso_device=[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? '';

let addressCount = 0;
/** An address without attempts. */
const newAddress = () => `198.51.100.${(addressCount += 1)}`;

/** A user who has logged in once, from another address. */
async function newOwner(app: TestApp) {
  const { id, username } = await app.addUser();
  const cookie = cookieOf(await attemptLogin(app, { username, ...rightPassword, from: newAddress() }));
  const from = newAddress();
  const tryHere = async (more: LoginAttempt = {}) => attemptLogin(app, { username, from, ...more });
  const withDevice = (more: LoginAttempt = {}) => tryHere({ headers: { cookie }, ...more });
  return { id, username, cookie, from, tryHere, withDevice };
}

const attemptInTurn = async (count: number, once: (index: number) => Promise<Answer>) => {
  const answers: Answer[] = [];
  for (let index = 0; index < count; index += 1) answers.push(await once(index));
  return countByStatus(answers);
};

describe('a device that logged in before', () => {
  it('X10 still logs in after ten wrong guesses at its address; another one does not', async () => {
    const { tryHere, withDevice } = await newOwner(getApp());
    expect(await attemptInTurn(MAX_PER_ACCOUNT_AND_ADDRESS + 1, () => tryHere())).toEqual({
      401: MAX_PER_ACCOUNT_AND_ADDRESS,
      429: 1,
    });
    expect((await withDevice(rightPassword)).status).toBe(200);
    expect((await tryHere(rightPassword)).status).toBe(429);
  });

  it('X10 still logs in when its address has had enough of everybody', async () => {
    const { tryHere, withDevice } = await newOwner(getApp());
    const guess = (index: number) => tryHere({ username: `cualquiera${index}` });
    expect(await attemptInTurn(MAX_PER_ADDRESS + 1, guess)).toEqual({ 401: MAX_PER_ADDRESS, 429: 1 });
    expect((await withDevice(rightPassword)).status).toBe(200);
    expect((await tryHere(rightPassword)).status).toBe(429);
  });

  it('X10 still logs in from anywhere when strangers everywhere have exhausted its account', async () => {
    const { tryHere, withDevice } = await newOwner(getApp());
    expect(await attemptInTurn(MAX_PER_ACCOUNT, (index) => tryHere({ from: `203.0.113.${index}` }))).toEqual({
      401: MAX_PER_ACCOUNT,
    });
    expect((await tryHere(rightPassword)).status).toBe(429);
    expect((await withDevice(rightPassword)).status).toBe(200);
  });

  it('X10 has its own limit, wherever it is, and exhausts nothing but itself', async () => {
    const { tryHere, withDevice } = await newOwner(getApp());
    const wander = () => withDevice({ from: newAddress() });
    expect(await attemptInTurn(MAX_PER_DEVICE + 2, wander)).toEqual({ 401: MAX_PER_DEVICE, 429: 2 });
    expect((await withDevice(rightPassword)).status).toBe(429);
    expect((await tryHere(rightPassword)).status).toBe(200);
  });

  it('X10 is no better than any other for an account that it never logged in to', async () => {
    const app = getApp();
    const [thief, victim] = [await newOwner(app), await newOwner(app)];
    const guess = () => victim.tryHere({ headers: { cookie: thief.cookie } });
    expect(await attemptInTurn(MAX_PER_ACCOUNT_AND_ADDRESS + 1, guess)).toEqual({
      401: MAX_PER_ACCOUNT_AND_ADDRESS,
      429: 1,
    });
    expect((await victim.tryHere({ ...rightPassword, headers: { cookie: thief.cookie } })).status).toBe(429);
    expect((await victim.withDevice(rightPassword)).status).toBe(200);
  });

  it('ACC-19 X10 costs the same whether the account it never logged in to exists or not', async () => {
    const app = getApp();
    const { cookie } = await newOwner(app);
    const other = await newOwner(app);
    const asked = vi.spyOn(app.loginPool, 'connect');
    const cost = async (username: string) => {
      asked.mockClear();
      const { status, body, headers } = await attemptLogin(app, { username, from: newAddress(), headers: { cookie } });
      return { status, body, asked: asked.mock.calls.length, headers: Object.keys(headers).sort() };
    };
    const known = await cost(other.username);
    expect(known).toMatchObject({ status: 401, body: { message: 'Usuario o contraseña incorrectos' } });
    expect(await cost('nadie')).toEqual(known);
    asked.mockRestore();
  });

  it.each([
    ['invented', `pulso_device=${'a'.repeat(22)}.${'b'.repeat(43)}`],
    ['empty', 'pulso_device='],
    ['cut short', 'pulso_device=aaaa.bbbb'],
  ])('X10 is not one whose token is %s', async (_what, cookie) => {
    const { tryHere } = await newOwner(getApp());
    const guess = () => tryHere({ headers: { cookie } });
    expect(await attemptInTurn(MAX_PER_ACCOUNT_AND_ADDRESS + 1, guess)).toEqual({
      401: MAX_PER_ACCOUNT_AND_ADDRESS,
      429: 1,
    });
    const given = cookieOf(await tryHere({ headers: { cookie }, from: newAddress(), ...rightPassword }));
    expect(given).not.toBe('');
    expect(given.split('.')[0]).not.toBe(cookie.split('.')[0]);
  });

  it('X10 is known again among other cookies, and by a second account that uses it', async () => {
    const app = getApp();
    const [ana, bea] = [await newOwner(app), await newOwner(app)];
    const headers = { cookie: `sesion=true; pulso_device=otra; ${ana.cookie}; rol=ADMIN` };
    const first = await bea.tryHere({ headers, from: newAddress(), ...rightPassword });
    expect(cookieOf(first)).toBe(ana.cookie);
    for (const { tryHere } of [ana, bea]) {
      await attemptInTurn(MAX_PER_ACCOUNT_AND_ADDRESS + 1, () => tryHere());
      expect((await tryHere({ headers, ...rightPassword })).status).toBe(200);
    }
  });

  it('X10 is forgotten after half a year of silence', async () => {
    const app = getApp();
    const { id, tryHere, withDevice } = await newOwner(app);
    await attemptInTurn(MAX_PER_ACCOUNT_AND_ADDRESS + 1, () => tryHere());
    const silent = (days: number) =>
      sql`update known_devices set seen_at = now() - make_interval(days => ${days}) where user_id = ${id}`.execute(
        app.db,
      );
    await silent(181);
    expect((await withDevice(rightPassword)).status).toBe(429);
    await silent(179);
    expect((await withDevice(rightPassword)).status).toBe(200);
  });

  it('X10 is one of the last twenty of its account', async () => {
    const app = getApp();
    const { id, username, tryHere, withDevice } = await newOwner(app);
    expect(
      await attemptInTurn(MAX_DEVICES, () => attemptLogin(app, { username, ...rightPassword, from: newAddress() })),
    ).toEqual({
      200: MAX_DEVICES,
    });
    const { rows } = await sql`select 1 from known_devices where user_id = ${id}`.execute(app.db);
    expect(rows).toHaveLength(MAX_DEVICES);
    await attemptInTurn(MAX_PER_ACCOUNT_AND_ADDRESS + 1, () => tryHere());
    expect((await withDevice(rightPassword)).status).toBe(429);
  });
});

describe('the token of a device', () => {
  it('X10 is for the login alone, out of reach of scripts and of other sites', async () => {
    const app = getApp();
    const { headers } = await attemptLogin(app, { ...rightPassword, from: newAddress() });
    expect(headers['set-cookie']).toMatch(
      /^pulso_device=[\w-]{22}\.[\w-]{43}; Path=\/api; Max-Age=31536000; HttpOnly; SameSite=Strict$/,
    );
    const wrong = await attemptLogin(app, { from: newAddress() });
    expect(wrong.headers).not.toHaveProperty('set-cookie');
  });

  it('X10 stays within https where there is https', async () => {
    const app = await testApp({ passwords, trustProxy: '127.0.0.1' });
    const { headers } = await attemptLogin(app, { ...rightPassword, headers: { 'x-forwarded-proto': 'https' } });
    expect(headers['set-cookie']).toMatch(/; SameSite=Strict; Secure$/);
  });

  it('T1 X10 opens nothing', async () => {
    const app = getApp();
    const { cookie } = await newOwner(app);
    expect((await app.send('GET', '/api/level', { headers: { cookie } })).status).toBe(401);
  });

  it('X10 is in no log and not in the database', async () => {
    const lines: string[] = [];
    const app = await testApp({ passwords, log: (line) => lines.push(line) });
    const { cookie, withDevice } = await newOwner(app);
    await withDevice();
    await withDevice(rightPassword);
    await app.send('POST', '/api/auth/login', { headers: { cookie, 'content-type': 'text/plain' }, payload: 'x' });
    const token = cookie.slice('pulso_device='.length, -44);
    expect(token).toHaveLength(22);
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.join('\n')).not.toContain(token);
    const { rows } = await sql<{ all: string }>`
      select concat((select string_agg(d::text, ' ') from known_devices d),
        (select string_agg(f::text, ' ') from login_failures f)) as all`.execute(app.db);
    for (const form of [token, Buffer.from(token).toString('hex'), Buffer.from(token, 'base64url').toString('hex')])
      expect(rows[0]?.all).not.toContain(form);
  });

  it('is neither given nor read where the extras are off', async () => {
    const { cookie, username, from } = await newOwner(getApp());
    const app = await testApp({ passwords, extras: false });
    await app.addUser({ username });
    const first = await attemptLogin(app, { username, ...rightPassword, from });
    expect(first.headers).not.toHaveProperty('set-cookie');
    const { rows } = await sql`select 1 from known_devices`.execute(app.db);
    expect(rows).toEqual([]);
    const tries = times(MAX_PER_ACCOUNT_AND_ADDRESS + 1, () =>
      attemptLogin(app, { username, from, headers: { cookie } }),
    );
    expect(countByStatus(await Promise.all(tries))).toEqual({ 401: MAX_PER_ACCOUNT_AND_ADDRESS, 429: 1 });
  });
});
