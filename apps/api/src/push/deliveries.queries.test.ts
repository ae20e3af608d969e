import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { claimDeliveries, queueDeliveries, writeResults } from '#push/deliveries.queries';
import type { Result } from '#push/deliveries.rules';
import { addDevices } from '#test/devices';
import { pushKit, sendToAll, stateOf, listTokens } from '#test/push-kit';

const claim = { provider: 'fcm', batchSize: 10, leaseSeconds: 60, lowPriority: [] } as const;

it('O8 P33 results that are written again, as after a lost connection, are counted once', async () => {
  const { app } = await pushKit();
  const { tokens } = await addDevices(app.db, { fcm: 4 });
  const made = await sendToAll(app);
  await queueDeliveries(app.db, 10);
  const claimed = (await claimDeliveries(app.db, claim)).sort((one, other) => one.device_id - other.device_id);
  const kinds: Result['result'][] = ['delivered', 'failed', 'gone', 'released'];
  const results = claimed.map((delivery, index): Result => ({ delivery, result: kinds[index]! }));
  for (let times = 0; times < 2; times += 1) await writeResults(app.db, made.id, results);
  expect(await stateOf(app, made)).toEqual({ recipients: 4, delivered: 1, failed: 2, pending: 1 });
  expect(await listTokens(app)).toEqual([tokens[0], tokens[1], tokens[3]]);
  const { rows } = await sql`select device_id, attempts, refusals from deliveries`.execute(app.db);
  expect(rows).toEqual([{ device_id: claimed[3]!.device_id, attempts: 0, refusals: 0 }]);
});

it('O9 counts the devices that were queued as its recipients, also when the last batch is a full one', async () => {
  const { app } = await pushKit();
  const { tokens } = await addDevices(app.db, { fcm: 5 });
  const made = await sendToAll(app);
  expect(made.recipients).toBe(5);
  await sql`delete from devices where token = ${tokens[0]}`.execute(app.db);
  expect(await queueDeliveries(app.db, 2)).toBe(2);
  expect((await stateOf(app, made)).recipients).toBe(5);
  expect(await queueDeliveries(app.db, 2)).toBe(2);
  expect(await queueDeliveries(app.db, 2)).toBeUndefined();
  expect((await stateOf(app, made)).recipients).toBe(4);
});
