import { expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '#config';
import { startPushThread } from '#push/push-thread';

/** Reports its start; fails at 'wake' and ends at 'stop'. */
const FRAGILE_SCRIPT = `
  import { parentPort } from 'node:worker_threads';
  parentPort.postMessage('begun');
  parentPort.on('message', (order) => {
    if (order === 'wake') throw new Error('roto');
    parentPort.close();
  });`;

it('O8 a thread that fails is replaced, and says so; one that was stopped is not', async () => {
  const heard: string[] = [];
  const thread = startPushThread({
    file: new URL(`data:text/javascript,${encodeURIComponent(FRAGILE_SCRIPT)}`),
    config: readConfig({}),
    connection: {},
    warn: (message) => heard.push(message),
  });
  onTestFinished(() => thread.stop());
  await vi.waitFor(() => expect(heard).toEqual(['begun']), 60_000);
  thread.wake();
  await vi.waitFor(() => expect(heard).toEqual(['begun', 'push: roto', 'begun']), 60_000);
  await thread.stop();
  expect(heard).toHaveLength(3);
});
