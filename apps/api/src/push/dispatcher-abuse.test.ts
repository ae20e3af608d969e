import { fcmErrors, startPushServices, type ReactionRule } from '@pulso/testing/push-services';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { addDevices } from '#test/devices';
import { providersOf, pushKit, sendToAll, stateOf, listTokens, waitUntilDone } from '#test/push-kit';
import type { TestApp } from '#test/test-app';

const READY_PROVIDERS = [
  ['fcm', 'ready'],
  ['webpush', 'ready'],
];
/** A service that gets blocked stays blocked for longer than the test waits. */
const LONG_BLOCKS = { blockSeconds: { credentials: 600, unreachable: 600 } };
const MAX_REFUSALS = 5;

async function startOtherService(mood?: ReactionRule) {
  const services = await startPushServices(mood);
  onTestFinished(() => services.close());
  return { ...services, host: new URL(services.address).host };
}

describe('one client', () => {
  it(
    'X5 whose twenty devices are refused slows nobody, accuses nobody, and is given up on',
    { timeout: 90_000 },
    async () => {
      const { app, services, startNode, warnings } = await pushKit();
      const { address } = services;
      const { tokens: bad } = await addDevices(app.db, { webpush: 20, address, ofOne: true, users: 'inactive' });
      const { tokens: good } = await addDevices(app.db, { webpush: 150, address });
      const badOnes = new Set(bad);
      services.state.mood = (device) => (badOnes.has(device) ? { status: 403 } : undefined);
      await startNode(LONG_BLOCKS);
      /** The time from the first good delivery to the last. */
      const timeOfGood = async (failed: number) => {
        const before = services.accepted.length;
        const made = await sendToAll(app);
        const done = { recipients: good.length + failed, delivered: good.length, failed, pending: 0 };
        expect(await waitUntilDone(app, made)).toEqual(done);
        const moments = services.accepted.slice(before).map(({ at }) => at);
        return Math.max(...moments) - Math.min(...moments);
      };
      const setBad = (isActive: boolean) =>
        sql`update users set status = ${isActive} where id in (
        select user_id from devices where token = any(${bad}::text[]))`.execute(app.db);
      const [alone, together]: [number[], number[]] = [[], []];
      // Alternating, so that other load on the machine affects both.
      for (let round = 0; round < 2; round += 1) {
        await setBad(false);
        alone.push(await timeOfGood(0));
        await setBad(true);
        together.push(await timeOfGood(bad.length));
      }

      // The refused devices add a hundred sends, which only share the rate limit.
      expect(Math.min(...together) / Math.min(...alone)).toBeLessThan(2);
      expect(bad.map((token) => services.attempts.get(token))).toEqual(bad.map(() => 2 * MAX_REFUSALS));
      expect(await listTokens(app)).toEqual([...bad, ...good]);
      expect([warnings, await providersOf(app)]).toEqual([[], READY_PROVIDERS]);
    },
  );

  it.each([
    ['twenty hosts where nobody is', (index: number) => `http://127.0.0.${index + 2}:9`],
    ['one host where nobody is', () => 'http://127.0.0.2:9'],
  ])('X5 with devices at %s keeps his trouble for himself', async (_name, hostOf) => {
    const { app, services, startNode, warnings } = await pushKit();
    const hosts = Array.from({ length: 20 }, (_, index) => hostOf(index));
    await addDevices(app.db, { webpush: 20, address: (index) => hosts[index]!, ofOne: true });
    const { tokens: good } = await addDevices(app.db, { webpush: 10, address: services.address });
    await startNode(LONG_BLOCKS, services.address, hosts);
    for (const made of [await sendToAll(app), await sendToAll(app)]) {
      const tried = async () => {
        const { rows } = await sql<{ least: number; tried: number }>`
          select min(attempts) as least, count(*) as tried from deliveries where notification_id = ${made.id}`.execute(
          app.db,
        );
        // At least two attempts each: more failures than it takes to open a circuit.
        expect(rows).toEqual([{ least: expect.toSatisfy((least: number) => least > 1) as number, tried: 20 }]);
      };
      await vi.waitFor(tried, { timeout: 60_000, interval: 40 });
      expect(await stateOf(app, made)).toEqual({ recipients: 30, delivered: 10, failed: 0, pending: 20 });
    }
    expect([...services.arrivals()].sort()).toEqual(good.map((token) => [token, 2]).sort());
    expect([warnings, await providersOf(app)]).toEqual([[], READY_PROVIDERS]);
  });
});

it('X6 devices of an app that Apple does not know fail, and the rest of Firebase goes on', async () => {
  const { app, services, startNode, warnings } = await pushKit();
  const { tokens: unknown } = await addDevices(app.db, { fcm: 10 });
  const { tokens: known } = await addDevices(app.db, { fcm: 20 });
  const unknownOnes = new Set(unknown);
  services.state.mood = (device) => (unknownOnes.has(device) ? fcmErrors.thirdParty : undefined);
  await startNode(LONG_BLOCKS);
  for (const made of [await sendToAll(app), await sendToAll(app)])
    expect(await waitUntilDone(app, made)).toEqual({ recipients: 30, delivered: 20, failed: 10, pending: 0 });
  // One attempt for each notification, and no new access token.
  expect(unknown.map((token) => services.attempts.get(token))).toEqual(unknown.map(() => 2));
  expect(services.state.tokensAsked).toBe(1);
  expect(await listTokens(app)).toEqual([...unknown, ...known]);
  expect([warnings, await providersOf(app)]).toEqual([[], READY_PROVIDERS]);
});

describe('one push service', () => {
  const WEB_READY = ['webpush', 'ready'];
  /** Six devices at each of two services, of which only the first works. */
  const kit = async (mood: ReactionRule) => {
    const { app, services, startNode, warnings } = await pushKit();
    const other = await startOtherService(mood);
    const { tokens } = await addDevices(app.db, { webpush: 6, address: services.address });
    const { tokens: troubled } = await addDevices(app.db, { webpush: 6, address: other.address });
    return { app, services, other, startNode, warnings, tokens, troubled };
  };
  const webState = async (app: TestApp) => (await providersOf(app))[1];

  it('X5 O11 that refuses our credentials stops nobody else’s; mended, everything arrives', async () => {
    const { app, services, other, startNode, warnings, tokens, troubled } = await kit(() => ({ status: 403 }));
    await startNode({}, services.address, [other.address]);
    const made = [await sendToAll(app), await sendToAll(app)];
    await vi.waitFor(async () => expect(await webState(app)).toEqual(['webpush', 'credentials']), 60_000);
    for (const one of made) {
      const waiting = { recipients: 12, delivered: 6, failed: 0, pending: 6 };
      await vi.waitFor(async () => expect(await stateOf(app, one)).toEqual(waiting), 60_000);
    }
    // However long it lasts, no delivery fails.
    const refusedOften = () => {
      for (const token of troubled) expect(other.attempts.get(token)).toBeGreaterThan(2 * MAX_REFUSALS);
    };
    await vi.waitFor(refusedOften, 60_000);
    expect(warnings).toEqual([`push: ${other.host}: rechaza nuestras credenciales`]);
    expect(await listTokens(app)).toEqual([...tokens, ...troubled]);

    other.state.mood = () => undefined;
    for (const one of made)
      expect(await waitUntilDone(app, one)).toEqual({ recipients: 12, delivered: 12, failed: 0, pending: 0 });
    expect([await webState(app), warnings.length]).toEqual([WEB_READY, 1]);
  });

  it('X5 O4 that is down shows, and stops nobody else’s', async () => {
    const { app, services, other, startNode, warnings } = await kit(() => undefined);
    await other.close();
    await startNode(LONG_BLOCKS, services.address, [other.address]);
    const made = await sendToAll(app);
    await vi.waitFor(async () => expect(await webState(app)).toEqual(['webpush', 'unreachable']), 60_000);
    const next = await sendToAll(app);
    for (const one of [made, next]) {
      const waiting = { recipients: 12, delivered: 6, failed: 0, pending: 6 };
      await vi.waitFor(async () => expect(await stateOf(app, one)).toEqual(waiting), 60_000);
    }
    expect(warnings).toEqual([`push: ${other.host}: no responde`]);
  });

  it('X5 that hangs leaves the others their places', async () => {
    const { app, services, other, startNode } = await kit(() => 'hang');
    await addDevices(app.db, { webpush: 60, address: other.address });
    await addDevices(app.db, { webpush: 60, address: services.address });
    // No send times out before the end of the test.
    await startNode({ maxConcurrent: 8 }, services.address, [other.address]);
    const made = await sendToAll(app);
    const rest = { recipients: 132, delivered: 66, failed: 0, pending: 66 };
    await vi.waitFor(async () => expect(await stateOf(app, made)).toEqual(rest), { timeout: 60_000, interval: 40 });
  });

  it('that answers without an end has answered', async () => {
    const { app, services, startNode, warnings } = await pushKit(() => 'endless');
    const { tokens } = await addDevices(app.db, { fcm: 10, webpush: 10, address: services.address });
    await startNode({ maxConcurrent: 2, ...LONG_BLOCKS });
    const made = await sendToAll(app);
    expect(await waitUntilDone(app, made)).toEqual({ recipients: 20, delivered: 20, failed: 0, pending: 0 });
    expect([...services.arrivals()].sort()).toEqual(tokens.map((token) => [token, 1]).sort());
    expect(warnings).toEqual([]);
  });

  it('whose trouble nobody has met for a week is not spoken of', async () => {
    const { app } = await pushKit();
    await sql`
      insert into provider_troubles (provider, service, trouble, blocked_until)
      values ('webpush', 'a.example', 'unreachable', now()), ('webpush', 'b.example', 'credentials', now())`.execute(
      app.db,
    );
    expect(await webState(app)).toEqual(['webpush', 'credentials']);
    await sql`update provider_troubles set blocked_until = now() - interval '8 days' where service = 'b.example'`.execute(
      app.db,
    );
    expect(await webState(app)).toEqual(['webpush', 'unreachable']);
    await sql`update provider_troubles set blocked_until = now() - interval '8 days'`.execute(app.db);
    expect(await webState(app)).toEqual(WEB_READY);
  });
});
