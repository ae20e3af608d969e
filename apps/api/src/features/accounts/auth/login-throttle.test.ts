import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Passwords } from '#access/passwords';
import { tooManyAtOnce } from '#db/writes/refusal';
import { throttledAddress } from '#http/connections/throttled-address';
import {
  attemptLogin,
  countingPasswords,
  HOME_ADDRESS,
  RIGHT_PASSWORD,
  countByStatus,
  times,
  type LoginAttempt,
} from '#test/logins';
import { sharedApp } from '#test/shared-app';
import { testApp } from '#test/test-app';

const MAX_PER_ACCOUNT_AND_ADDRESS = 10;
const MAX_PER_ADDRESS = 30;
const MAX_PER_ACCOUNT = 100;

const { counted, passwords } = countingPasswords();
let clockOffsetMs = 0;
const getApp = sharedApp({ passwords, now: () => new Date(Date.now() + clockOffsetMs) });

/** Moves the clock beyond the lifetime of the block cache. */
const advanceClock = () => {
  clockOffsetMs += 60_000;
};

/** Removes all counted failures. */
async function resetFailures(app = getApp()) {
  advanceClock();
  await sql`delete from login_failures`.execute(app.db);
  await sql`delete from known_addresses`.execute(app.db);
  counted.looks = 0;
  const statuses = async (tries: LoginAttempt[]) => {
    const answers = [];
    for (const one of tries) answers.push(await attemptLogin(app, one));
    return countByStatus(answers);
  };
  return { app, statuses };
}

const rightPassword = { password: RIGHT_PASSWORD };

describe('too many login attempts', () => {
  it('ACC-27 answer 429 with words for a person and the time to wait', async () => {
    const { app, statuses } = await resetFailures();
    await statuses(times(MAX_PER_ACCOUNT_AND_ADDRESS, () => ({ from: HOME_ADDRESS })));
    const { status, body, headers } = await attemptLogin(app, { from: HOME_ADDRESS, ...rightPassword });
    expect(status).toBe(429);
    expect(body).toEqual({
      success: false,
      message: 'Demasiados intentos de inicio de sesión. Intenta de nuevo en 15 min.',
    });
    expect(Number(headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
    expect(counted.looks).toBe(MAX_PER_ACCOUNT_AND_ADDRESS);
  });

  it('A6 P13 are counted by real address and real account, whatever else changes', async () => {
    const { app, statuses } = await resetFailures();
    const names = ['admin', 'ADMIN', ' Admin  ', 'ａｄｍｉｎ', 'aDmIn'];
    const tries = times(60, (i) => ({
      from: HOME_ADDRESS,
      username: names[i % names.length],
      password: `mala${i}`,
      headers: {
        'x-forwarded-for': `10.0.0.${i}`,
        'x-real-ip': `10.0.1.${i}`,
        forwarded: `for=10.0.2.${i}`,
        'user-agent': `agente ${i}`,
        cookie: `sesion=${i}`,
      },
      extra: { email: `${i}@ejemplo.com`, deviceId: i },
    }));
    expect(await statuses(tries)).toEqual({ 401: MAX_PER_ACCOUNT_AND_ADDRESS, 429: 50 });
    expect(counted.looks).toBe(MAX_PER_ACCOUNT_AND_ADDRESS);
    expect((await attemptLogin(app, { from: HOME_ADDRESS, ...rightPassword })).status).toBe(429);
  });

  it('A6 P13 from one address are bounded over all accounts', async () => {
    const { app, statuses } = await resetFailures();
    const found = await statuses(times(MAX_PER_ADDRESS + 5, (i) => ({ from: HOME_ADDRESS, username: `cuenta${i}` })));
    expect(found).toEqual({ 401: MAX_PER_ADDRESS, 429: 5 });
    expect(counted.looks).toBe(MAX_PER_ADDRESS);
    expect((await attemptLogin(app, { from: '200.45.1.8', ...rightPassword })).status).toBe(200);
  });

  it('A7 do not shut the owner out: he gets in from another address', async () => {
    const { app, statuses } = await resetFailures();
    await statuses(times(20, () => ({ from: '203.0.113.5' })));
    expect((await attemptLogin(app, { from: HOME_ADDRESS, ...rightPassword })).status).toBe(200);
  });

  it('A7 from many addresses shut out strangers, never an address from which the owner came before', async () => {
    const { app, statuses } = await resetFailures();
    expect((await attemptLogin(app, { from: HOME_ADDRESS, ...rightPassword })).status).toBe(200);
    counted.looks = 0;
    const found = await statuses(times(MAX_PER_ACCOUNT + 5, (i) => ({ from: `203.0.113.${i}` })));
    expect(found).toEqual({ 401: MAX_PER_ACCOUNT, 429: 5 });
    expect(counted.looks).toBe(MAX_PER_ACCOUNT);
    expect((await attemptLogin(app, { from: '198.51.100.1', ...rightPassword })).status).toBe(429);
    expect((await attemptLogin(app, { from: HOME_ADDRESS, ...rightPassword })).status).toBe(200);
  });

  it('are all counted when they come at once', async () => {
    const { app } = await resetFailures();
    const answers = await Promise.all(times(40, () => attemptLogin(app, { from: HOME_ADDRESS })));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(MAX_PER_ACCOUNT_AND_ADDRESS);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40 - MAX_PER_ACCOUNT_AND_ADDRESS);
    expect(counted.looks).toBe(MAX_PER_ACCOUNT_AND_ADDRESS);
  });

  it('are taken back by a right password, one each', async () => {
    const { app, statuses } = await resetFailures();
    const good = times(15, () => ({ from: HOME_ADDRESS, ...rightPassword }));
    expect(await statuses(good)).toEqual({ 200: 15 });
    await statuses(times(MAX_PER_ACCOUNT_AND_ADDRESS - 1, () => ({ from: HOME_ADDRESS })));
    expect(await statuses(good)).toEqual({ 200: 15 });
    expect((await attemptLogin(app, { from: HOME_ADDRESS })).status).toBe(401);
    expect((await attemptLogin(app, { from: HOME_ADDRESS, ...rightPassword })).status).toBe(429);
  });

  it('are forgotten when their window is over', async () => {
    const { app, statuses } = await resetFailures();
    await statuses(times(12, () => ({ from: HOME_ADDRESS })));
    await sql`update login_failures set until = now() - interval '1 second'`.execute(app.db);
    advanceClock();
    expect(await statuses(times(12, () => ({ from: HOME_ADDRESS })))).toEqual({
      401: MAX_PER_ACCOUNT_AND_ADDRESS,
      429: 2,
    });
  });

  it('X2 are remembered without a question for seconds only: another node may have taken them back', async () => {
    const { app, statuses } = await resetFailures();
    await statuses(times(MAX_PER_ACCOUNT_AND_ADDRESS + 1, () => ({ from: HOME_ADDRESS })));
    await sql`delete from login_failures`.execute(app.db);
    expect((await attemptLogin(app, { from: HOME_ADDRESS, ...rightPassword })).status).toBe(429);
    advanceClock();
    expect((await attemptLogin(app, { from: HOME_ADDRESS, ...rightPassword })).status).toBe(200);
  });

  it('leave no name and no address in the database', async () => {
    const { app } = await resetFailures();
    await attemptLogin(app, { from: HOME_ADDRESS, username: 'MiClaveSecreta1' });
    const { rows } = await sql<{ all: string }>`select string_agg(f::text, ' ') as all from login_failures f`.execute(
      app.db,
    );
    expect(rows[0]?.all).toBeTruthy();
    expect(rows[0]?.all.toLowerCase()).not.toContain('miclavesecreta1');
    expect(rows[0]?.all).not.toContain(Buffer.from('miclavesecreta1').toString('hex'));
  });

  it('A6 behind a trusted proxy are counted by the address that the proxy saw', async () => {
    const { statuses } = await resetFailures(await testApp({ passwords, trustProxy: '127.0.0.1' }));
    const via = (seen: string) => (i: number) => ({ headers: { 'x-forwarded-for': `10.9.9.${i}, ${seen}` } });
    expect(await statuses(times(12, via('203.0.113.9')))).toEqual({ 401: MAX_PER_ACCOUNT_AND_ADDRESS, 429: 2 });
    expect(await statuses(times(1, via('203.0.113.10')))).toEqual({ 401: 1 });
  });
});

describe('an attempt that was turned away unseen', () => {
  it('A11 is no failure: the queue for hashing was full', async () => {
    let full = true;
    const busy: Passwords = {
      ...passwords,
      matches: async (...given) => {
        if (full) throw tooManyAtOnce();
        return passwords.matches(...given);
      },
    };
    const app = await testApp({ passwords: busy });
    for (const one of times(MAX_PER_ADDRESS + 1, () => ({ from: HOME_ADDRESS, ...rightPassword }))) {
      const { status, headers } = await attemptLogin(app, one);
      expect([status, headers['retry-after']]).toEqual([429, '5']);
    }
    full = false;
    expect((await attemptLogin(app, { from: HOME_ADDRESS, ...rightPassword })).status).toBe(200);
  });

  it('is no failure when those who were under way turn out right, however many came too soon', async () => {
    const waiting: (() => void)[] = [];
    let patient = false;
    const slow: Passwords = {
      ...passwords,
      matches: async (...given) => {
        if (patient) await new Promise<void>((resolve) => waiting.push(resolve));
        return passwords.matches(...given);
      },
    };
    const app = await testApp({ passwords: slow });
    patient = true;
    const first = times(MAX_PER_ACCOUNT_AND_ADDRESS, () => attemptLogin(app, { from: HOME_ADDRESS, ...rightPassword }));
    await expect.poll(() => waiting.length, { timeout: 20_000 }).toBe(MAX_PER_ACCOUNT_AND_ADDRESS);
    for (let more = 0; more < 5; more += 1)
      expect((await attemptLogin(app, { from: HOME_ADDRESS, ...rightPassword })).status).toBe(429);
    patient = false;
    for (const look of waiting) look();
    expect(countByStatus(await Promise.all(first))).toEqual({ 200: MAX_PER_ACCOUNT_AND_ADDRESS });
    expect((await attemptLogin(app, { from: HOME_ADDRESS, ...rightPassword })).status).toBe(200);
  });

  it('is no failure of the account: it was the address that had had enough', async () => {
    const { app, statuses } = await resetFailures();
    await statuses(times(MAX_PER_ADDRESS, (i) => ({ from: HOME_ADDRESS, username: `cuenta${i}` })));
    await statuses(times(MAX_PER_ACCOUNT_AND_ADDRESS + 5, () => ({ from: HOME_ADDRESS, ...rightPassword })));
    await sql`update login_failures set failures = 0 where failures > ${MAX_PER_ADDRESS}`.execute(app.db);
    advanceClock();
    expect((await attemptLogin(app, { from: HOME_ADDRESS, ...rightPassword })).status).toBe(200);
  });
});

describe('one address', () => {
  it.each([
    ['203.0.113.5', '203.0.113.5'],
    ['::ffff:203.0.113.5', '203.0.113.5'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['64:ff9b::203.0.113.5', '64:ff9b:0:0'],
  ])('of %s is %s', (ip, address) => {
    expect(throttledAddress(ip)).toBe(address);
  });

  it('A6 is a whole network of one household', async () => {
    const { statuses } = await resetFailures();
    const found = await statuses(times(20, (i) => ({ from: `2001:db8:7:7::${i.toString(16)}` })));
    expect(found).toEqual({ 401: MAX_PER_ACCOUNT_AND_ADDRESS, 429: 10 });
  });
});
