import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { PoolConfig } from 'pg';
import type { Config } from '#config';

/** Start data of the thread. */
export type PushThreadData = { config: Config; connection: PoolConfig; apiCalls: Int32Array };
export type PushThreadCommand = 'wake' | 'stop';

const RESTART_MS = 2_000;
const MAX_STOP_MS = 4_000;

type Options = Pick<PushThreadData, 'config' | 'connection'> & { file: URL; warn: (message: string) => void };

/**
 * Runs the dispatcher in a worker thread, so that sending to very many does not delay the answers of the API. A thread
 * that fails is restarted; the leases of its claimed deliveries end by themselves.
 */
export function startPushThread({ file, config, connection, warn }: Options) {
  const data: PushThreadData = { config, connection, apiCalls: new Int32Array(new SharedArrayBuffer(4)) };
  const stopping = new AbortController();
  let worker: Worker | undefined;

  const runOnce = () =>
    new Promise<void>((resolve, reject) => {
      worker = new Worker(file, { workerData: data, resourceLimits: { maxYoungGenerationSizeMb: 8 } });
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
  const send = (command: PushThreadCommand) => worker?.postMessage(command);

  return {
    wake: () => send('wake'),
    /** Slows down the rate limiter while the API is used. */
    countApiCalls: (count: number) => void Atomics.add(data.apiCalls, 0, count),
    stop: async () => {
      stopping.abort();
      send('stop');
      // A database that does not answer must not delay the stop; deliveries under way are retried.
      const stopTimer = setTimeout(() => void worker?.terminate(), MAX_STOP_MS);
      await running;
      clearTimeout(stopTimer);
    },
  };
}
