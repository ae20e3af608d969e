import type * as Argon2 from '@node-rs/argon2';
import { verify } from '@node-rs/argon2';
import { loginBody } from '@pulso/contract/accounts/auth';
import { levels } from '@pulso/contract/catalogue/levels';
import { toStrictSchema } from '@pulso/testing/strict-schema';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import { sharedApp } from '#test/shared-app';
import type { TestApp } from '#test/test-app';

// The real library, with a record of its calls.
vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof Argon2>();
  return { ...real, verify: vi.fn(real.verify) };
});

const LOGIN_PATH = '/api/auth/login';
const WRONG_CREDENTIALS = 'Usuario o contraseña incorrectos';
const strictLogin = toStrictSchema(loginBody);

const unreadableBodies: [what: string, body: unknown, fields: string[]][] = [
  ['nothing', {}, ['username', 'password']],
  ['no password', { username: 'admin' }, ['password']],
  ['no username', { password: 'clave-segura' }, ['username']],
  ['blanks', { username: '  ', password: '\t ' }, ['username', 'password']],
  ['nulls', { username: null, password: null }, ['username', 'password']],
  ['a list of names', { username: ['admin', 'x'], password: 'clave-segura' }, ['username']],
  ['an operator', { username: { $ne: null }, password: { $ne: null } }, ['username', 'password']],
  ['a password that is true', { username: 'admin', password: true }, ['password']],
  ['a password that is 0', { username: 'admin', password: 0 }, ['password']],
  ['a name with NUL', { username: 'admin\0', password: 'clave-segura' }, ['username']],
  ['a lone surrogate', '{"username":"\\ud800","password":"clave-segura"}', ['username']],
  ['a name too long', { username: 'a'.repeat(151), password: 'clave-segura' }, ['username']],
  ['a password too long', { username: 'admin', password: 'a'.repeat(257) }, ['password']],
  ['a huge password', { username: 'admin', password: 'a'.repeat(3_000) }, ['password']],
  ['a list instead of an object', [['admin', 'clave-segura']], ['body']],
  ['a text instead of an object', '"admin"', ['body']],
  ['broken JSON', '{"username":"admin",', ['body']],
  ['a prototype', '{"username":"admin","password":"clave-segura","__proto__":{"role":"ADMIN"}}', ['body']],
];

const attemptLogin = (app: TestApp, body: unknown) => {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  return app.send('POST', LOGIN_PATH, { headers: { 'content-type': 'application/json' }, payload });
};

const getApp = sharedApp();

/** The number of queries, over all connections. */
function countQueries({ pool, loginPool }: TestApp) {
  const spies = [pool, loginPool].map((one) => vi.spyOn(one, 'connect'));
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
  return {
    clear: () => spies.forEach((spy) => spy.mockClear()),
    count: () => spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0),
  };
}

describe('login', () => {
  it('ACC-15 ACC-17 A1 answers the account and a token, at the top and inside data, and nothing else', async () => {
    const app = getApp();
    const { id, username, password } = await app.addUser({ username: 'ana', name: 'Ana Peña' });
    const { status, body, headers } = await attemptLogin(app, { username, password });
    expect(status).toBe(200);
    const answer = strictLogin.parse(body);
    expect(answer.user).toEqual({ id, name: 'Ana Peña', username: 'ana', role: 'ADMIN', status: true });
    expect(answer.data).toEqual({ user: answer.user, access_token: answer.access_token });
    expect(headers['cache-control']).toBe('no-store');
  });

  it('ACC-16 gives a token that the other calls accept', async () => {
    const app = getApp();
    const { body } = await attemptLogin(app, { username: 'admin', password: 'clave-segura' });
    const list = await app.get('/api/level', body.access_token);
    expect(list.status).toBe(200);
    z.array(toStrictSchema(levels.row)).parse(list.body.data);
  });

  it('ACC-20 A4 A5 tells the inactive and the other roles who they are, so that the panel can say why not', async () => {
    const app = getApp();
    for (const standing of [
      { role: 'ADMIN', status: false },
      { role: 'TRAINER', status: true },
      { role: 'CLIENT', status: true },
      { role: 'CLIENT', status: false },
    ] as const) {
      const { username, password } = await app.addUser(standing);
      const { status, body } = await attemptLogin(app, { username, password });
      expect(status).toBe(200);
      expect(strictLogin.parse(body).user).toMatchObject({ ...standing, username });
    }
  });

  it('finds an account whatever the case, the width and the spaces around its name', async () => {
    const app = getApp();
    const { username, password } = await app.addUser({ username: 'Ana.Gomez' });
    for (const typed of [username, 'ana.gomez', 'ANA.GOMEZ', '  ana.gomez ', 'ａｎａ.ｇｏｍｅｚ'])
      expect((await attemptLogin(app, { username: typed, password })).body.user?.username, typed).toBe('Ana.Gomez');
  });

  it('does not let a deleted account in', async () => {
    const app = getApp();
    const { id, username, password } = await app.addUser();
    await app.db.updateTable('users').set({ deleted_at: new Date().toISOString() }).where('id', '=', id).execute();
    const { status, body } = await attemptLogin(app, { username, password });
    expect([status, body.message]).toEqual([401, WRONG_CREDENTIALS]);
  });
});

describe('wrong credentials', () => {
  it('ACC-19 A2 get one answer and cost the same, whether or not the account exists', async () => {
    const app = getApp();
    await app.addUser({ username: 'conocida' });
    await app.addUser({ username: 'clienta', role: 'CLIENT', status: false });
    const queries = countQueries(app);
    const cost = async (username: string) => {
      queries.clear();
      vi.mocked(verify).mockClear();
      const { status, body, headers } = await attemptLogin(app, { username, password: 'no es esta' });
      // Compares work instead of time, which is flaky: the same queries, one hash of the same cost.
      const hashed = vi.mocked(verify).mock.calls.map(([stored]) => String(stored).split('$').slice(0, 4).join('$'));
      return { status, body, hashed, queries: queries.count(), headers: Object.keys(headers).sort() };
    };
    const known = await cost('conocida');
    expect(known.body).toEqual({ success: false, message: WRONG_CREDENTIALS });
    expect(known.status).toBe(401);
    expect(known.hashed).toEqual(['$argon2id$v=19$m=47104,t=1,p=1']);
    expect(await cost('nadie')).toEqual(known);
    expect(await cost('clienta')).toEqual(known);
  });

  it('P26 are what anything is for an account whose stored hash cannot be read', async () => {
    const app = getApp();
    const { id, username, password } = await app.addUser();
    for (const password_hash of ['x', '', '$argon2id$v=19$m=47104,t=1,p=1$AAAA']) {
      await app.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
      const { status, body } = await attemptLogin(app, { username, password });
      expect([status, body.message], password_hash).toEqual([401, WRONG_CREDENTIALS]);
    }
  });

  it('A3 A8 A9 are refused by their field, without a look at the database', async () => {
    const app = getApp();
    const queries = countQueries(app);
    for (const [what, body, fields] of unreadableBodies) {
      const answer = await attemptLogin(app, body);
      expect(answer.status, what).toBe(400);
      expect(Object.keys(answer.body.errors), what).toEqual(fields);
    }
    expect(queries.count()).toBe(0);
  });

  it('A9 X13 refuses more than four kilobytes before reading them', async () => {
    const app = getApp();
    expect((await attemptLogin(app, { username: 'admin', password: 'a'.repeat(4_100) })).status).toBe(413);
  });

  it('A13 are never taken from the address, and only from JSON', async () => {
    const app = getApp();
    const query = 'username=admin&password=clave-segura';
    const as = (type: string, payload: string) =>
      app.send('POST', LOGIN_PATH, { headers: { 'content-type': type }, payload });
    expect((await app.get(`${LOGIN_PATH}?${query}`)).status).toBe(404);
    expect((await app.send('GET', `${LOGIN_PATH}?${query}`)).status).toBe(401);
    expect((await app.send('POST', `${LOGIN_PATH}?${query}`)).status).toBe(400);
    expect((await as('application/x-www-form-urlencoded', query)).status).toBe(415);
    expect((await as('text/plain', '{"username":"admin","password":"clave-segura"}')).status).toBe(415);
    const form = await app.form('POST', LOGIN_PATH, { username: 'admin', password: 'clave-segura' });
    expect(form.status).toBe(415);
  });
});

describe('passwords', () => {
  it('A9 count to their last byte, and are one however their accents are written', async () => {
    const app = getApp();
    const login = async (stored: string, typed: string) => {
      const { username } = await app.addUser({ password: stored });
      return (await attemptLogin(app, { username, password: typed })).status;
    };
    const long = 'ñ'.repeat(40);
    expect(await login(`${long}a`, `${long}a`)).toBe(200);
    expect(await login(`${long}a`, `${long}b`)).toBe(401);
    expect(await login('contraseña'.normalize('NFC'), 'contraseña'.normalize('NFD'))).toBe(200);
    expect(await login('contraseña'.normalize('NFD'), 'contraseña'.normalize('NFC'))).toBe(200);
    expect(await login('contraseña', 'contrasena')).toBe(401);
    expect(await login('clave\0una', 'clave\0otra')).toBe(401);
    expect(await login('clave', 'clave\0')).toBe(401);
    expect(await login(' con espacios ', ' con espacios ')).toBe(200);
    expect(await login(' con espacios ', 'con espacios')).toBe(401);
    expect(await login('🏋️‍♀️💪🏽', '🏋️‍♀️💪🏽')).toBe(200);
    expect(await login('ﬁn', 'fin')).toBe(401);
  });
});
