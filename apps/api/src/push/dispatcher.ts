import type { PushProvider } from '@pulso/contract/accounts/devices';
import type { Db } from '#db/schema/database';
import { unblockServices } from '#push/deliveries.queries';
import { openGroupWorker } from '#push/group-worker';
import { openProviderWorker, type Sender, type WorkerSettings } from '#push/provider-worker';

const DEFAULT_SETTINGS: WorkerSettings = {
  perSecond: 100,
  maxConcurrent: 64,
  // Longer than any attempt takes: a delivery not finished by then was lost with its worker.
  leaseSeconds: 30,
  timeoutMs: 8_000,
  pollMs: 1_000,
  retrySeconds: 2,
  blockSeconds: { credentials: 60, unreachable: 15 },
};

export type Senders = Partial<Record<PushProvider, Sender>>;
type Options = {
  db: Db;
  senders: Senders;
  warn: (message: string) => void;
  settings?: Partial<WorkerSettings>;
  apiCalls?: () => number;
  now?: () => Date;
};

/**
 * Sends queued deliveries, with a worker for each provider and on any number of nodes, and asks who belongs to a group. One worker claims each delivery
 * and writes its result at once, so a killed process leaves only those in doubt that it was sending at that moment.
 */
export function startDispatcher({ db, senders, warn, settings = {}, apiCalls, now = () => new Date() }: Options) {
  const stopping = new AbortController();
  const used = { ...DEFAULT_SETTINGS, ...settings };
  const workers = (Object.entries(senders) as [PushProvider, Sender][]).map(([provider, send]) =>
    openProviderWorker({
      db,
      provider,
      send,
      warn,
      settings: used,
      apiCalls,
      stopping: stopping.signal,
    }),
  );
  const wakeSenders = () => {
    for (const worker of workers) worker.wake();
  };
  const groups = openGroupWorker({
    db,
    providers: Object.keys(senders) as PushProvider[],
    now,
    warn,
    pollMs: used.pollMs,
    stopping: stopping.signal,
    onQueued: wakeSenders,
  });
  const wake = () => {
    groups.wake();
    wakeSenders();
  };
  // The reason why a service was blocked, such as wrong credentials, may have been fixed for this start.
  const running = unblockServices(db)
    .catch((error: Error) => warn(`push: ${error.message}`))
    .then(() => Promise.all([groups, ...workers].map((worker) => worker.run())));

  return {
    wake,
    /** Sends under way may end, for a moment; the rest waits for the next start, or for another node. */
    stop: async () => {
      stopping.abort();
      wake();
      await running;
    },
  };
}
