import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { PoolConfig } from 'pg';
import type { Config } from '#config';

/** What the thread is told at its start, and later. */
export type PushOrders = { config: Config; connection: PoolConfig; calls: Int32Array };
export type PushOrder = 'wake' | 'stop';

const RESTART_MS = 2_000;
const LONGEST_STOP_MS = 4_000;

type Setting = Pick<PushOrders, 'config' | 'connection'> & { file: URL; warn: (message: string) => void };

/**
 * Delivers in a thread of its own: sending to very many is a lot of small work, and in the thread that answers the panel
 * each piece of it would make somebody wait. A thread that fails is replaced; what it had taken comes due again.
 */
export function startPushThread({ file, config, connection, warn }: Setting) {
  const orders: PushOrders = { config, connection, calls: new Int32Array(new SharedArrayBuffer(4)) };
  const stopping = new AbortController();
  let worker: Worker | undefined;

  const runOnce = () =>
    new Promise<void>((resolve, reject) => {
      worker = new Worker(file, { workerData: orders });
      worker.on('message', warn);
      worker.on('error', reject);
      worker.on('exit', () => resolve());
    });
  const keepRunning = async () => {
    while (!stopping.signal.aborted) {
      await runOnce().catch((error: Error) => warn(`push: ${error.message}`));
      await sleep(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = keepRunning();
  const tell = (order: PushOrder) => worker?.postMessage(order);

  return {
    wake: () => tell('wake'),
    /** Somebody calls: they come first. */
    noteCall: () => void Atomics.add(orders.calls, 0, 1),
    stop: async () => {
      stopping.abort();
      tell('stop');
      // A database that does not answer must not hold up the end; what was on its way is tried again.
      const impatient = setTimeout(() => void worker?.terminate(), LONGEST_STOP_MS);
      await running;
      clearTimeout(impatient);
    },
  };
}
