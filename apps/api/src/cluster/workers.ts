import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { MessageFromWorker, MessageToWorker, WorkerStartData } from '#cluster/messages';
import { openCollector } from '#cluster/collector';
import { openMutexes } from '#cluster/mutexes';
import { addUp, type Snapshot } from '#metrics/metrics.rules';
import { StartupError } from '#startup-error';

const MIN_RESTART_MS = 100;
const MAX_RESTART_MS = 10_000;
/** A process that lived this long did not fail because of how it started. */
const STABLE_UPTIME_MS = 60_000;
/** A worker takes less time than this to drain. */
const MAX_STOP_MS = 9_000;

type Options = WorkerStartData & {
  file: URL;
  processes: number;
  warn: (line: string) => void;
  wake: () => void;
  countApiCalls: (count: number) => void;
  /** Metrics of this process. */
  report: () => Snapshot;
};

/** Starts the processes that serve HTTP on one port, and replaces those that end. Resolves when all of them listen. */
export async function startWorkers(options: Options) {
  const { file, processes, config, connection, warn, wake, countApiCalls, report } = options;
  // Each process accepts for itself: a connection handed by the primary to a just killed one would hang for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // `args` would be those of whoever imported the server.
  cluster.setupPrimary({ exec: fileURLToPath(file), args: [] });
  const turns = openMutexes();
  const metrics = openCollector();
  const running = new Map<Worker, Promise<unknown>>();
  const stopping = new AbortController();

  // The callback takes the error of a worker that is gone.
  const send = (worker: Worker, message: MessageToWorker) => void worker.send(message, () => undefined);

  const run = () => {
    const worker = cluster.fork();
    let failure: string | undefined;
    const ended = new Promise<string>((resolve) => {
      worker.once('exit', (code: number | null, signal: string | null) => {
        turns.leave(worker.id);
        metrics.leave(worker.id);
        running.delete(worker);
        resolve(failure ?? `Un proceso terminó (${signal ?? code}).`);
      });
    });
    running.set(worker, ended);
    const listening = new Promise<number>((resolve, reject) => {
      worker.on('message', (message: MessageFromWorker) => {
        switch (message.kind) {
          case 'ready':
            return send(worker, stopping.signal.aborted ? { kind: 'stop' } : { kind: 'serve', config, connection });
          case 'listening':
            return resolve(message.port);
          case 'failed':
            failure = message.message;
            return undefined;
          case 'wake':
            return wake();
          case 'calls':
            return countApiCalls(message.count);
          case 'acquire': {
            const { what, id } = message;
            return turns.acquire({ what, holder: worker.id, id, grant: () => send(worker, { kind: 'granted', id }) });
          }
          case 'release':
            return turns.release(worker.id, message.id);
          case 'report':
            // The last message of a process may come after its end.
            return running.has(worker) ? metrics.take(worker.id, message.snapshot) : undefined;
          case 'collect': {
            const { id } = message;
            const collected = metrics.collect([...running.keys()].map((one) => one.id));
            for (const other of running.keys()) send(other, { kind: 'report' });
            return void collected.then((snapshot) =>
              send(worker, { kind: 'collected', id, snapshot: addUp([snapshot, report()]) }),
            );
          }
          case 'unblocked':
            for (const other of running.keys()) if (other !== worker) send(other, message);
        }
      });
      void ended.then((reason) => reject(new StartupError(reason)));
    });
    return { listening, ended };
  };

  /** Restarts a worker, with longer and longer pauses while it fails again and again. */
  const keepRunning = async (first: ReturnType<typeof run>) => {
    let failures = 0;
    for (let current = first; ; current = run()) {
      const startedAt = performance.now();
      current.listening.catch(() => undefined);
      const reason = await current.ended;
      if (stopping.signal.aborted) return;
      failures = performance.now() - startedAt > STABLE_UPTIME_MS ? 1 : failures + 1;
      warn(`${reason} Se inicia otro en su lugar.`);
      const pause = Math.min(MIN_RESTART_MS * 2 ** failures, MAX_RESTART_MS);
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
    }
  };

  const stop = async () => {
    stopping.abort();
    for (const worker of running.keys()) send(worker, { kind: 'stop' });
    const timer = setTimeout(() => {
      for (const worker of running.keys()) worker.process.kill('SIGKILL');
    }, MAX_STOP_MS);
    await Promise.all(running.values());
    clearTimeout(timer);
  };

  const first = Array.from({ length: processes }, run);
  try {
    const [port = config.PORT] = await Promise.all(first.map(({ listening }) => listening));
    for (const one of first) void keepRunning(one);
    return { port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
