import { fcmErrors, type ReactionRule, type Reaction } from '@pulso/testing/push-services';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openPool } from '#db/connection/connect';
import { openDatabaseLink } from '#test/database-link';
import { addDevices } from '#test/devices';
import { providersOf, pushKit, sendToAll, stateOf, listTokens, waitUntilDone } from '#test/push-kit';

describe('a notification', () => {
  it('O3 O10 arrives as it was written, in texts, at a telephone and at a browser', async () => {
    const { app, services, startNode } = await pushKit();
    const { tokens, browsers } = await addDevices(app.db, { fcm: 1, webpush: 1, address: services.address });
    await startNode();
    const data = { pantalla: 'inicio', veces: 2, lista: [1, { a: null }], vacio: null, emoji: '🏋️' };
    const texts = { pantalla: 'inicio', veces: '2', lista: '[1,{"a":null}]', vacio: 'null', emoji: '🏋️' };
    const words = { title: '<b>{{name}}</b>', body: 'Mañana\n<%= 1 %>' };
    const made = await sendToAll(app, { ...words, data });
    expect(await waitUntilDone(app, made)).toEqual({ recipients: 2, delivered: 2, failed: 0, pending: 0 });

    const [telephone, browser] = tokens.map((token) => services.accepted.find(({ device }) => device === token)!);
    const { message } = JSON.parse(telephone!.body.toString()) as { message: object };
    expect(message).toMatchObject({ token: tokens[0], notification: words, data: texts });
    const read = browsers.get(tokens[1]!)!.read(browser!.body);
    expect(JSON.parse(read)).toEqual({ id: made.id, tag: `pulso-${made.id}`, ...words, data: texts });
    expect(Number(browser!.headers.ttl)).toBeGreaterThan(86_000);
    expect([services.problems, services.state.tokensAsked]).toEqual([[], 1]);
  });

  it('O12 is answered before it is queued for anybody, and so as fast for many as for few', async () => {
    const { app } = await pushKit();
    await addDevices(app.db, { fcm: 50 });
    const made = await sendToAll(app);
    expect(made).toMatchObject({ recipients: 50, pending: 50 });
    const { rows } = await sql`select count(*) from deliveries`.execute(app.db);
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('O9 goes to nobody who is inactive or deleted, nor to a device that is gone by then', async () => {
    const { app, services, startNode } = await pushKit();
    const { tokens } = await addDevices(app.db, { fcm: 4 });
    await addDevices(app.db, { fcm: 2, users: 'inactive' });
    await addDevices(app.db, { fcm: 2, users: 'deleted' });
    const first = await sendToAll(app);
    expect(first.recipients).toBe(4);
    // One user becomes inactive and one device goes before the notification is queued.
    await sql`update users set status = false where id = (select user_id from devices where token = ${tokens[0]})`.execute(
      app.db,
    );
    await sql`delete from devices where token = ${tokens[1]}`.execute(app.db);
    const [late] = (await addDevices(app.db, { fcm: 1 })).tokens;
    await startNode();
    expect(await waitUntilDone(app, first)).toEqual({ recipients: 2, delivered: 2, failed: 0, pending: 0 });
    expect([...services.arrivals().keys()].sort()).toEqual([tokens[2], tokens[3]].sort());
    expect(services.arrivals().has(late!)).toBe(false);
  });

  it('O9 to a device that goes while it waits in the queue counts as failed', async () => {
    const { app, services, startNode } = await pushKit(() => ({ status: 503, headers: { 'Retry-After': '0' } }));
    const { tokens } = await addDevices(app.db, { fcm: 2 });
    const made = await sendToAll(app);
    await startNode();
    await vi.waitFor(() => expect(services.attempts.size).toBe(2), { timeout: 60_000 });
    await sql`delete from devices where token = ${tokens[0]}`.execute(app.db);
    await sql`update users set deleted_at = now() where id = (select user_id from devices where token = ${tokens[1]})`.execute(
      app.db,
    );
    expect(await waitUntilDone(app, made)).toEqual({ recipients: 2, delivered: 0, failed: 2, pending: 0 });
  });

  it('that has not arrived within a day is no news any more', async () => {
    const { app, services, startNode } = await pushKit();
    await addDevices(app.db, { fcm: 2 });
    const made = await sendToAll(app);
    await sql`update notifications set created_at = now() - interval '25 hours'`.execute(app.db);
    await startNode();
    expect(await waitUntilDone(app, made)).toEqual({ recipients: 2, delivered: 0, failed: 2, pending: 0 });
    expect(services.attempts.size).toBe(0);
  });
});

/** Ten devices of each hundred are gone; at the first attempt twenty get 429 and five 503. */
const stormyMood: ReactionRule = (device, attempt) => {
  const number = Number(/\d+$/.exec(device)?.[0]) % 100;
  const isPhone = device.startsWith('token');
  if (number < 10) return isPhone ? fcmErrors.unregistered : { status: 410 };
  if (attempt > 1) return undefined;
  if (number < 30) return { status: 429, headers: { 'Retry-After': '1' } };
  return number < 35 ? fcmErrors.unavailable : undefined;
};
const isGone = (device: string) => Number(/\d+$/.exec(device)?.[0]) % 100 < 10;

describe('providers in a storm', () => {
  it('O4 O5 O6 P33 get every valid device served exactly once, by several nodes, and lose only the tokens that are gone', async () => {
    const { app, services, startNode } = await pushKit();
    const moments = new Map<string, number[]>();
    services.state.mood = (device, attempt) => {
      moments.set(device, [...(moments.get(device) ?? []), performance.now()]);
      return stormyMood(device, attempt);
    };
    const { tokens } = await addDevices(app.db, { fcm: 200, webpush: 100, address: services.address });
    const gone = tokens.filter(isGone);
    const valid = tokens.filter((token) => !isGone(token));
    await Promise.all([startNode(), startNode(), startNode()]);
    const made = await sendToAll(app);
    expect(await waitUntilDone(app, made)).toEqual({
      recipients: 300,
      delivered: valid.length,
      failed: gone.length,
      pending: 0,
    });

    const arrivals = services.arrivals();
    expect([...arrivals.keys()].sort()).toEqual([...valid].sort());
    expect(new Set(arrivals.values())).toEqual(new Set([1]));
    expect(await listTokens(app)).toEqual(valid);
    // Permanent failures are not retried, and Retry-After is kept.
    expect(gone.map((token) => services.attempts.get(token))).toEqual(gone.map(() => 1));
    const told = valid.filter((token) => Number(/\d+$/.exec(token)?.[0]) % 100 < 30);
    expect(told.length).toBeGreaterThan(50);
    for (const token of told) {
      const [first = 0, second = 0] = moments.get(token) ?? [];
      expect(second - first, token).toBeGreaterThanOrEqual(990);
    }
    expect(services.problems).toEqual([]);
    const { rows } = await sql`select count(*) from deliveries`.execute(app.db);
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('O6 keep what is somebody else’s fault: a message that is wrong, a token of another project', async () => {
    const { app, services, startNode } = await pushKit();
    const { tokens } = await addDevices(app.db, { fcm: 4, webpush: 2, address: services.address });
    const violation = {
      '@type': 'type.googleapis.com/google.rpc.BadRequest',
      fieldViolations: [{ field: 'message.ttl' }],
    };
    const reactions = new Map<string | undefined, Reaction>([
      [tokens[0], fcmErrors.invalidToken],
      [tokens[1], fcmErrors.senderMismatch],
      [tokens[2], { status: 400, body: { error: { status: 'INVALID_ARGUMENT', details: [violation] } } }],
      [tokens[4], { status: 413 }],
    ]);
    services.state.mood = (device) => reactions.get(device);
    await startNode();
    const made = await sendToAll(app);
    expect(await waitUntilDone(app, made)).toEqual({ recipients: 6, delivered: 2, failed: 4, pending: 0 });
    expect(await listTokens(app)).toEqual(tokens.slice(1));
    expect(await providersOf(app)).toEqual([
      ['fcm', 'ready'],
      ['webpush', 'ready'],
    ]);
  });
});

describe('credentials', () => {
  it.each([
    ['that get no token', { granting: false, mood: undefined }],
    ['that may not send', { granting: true, mood: () => fcmErrors.denied }],
  ])('O11 %s show, purge nothing and lose nothing: mended, everything arrives', async (_name, { granting, mood }) => {
    const { app, services, startNode, warnings } = await pushKit();
    services.state.granting = granting;
    const { tokens } = await addDevices(app.db, { fcm: 20, webpush: 1, address: services.address });
    if (mood) services.state.mood = (device) => (device.startsWith('token') ? mood() : undefined);
    await startNode();
    const made = await sendToAll(app);
    await vi.waitFor(
      async () =>
        expect(await providersOf(app)).toEqual([
          ['fcm', 'credentials'],
          ['webpush', 'ready'],
        ]),
      { timeout: 60_000 },
    );
    await vi.waitFor(async () => expect((await stateOf(app, made)).delivered).toBe(1), { timeout: 60_000 });
    expect(await stateOf(app, made)).toEqual({ recipients: 21, delivered: 1, failed: 0, pending: 20 });
    expect(await listTokens(app)).toEqual(tokens);
    expect(warnings).toEqual(['push: fcm: rechaza nuestras credenciales']);

    services.state.granting = true;
    services.state.mood = () => undefined;
    expect(await waitUntilDone(app, made)).toEqual({ recipients: 21, delivered: 21, failed: 0, pending: 0 });
    expect(new Set(services.arrivals().values())).toEqual(new Set([1]));
    expect(await providersOf(app)).toEqual([
      ['fcm', 'ready'],
      ['webpush', 'ready'],
    ]);
  });

  it('O11 that were revoked before their time are asked for anew, and nobody notices', async () => {
    const { app, services, startNode, warnings } = await pushKit();
    await addDevices(app.db, { fcm: 10 });
    await startNode();
    await waitUntilDone(app, await sendToAll(app));
    services.state.token = 'ya29.segundo';
    const made = await sendToAll(app);
    expect(await waitUntilDone(app, made)).toEqual({ recipients: 10, delivered: 10, failed: 0, pending: 0 });
    expect([services.state.tokensAsked, warnings]).toEqual([2, []]);
  });

  it('O11 of browsers that one device refuses are not to blame; refused by all, they are', async () => {
    const { app, services, startNode } = await pushKit();
    const { tokens } = await addDevices(app.db, { webpush: 12, address: services.address });
    services.state.mood = (device) => (device === tokens[0] ? { status: 403 } : undefined);
    await startNode({ maxConcurrent: 1 });
    const first = await sendToAll(app);
    expect(await waitUntilDone(app, first)).toEqual({ recipients: 12, delivered: 11, failed: 1, pending: 0 });
    expect(await listTokens(app)).toEqual(tokens);

    services.state.mood = () => ({ status: 403 });
    const second = await sendToAll(app);
    await vi.waitFor(async () => expect((await providersOf(app))[1]).toEqual(['webpush', 'credentials']), 60_000);
    services.state.mood = () => undefined;
    expect((await waitUntilDone(app, second)).failed).toBe(0);
    expect(await listTokens(app)).toEqual(tokens);
  });
});

it('O4 a provider that does not answer is not waited for, and asked again', async () => {
  const { app, services, startNode } = await pushKit();
  const { tokens } = await addDevices(app.db, { fcm: 4, webpush: 2, address: services.address });
  const silent = new Set([tokens[0], tokens[5]]);
  services.state.mood = (device, attempt) => (silent.has(device) && attempt === 1 ? 'hang' : undefined);
  await startNode({ timeoutMs: 1_000 });
  const made = await sendToAll(app);
  expect(await waitUntilDone(app, made)).toEqual({ recipients: 6, delivered: 6, failed: 0, pending: 0 });
  expect([...services.arrivals().keys()].sort()).toEqual([...tokens].sort());
  for (const token of silent) expect(services.attempts.get(token!)).toBeGreaterThan(1);
});

it('O4 a provider that is down shows, and gets everything once when it is back', async () => {
  const { app, services, startNode, warnings } = await pushKit();
  await addDevices(app.db, { fcm: 30 });
  // Nobody listens at this port.
  const down = await startNode({}, 'http://127.0.0.1:9');
  const made = await sendToAll(app);
  await vi.waitFor(async () => expect((await providersOf(app))[0]).toEqual(['fcm', 'unreachable']), 60_000);
  expect(warnings).toContain('push: fcm: no responde');
  expect(await stateOf(app, made)).toEqual({ recipients: 30, delivered: 0, failed: 0, pending: 30 });
  await down.stop();
  await startNode();
  expect(await waitUntilDone(app, made)).toEqual({ recipients: 30, delivered: 30, failed: 0, pending: 0 });
  expect(new Set(services.arrivals().values())).toEqual(new Set([1]));
});

it('O4 a stop does not wait for a provider that hangs; the next start delivers', { timeout: 40_000 }, async () => {
  const { app, services, startNode } = await pushKit(() => 'hang');
  await addDevices(app.db, { fcm: 8, webpush: 8, address: services.address });
  // No send times out before the end of the test.
  const node = await startNode({ maxConcurrent: 4 });
  const made = await sendToAll(app);
  await vi.waitFor(() => expect(services.attempts.size).toBe(8), 60_000);
  await node.stop();
  services.state.mood = () => undefined;
  await sql`update deliveries set due_at = now()`.execute(app.db);
  await startNode();
  expect(await waitUntilDone(app, made)).toEqual({ recipients: 16, delivered: 16, failed: 0, pending: 0 });
});

it('P6 results that the database cannot take keep for longer than a lease, and nobody gets it twice', async () => {
  const link = await openDatabaseLink();
  const { app, services, startNode } = await pushKit(undefined, { reach: link.reach });
  await addDevices(app.db, { fcm: 40, webpush: 20, address: services.address });
  const direct = openPool(app.connection, 1);
  onTestFinished(() => direct.end());
  const made = await sendToAll(app);
  services.state.mood = () => {
    if (services.arrivals().size === 20) void link.cut();
    return undefined;
  };
  await startNode({ leaseSeconds: 4, timeoutMs: 1_000 });
  const leasesEnded = async () => {
    const taken =
      'select count(*) filter (where due_at > now()) as valid, count(*) as all from deliveries where attempts > 0';
    const { rows } = await direct.query<{ valid: number; all: number }>(taken);
    expect(rows[0]!.all).toBeGreaterThan(0);
    expect(rows[0]!.valid).toBe(0);
  };
  await vi.waitFor(leasesEnded, { timeout: 60_000, interval: 50 });
  const { rows } = await direct.query<{ delivered: number }>('select delivered from notifications');
  expect(services.arrivals().size).toBeGreaterThan(rows[0]!.delivered);
  await link.mend();
  expect(await waitUntilDone(app, made)).toEqual({ recipients: 60, delivered: 60, failed: 0, pending: 0 });
  expect(new Set(services.arrivals().values())).toEqual(new Set([1]));
});
