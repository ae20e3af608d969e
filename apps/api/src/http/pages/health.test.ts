import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openDatabaseLink } from '#test/database-link';
import { testApp, type TestApp } from '#test/test-app';

const CACHE_TTL_MS = 1_000;
const requestHealth = (app: TestApp) => app.send('GET', '/api/health');

/** The cache's clock, set by the test. */
function stopClock() {
  let now = Math.ceil(performance.now());
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  return { pass: (ms: number) => (now += ms) };
}

describe('health', () => {
  it('API-33 is 200 for anybody while the database answers, with nothing to learn from it', async () => {
    const app = await testApp();
    for (const token of [undefined, app.token, 'x.y.z']) {
      const { status, raw, headers } = await app.send('GET', '/api/health', { token });
      expect([status, raw]).toEqual([200, '{"success":true,"data":null}']);
      expect(headers['cache-control']).toBe('no-store');
    }
    expect((await app.send('HEAD', '/api/health')).status).toBe(200);
  });

  it('API-33 is 503 while the database cannot be reached, and 200 again afterwards', async () => {
    const link = await openDatabaseLink();
    const app = await testApp({ reach: link.reach });
    const clock = stopClock();
    expect((await requestHealth(app)).status).toBe(200);
    await link.cut();
    clock.pass(CACHE_TTL_MS);
    const { status, body, headers } = await requestHealth(app);
    expect([status, headers['retry-after']]).toEqual([503, '1']);
    expect(body.message).toBe('El servicio no está disponible en este momento. Por favor, inténtalo más tarde.');
    await link.mend();
    const later = async () => {
      clock.pass(CACHE_TTL_MS);
      return (await requestHealth(app)).status;
    };
    await expect.poll(later, { timeout: 60_000, interval: 5 }).toBe(200);
  });

  it('F10 looks at the database once a second, however often it is asked', async () => {
    const app = await testApp();
    const clock = stopClock();
    const looks = vi.spyOn(app.pool, 'connect');
    await Promise.all(Array.from({ length: 500 }, () => requestHealth(app)));
    expect(looks).toHaveBeenCalledTimes(1);
    clock.pass(CACHE_TTL_MS - 1);
    await requestHealth(app);
    expect(looks).toHaveBeenCalledTimes(1);
    clock.pass(1);
    await Promise.all(Array.from({ length: 100 }, () => requestHealth(app)));
    expect(looks).toHaveBeenCalledTimes(2);
  });
});
