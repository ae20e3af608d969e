import type { PushProvider } from '@pulso/contract/devices';
import type { Db } from '#db/database';
import { unblockServices } from '#push/deliveries.queries';
import { openLane, type Sender, type WorkerSettings } from '#push/provider-worker';

const USUAL: WorkerSettings = {
  perSecond: 100,
  atOnce: 64,
  // Longer than any attempt takes: what is taken and not finished by then was lost with its worker.
  leaseSeconds: 30,
  timeoutMs: 8_000,
  pollMs: 1_000,
  retrySeconds: 2,
  blockSeconds: { credentials: 60, unreachable: 15 },
};

export type Senders = Partial<Record<PushProvider, Sender>>;
type Setting = {
  db: Db;
  senders: Senders;
  warn: (message: string) => void;
  settings?: Partial<WorkerSettings>;
  calls?: () => number;
};

/**
 * Delivers what is queued, on any number of nodes at once. Each delivery is taken by one worker, and the result of a try
 * written down at once: what a killed process leaves in doubt are those that were on their way at that moment.
 */
export function startPushWorker({ db, senders, warn, settings = {}, calls }: Setting) {
  const stopping = new AbortController();
  const lanes = (Object.entries(senders) as [PushProvider, Sender][]).map(([provider, send]) =>
    openLane({ db, provider, send, warn, settings: { ...USUAL, ...settings }, calls, stopping: stopping.signal }),
  );
  const wake = () => {
    for (const lane of lanes) lane.wake();
  };
  // A start is a new try: what was wrong may have been mended for it.
  const running = unblockServices(db)
    .catch((error: Error) => warn(`push: ${error.message}`))
    .then(() => Promise.all(lanes.map((lane) => lane.run())));

  return {
    wake,
    /** What is on its way may end, for a moment; the rest waits for the next start, or for another node. */
    stop: async () => {
      stopping.abort();
      wake();
      await running;
    },
  };
}
