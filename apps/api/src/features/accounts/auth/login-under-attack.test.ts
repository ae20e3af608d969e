import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { warmUp } from '#db/connection/connect';
import { tooManyAtOnce } from '#db/writes/refusal';
import { attempt, countingPasswords, HOME, RIGHT, tally, times } from '#test/logins';
import { testApp, type Answer, type TestApp } from '#test/test-app';

const THERE = '203.0.113.5';
const PER_ADDRESS = 30;
const MAX_LOGINS = 600;
// Thousands of requests are slow on a busy machine.
const SLOW = { timeout: 120_000 };
const { passwords } = countingPasswords();

/** The app's connections are open and its clock stands still, so that a busy machine does not affect the counts. */
async function calmApp() {
  const now = new Date();
  const app = await testApp({ passwords, now: () => now });
  await warmUp(app.loginPool);
  return app;
}

const right = { password: RIGHT };
/** Each attempt names another unknown account. */
const guesser = () => {
  let guesses = 0;
  return () => ({ username: `inventada${(guesses += 1)}` });
};

const rowsOf = async ({ db }: TestApp) => {
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from login_failures`.execute(db);
  return rows[0]?.rows;
};

async function exhaust(app: TestApp, from: string) {
  const guess = guesser();
  for (const one of times(PER_ADDRESS, guess)) expect((await attempt(app, { ...one, from })).status).toBe(401);
  expect((await attempt(app, { ...guess(), from })).status).toBe(429);
}

/** Keeps this many attempts running until it is stopped, and returns their answers. */
function keepTrying(atOnce: number, once: (index: number) => Promise<Answer>) {
  let stopped = false;
  let made = 0;
  const answers: Answer[] = [];
  const going = times(atOnce, async () => {
    while (!stopped) answers.push(await once((made += 1)));
  });
  return async () => {
    stopped = true;
    await Promise.all(going);
    return tally(answers);
  };
}

/** Sequential logins with the right password: their statuses, and the time of the slowest. */
async function logInTimes(app: TestApp, count: number) {
  const answers: Answer[] = [];
  let slowest = 0;
  for (let done = 0; done < count; done += 1) {
    const start = performance.now();
    answers.push(await attempt(app, { ...right, from: HOME }));
    slowest = Math.max(slowest, performance.now() - start);
  }
  return { found: tally(answers), slowest };
}

describe('a flood of logins from one address', () => {
  it('X2 that has had enough keeps nobody else waiting', SLOW, async () => {
    const app = await calmApp();
    await exhaust(app, THERE);
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
      return { found: tally(await Promise.all(flood)), waited };
    };
    const ratios: number[] = [];
    // The two kinds take turns, because a machine may be busy for a while.
    for (let turn = 0; turn < 3; turn += 1) {
      // The baseline is the same number of requests that need no database.
      const calm = await during(HOME, {});
      expect(calm.found).toEqual({ 400: 900 });
      const stormy = await during(THERE, { username: 'admin', password: 'mala' });
      expect(stormy.found).toEqual({ 429: 900 });
      ratios.push(stormy.waited / calm.waited);
    }
    expect(ratios.toSorted((a, b) => a - b)[1]).toBeLessThan(5);
  });

  it('X2 that has had enough asks nothing of the database, with or without an invented device', SLOW, async () => {
    const app = await calmApp();
    await exhaust(app, THERE);
    const asked = [app.pool, app.loginPool].map((pool) => vi.spyOn(pool, 'connect'));
    const cookie = `pulso_device=${'a'.repeat(22)}.${'b'.repeat(43)}`;
    const found: Answer[] = [];
    for (const headers of times(6, (round) => (round % 2 ? { cookie } : undefined)))
      found.push(...(await Promise.all(times(100, () => attempt(app, { from: THERE, headers })))));
    expect(tally(found)).toEqual({ 429: 600 });
    for (const connect of asked) expect(connect).not.toHaveBeenCalled();
  });

  it('X2 that is not known yet gets no further than a few at once, and is told so', async () => {
    const app = await calmApp();
    const guess = guesser();
    const answers = await Promise.all(times(200, () => attempt(app, { ...guess(), from: THERE })));
    expect(tally(answers)).toEqual({ 401: PER_ADDRESS, 429: 200 - PER_ADDRESS });
    expect((await attempt(app, { ...right, from: HOME })).status).toBe(200);
  });

  it('X3 with invented names leaves no more rows than it had guesses', SLOW, async () => {
    const app = await calmApp();
    const guess = guesser();
    const found: Answer[] = [];
    for (let rounds = 0; rounds < 20; rounds += 1)
      found.push(...(await Promise.all(times(100, () => attempt(app, { ...guess(), from: THERE })))));
    expect(tally(found)).toEqual({ 401: PER_ADDRESS, 429: 2_000 - PER_ADDRESS });
    // One row for the address, and for each guess two for the account: with and without the address.
    expect(await rowsOf(app)).toBe(1 + 2 * PER_ADDRESS);
  });

  it('X3 with invented names leaves nothing when nobody had the time to look at a password', async () => {
    const app = await testApp({ passwords: { ...passwords, matches: () => Promise.reject(tooManyAtOnce()) } });
    const guess = guesser();
    const before = await rowsOf(app);
    for (const one of times(PER_ADDRESS + 10, guess))
      expect((await attempt(app, { ...one, from: THERE })).status).toBe(429);
    expect(await rowsOf(app)).toBe(before);
  });
});

describe('strangers that guess', () => {
  it('X4 from 50 addresses, 24 at once, keep nobody out who logged in from his address before', SLOW, async () => {
    const app = await testApp();
    expect((await attempt(app, { ...right, from: HOME })).status).toBe(200);
    const guess = guesser();
    const stop = keepTrying(24, (index) => attempt(app, { ...guess(), from: `203.0.113.${index % 50}` }));
    const { found, slowest } = await logInTimes(app, 8);
    const strangers = await stop();
    expect(found).toEqual({ 200: 8 });
    expect(slowest).toBeLessThanOrEqual(2_000);
    expect(strangers[401]).toBeGreaterThan(0);
  });

  it('X4 and clients that log in without end keep nobody out', SLOW, async () => {
    const app = await testApp();
    expect((await attempt(app, { ...right, from: HOME })).status).toBe(200);
    const clients = [await app.addUser({ role: 'CLIENT' }), await app.addUser({ role: 'CLIENT' })];
    const stops = clients.map((client, index) =>
      keepTrying(10, () => attempt(app, { ...client, from: `198.51.100.${index}` })),
    );
    const { found } = await logInTimes(app, 5);
    const others = await Promise.all(stops.map((stop) => stop()));
    expect(found).toEqual({ 200: 5 });
    for (const { 200: served = 0 } of others) expect(served).toBeGreaterThan(0);
  });
});

describe('an account', () => {
  it('X4 that logs in without end has to stop for a while, it alone', async () => {
    const app = await testApp({ passwords });
    const [eager, other] = [await app.addUser(), await app.addUser()];
    const log = (one: { username: string }) => attempt(app, { username: one.username, ...right, from: HOME });
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
