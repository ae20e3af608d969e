import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bundleScript } from '@pulso/testing/script';
import { sql } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { addDevices } from '#test/devices';
import type { ChildSettings } from '#test/push-child';
import { pushKit, QUICK_SETTINGS, sendToAll, waitUntilDone } from '#test/push-kit';

const script = bundleScript(fileURLToPath(new URL('../../test/push-child.ts', import.meta.url)));
const DEVICES = { fcm: 80, webpush: 40 };
// Processes start slowly on a busy machine.
const TIMEOUT_MS = 90_000;
// Slow enough to be killed in the middle, with leases short enough to end within the test.
const settings = { ...QUICK_SETTINGS, perSecond: 60, maxConcurrent: 8, leaseSeconds: 8, timeoutMs: 5_000 };

function startChild(orders: ChildSettings) {
  const child = spawn(process.execPath, [script(), JSON.stringify(orders)], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  return { kill };
}

it(
  'O8 P33 kill -9 in the middle loses nothing, and repeats only what was on its way at that moment',
  { timeout: TIMEOUT_MS },
  async () => {
    const { app, services, account, startNode } = await pushKit();
    const { tokens } = await addDevices(app.db, { ...DEVICES, address: services.address });
    const orders = { connection: app.connection, account, address: services.address, settings };
    const made = await sendToAll(app);
    const inDoubt = new Set<string>();
    for (const share of [0.25, 0.6]) {
      const child = startChild(orders);
      const enough = () => expect(services.accepted.length).toBeGreaterThan(tokens.length * share);
      await vi.waitFor(enough, { timeout: TIMEOUT_MS, interval: 5 });
      await child.kill();
      // Claimed, and no result written before the kill.
      const { rows } = await sql<{ token: string }>`
      select token from deliveries q join devices d on d.id = q.device_id where q.attempts > 0`.execute(app.db);
      for (const { token } of rows) inDoubt.add(token);
    }
    expect(services.accepted.length).toBeLessThan(tokens.length);
    await startNode();
    expect(await waitUntilDone(app, made)).toEqual({
      recipients: tokens.length,
      delivered: tokens.length,
      failed: 0,
      pending: 0,
    });
    const arrivals = services.arrivals();
    expect([...arrivals.keys()].sort()).toEqual([...tokens].sort());
    const twice = [...arrivals].filter(([, times]) => times > 1).map(([token]) => token);
    expect([...inDoubt]).toEqual(expect.arrayContaining(twice));
    // Two providers, so many at once, two kills.
    expect(twice.length).toBeLessThanOrEqual(2 * settings.maxConcurrent * 2);
  },
);
