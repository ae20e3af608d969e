import type { MessageFromWorker, MessageToWorker, WorkerStartData } from '#cluster/messages';
import type { Machine } from '#machine';
import type { Snapshot } from '#metrics/metrics.rules';

/** Interval at which a worker reports its number of API calls. */
const API_CALL_REPORT_MS = 200;

type Handlers = { serve: (order: WorkerStartData) => void; stop: () => void };

/** A worker's side of the messages between it and the primary process. */
export function openPrimary({ serve, stop }: Handlers) {
  const grantById = new Map<number, () => void>();
  const collectedById = new Map<number, (snapshot: Snapshot) => void>();
  let report = (): Snapshot => ({});
  let hearUnblocked: Parameters<Machine['onUnblocked']>[0] = () => undefined;
  let lastId = 0;
  let calls = 0;

  // When the primary is gone this process ends by itself; the callback takes the error until then.
  const send = (message: MessageFromWorker) => void process.send?.(message, undefined, undefined, () => undefined);

  process.on('message', (message: MessageToWorker) => {
    switch (message.kind) {
      case 'serve':
        return serve(message);
      case 'stop':
        return stop();
      case 'granted':
        grantById.get(message.id)?.();
        grantById.delete(message.id);
        return undefined;
      case 'report':
        return send({ kind: 'report', snapshot: report() });
      case 'collected':
        collectedById.get(message.id)?.(message.snapshot);
        collectedById.delete(message.id);
        return undefined;
      case 'unblocked':
        return hearUnblocked(message.keys);
    }
  });

  send({ kind: 'ready' });

  const timer = setInterval(() => {
    if (calls > 0) send({ kind: 'calls', count: calls });
    calls = 0;
  }, API_CALL_REPORT_MS);
  timer.unref();

  const machine = (processes: number): Machine => ({
    processes,
    alone: async (what, work) => {
      const id = (lastId += 1);
      await new Promise<void>((resolve) => {
        grantById.set(id, resolve);
        send({ kind: 'acquire', what, id });
      });
      return work().finally(() => send({ kind: 'release', id }));
    },
    tellUnblocked: (keys) => send({ kind: 'unblocked', keys }),
    onUnblocked: (hear) => {
      hearUnblocked = hear;
    },
  });

  return {
    machine,
    wake: () => send({ kind: 'wake' }),
    /** Has this process's metrics reported, and gives those of all processes. */
    shareMetrics: (ownReport: () => Snapshot) => {
      report = ownReport;
      return () =>
        new Promise<Snapshot>((resolve) => {
          const id = (lastId += 1);
          collectedById.set(id, resolve);
          send({ kind: 'collect', id });
        });
    },
    countApiCall: () => void (calls += 1),
    tellListening: (port: number) => send({ kind: 'listening', port }),
    /** Resolves when the primary has it. */
    tellFailed: (message: string) =>
      new Promise<void>((resolve) => {
        const failed: MessageFromWorker = { kind: 'failed', message };
        process.send?.(failed, undefined, undefined, () => resolve());
      }),
  };
}
