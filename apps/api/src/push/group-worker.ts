import type { PushProvider } from '@pulso/contract/accounts/devices';
import type { Db } from '#db/schema/database';
import { startDue, writeRecipients } from '#features/desk/notifications/notification-groups.queries';
import { openErrorLog, openNap } from '#push/background-loop';

type Options = {
  db: Db;
  providers: PushProvider[];
  now: () => Date;
  warn: (message: string) => void;
  pollMs: number;
  stopping: AbortSignal;
  onQueued: () => void;
};

/** A piece holds the locks of its rows for some milliseconds. */
const RECIPIENT_BATCH_SIZE = 1_000;

/** Begins notifications to groups at their hour, and writes down who gets them; what a kill cuts off goes on where it was. */
export function openGroupWorker({ db, providers, now, warn, pollMs, stopping, onQueued }: Options) {
  const errors = openErrorLog(warn);
  const nap = openNap();
  const runOnce = async () => {
    await startDue(db, { providers, now: now() });
    while (!stopping.aborted && (await writeRecipients(db, now(), RECIPIENT_BATCH_SIZE))) onQueued();
    errors.forget();
  };
  return {
    wake: nap.wake,
    run: async () => {
      while (!stopping.aborted) {
        await runOnce().catch(errors.logOnce);
        // Stopped meanwhile, nobody would wake it.
        if (!stopping.aborted) await nap.sleep(pollMs);
      }
    },
  };
}
