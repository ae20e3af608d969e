import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/database';
import { recordResults, type Result } from '#features/notifications/delivery.queries';

const RETRY_MS = 500;
/** Longer than a database takes to come back; then the lease has ended, and they are tried again anyway. */
const ATTEMPTS = 120;

/** Writes results down, as many at once as came while the last ones were being written. */
export function openRecorder(db: Db, warn: (message: string) => void) {
  let open: { results: Result[]; written: Promise<void> } | undefined;
  let last = Promise.resolve();

  // What has arrived must not go out again only because the database was away for a moment.
  const write = async (results: Result[]) => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      try {
        return await recordResults(db, results);
      } catch (error) {
        warn(`push: ${(error as Error).message}`);
        await sleep(RETRY_MS);
      }
    }
  };

  return {
    /** Resolves when it is written. */
    add(result: Result): Promise<void> {
      if (!open) {
        const results: Result[] = [];
        const written = last.then(() => {
          open = undefined;
          return write(results);
        });
        open = { results, written };
        last = written;
      }
      open.results.push(result);
      return open.written;
    },
  };
}
