import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { warmUp } from '#db/connection/connect';
import { tooManyAtOnce } from '#db/writes/refusal';
import { attemptLogin, countingPasswords, HOME_ADDRESS, RIGHT_PASSWORD, countByStatus, times } from '#test/logins';
import { testApp, type Answer, type TestApp } from '#test/test-app';

const ATTACKER_ADDRESS = '203.0.113.5';
const MAX_PER_ADDRESS = 30;
const MAX_LOGINS = 600;
// Thousands of requests are slow on a busy machine.
const SLOW_TEST = { timeout: 120_000 };
const { passwords } = countingPasswords();

/** The app's connections are open and its clock stands still, so that a busy machine does not affect the counts. */
async function openCalmApp() {
  const now = new Date();
  const app = await testApp({ passwords, now: () => now });
  await warmUp(app.loginPool);
  return app;
}

const rightPassword = { password: RIGHT_PASSWORD };
/** Each attempt names another unknown account. */
const createGuesser = () => {
  let guesses = 0;
  return () => ({ username: `inventada${(guesses += 1)}` });
};

const countFailureRows = async ({ db }: TestApp) => {
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from login_failures`.execute(db);
  return rows[0]?.rows;
};

async function exhaustAttempts(app: TestApp, from: string) {
  const guess = createGuesser();
  for (const one of times(MAX_PER_ADDRESS, guess)) expect((await attemptLogin(app, { ...one, from })).status).toBe(401);
  expect((await attemptLogin(app, { ...guess(), from })).status).toBe(429);
}

/** Keeps this many attempts running until it is stopped, and returns their answers. */
function startContinuousAttempts(atOnce: number, once: (index: number) => Promise<Answer>) {
  let stopped = false;
  let made = 0;
  const answers: Answer[] = [];
  const going = times(atOnce, async () => {
    while (!stopped) answers.push(await once((made += 1)));
  });
  return async () => {
    stopped = true;
    await Promise.all(going);
    return countByStatus(answers);
  };
}

/** Sequential logins with the right password: their statuses, and the time of the slowest. */
async function logInRepeatedly(app: TestApp, count: number) {
  const answers: Answer[] = [];
  let slowest = 0;
  for (let done = 0; done < count; done += 1) {
    const start = performance.now();
    answers.push(await attemptLogin(app, { ...rightPassword, from: HOME_ADDRESS }));
    slowest = Math.max(slowest, performance.now() - start);
  }
  return { found: countByStatus(answers), slowest };
}

describe('a flood of logins from one address', () => {
  it('X2 that has had enough keeps nobody else waiting', SLOW_TEST, async () => {
    const app = await openCalmApp();
    await exhaustAttempts(app, ATTACKER_ADDRESS);
    const during = async (from: string, body: object) => {
      const send = () =>
        app.send('POST', '/api/auth/login', {
          from,
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify(body),
        });
      const flood: Promise<Answer>[] = [];
      // Concurrent, but yielding to the event loop as network requests would.
      while (flood.length < 900) {
        flood.push(...times(50, send));
        await new Promise(setImmediate);
      }
      const start = performance.now();
      for (let calls = 0; calls < 100; calls += 1) expect((await app.get('/api/level')).status).toBe(200);
      const waited = performance.now() - start;
      return { found: countByStatus(await Promise.all(flood)), waited };
    };
    const ratios: number[] = [];
    // The two kinds take turns, because a machine may be busy for a while.
    for (let turn = 0; turn < 3; turn += 1) {
      // The baseline is the same number of requests that need no database.
      const calm = await during(HOME_ADDRESS, {});
      expect(calm.found).toEqual({ 400: 900 });
      const stormy = await during(ATTACKER_ADDRESS, { username: 'admin', password: 'mala' });
      expect(stormy.found).toEqual({ 429: 900 });
      ratios.push(stormy.waited / calm.waited);
    }
    expect(ratios.toSorted((a, b) => a - b)[1]).toBeLessThan(5);
  });

  it('X2 that has had enough asks nothing of the database, with or without an invented device', SLOW_TEST, async () => {
    const app = await openCalmApp();
    await exhaustAttempts(app, ATTACKER_ADDRESS);
    const asked = [app.pool, app.loginPool].map((pool) => vi.spyOn(pool, 'connect'));
    const cookie = `pulso_device=${'a'.repeat(22)}.${'b'.repeat(43)}`;
    const found: Answer[] = [];
    for (const headers of times(2, (round) => (round % 2 ? { cookie } : undefined)))
      found.push(...(await Promise.all(times(100, () => attemptLogin(app, { from: ATTACKER_ADDRESS, headers })))));
    expect(countByStatus(found)).toEqual({ 429: 200 });
    for (const connect of asked) expect(connect).not.toHaveBeenCalled();
  });

  it('X2 that is not known yet gets no further than a few at once, and is told so', async () => {
    const app = await openCalmApp();
    const guess = createGuesser();
    const answers = await Promise.all(times(200, () => attemptLogin(app, { ...guess(), from: ATTACKER_ADDRESS })));
    expect(countByStatus(answers)).toEqual({ 401: MAX_PER_ADDRESS, 429: 200 - MAX_PER_ADDRESS });
    expect((await attemptLogin(app, { ...rightPassword, from: HOME_ADDRESS })).status).toBe(200);
  });

  it('X3 with invented names leaves no more rows than it had guesses', SLOW_TEST, async () => {
    const app = await openCalmApp();
    const guess = createGuesser();
    const found: Answer[] = [];
    for (let rounds = 0; rounds < 6; rounds += 1)
      found.push(...(await Promise.all(times(100, () => attemptLogin(app, { ...guess(), from: ATTACKER_ADDRESS })))));
    expect(countByStatus(found)).toEqual({ 401: MAX_PER_ADDRESS, 429: 600 - MAX_PER_ADDRESS });
    // One row for the address, and for each guess two for the account: with and without the address.
    expect(await countFailureRows(app)).toBe(1 + 2 * MAX_PER_ADDRESS);
  });

  it('X3 with invented names leaves nothing when nobody had the time to look at a password', async () => {
    const app = await testApp({ passwords: { ...passwords, matches: () => Promise.reject(tooManyAtOnce()) } });
    const guess = createGuesser();
    const before = await countFailureRows(app);
    for (const one of times(MAX_PER_ADDRESS + 10, guess))
      expect((await attemptLogin(app, { ...one, from: ATTACKER_ADDRESS })).status).toBe(429);
    expect(await countFailureRows(app)).toBe(before);
  });
});

describe('strangers that guess', () => {
  it('X4 from 50 addresses, 24 at once, keep nobody out who logged in from his address before', SLOW_TEST, async () => {
    const app = await testApp();
    expect((await attemptLogin(app, { ...rightPassword, from: HOME_ADDRESS })).status).toBe(200);
    const guess = createGuesser();
    const stop = startContinuousAttempts(24, (index) =>
      attemptLogin(app, { ...guess(), from: `203.0.113.${index % 50}` }),
    );
    const { found, slowest } = await logInRepeatedly(app, 8);
    const strangers = await stop();
    expect(found).toEqual({ 200: 8 });
    expect(slowest).toBeLessThanOrEqual(2_000);
    expect(strangers[401]).toBeGreaterThan(0);
  });

  it('X4 and clients that log in without end keep nobody out', SLOW_TEST, async () => {
    const app = await testApp();
    expect((await attemptLogin(app, { ...rightPassword, from: HOME_ADDRESS })).status).toBe(200);
    const clients = [await app.addUser({ role: 'CLIENT' }), await app.addUser({ role: 'CLIENT' })];
    const stops = clients.map((client, index) =>
      startContinuousAttempts(10, () => attemptLogin(app, { ...client, from: `198.51.100.${index}` })),
    );
    const { found } = await logInRepeatedly(app, 5);
    const others = await Promise.all(stops.map((stop) => stop()));
    expect(found).toEqual({ 200: 5 });
    for (const { 200: served = 0 } of others) expect(served).toBeGreaterThan(0);
  });
});

describe('an account', () => {
  it('X4 that logs in without end has to stop for a while, it alone', async () => {
    const app = await testApp({ passwords });
    const [eager, other] = [await app.addUser(), await app.addUser()];
    const log = (one: { username: string }) =>
      attemptLogin(app, { username: one.username, ...rightPassword, from: HOME_ADDRESS });
    const add = (count: number, ago: string) =>
      sql`
      insert into sessions (id, user_id, address, created_at, expires_at)
      select gen_random_uuid(), ${eager.id}, 'x', now() - ${ago}::interval, now()
      from generate_series(1, ${count}::int)`.execute(app.db);
    await add(MAX_LOGINS, '16 minutes');
    await add(MAX_LOGINS - 1, '10 minutes');
    expect((await log(eager)).status).toBe(200);
    const { status, headers, body } = await log(eager);
    expect([status, body.message]).toEqual([
      429,
      'Demasiados intentos de inicio de sesión. Intenta de nuevo en 5 min.',
    ]);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(5 * 60);
    expect((await log(other)).status).toBe(200);
  });
});
