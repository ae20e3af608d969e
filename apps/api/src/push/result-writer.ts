import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/database';
import { recordResults } from '#push/deliveries.queries';
import type { Result } from '#push/deliveries.rules';

const RETRY_MS = 500;
/** Longer than a database takes to come back; then the lease has ended, and they are tried again anyway. */
const ATTEMPTS = 120;
/** What is on its way to the database survives a kill; what waits here for its turn goes out twice. */
const WRITES_AT_ONCE = 2;

type Batch = { results: Result[]; begin: () => void; written: Promise<void> };

function byNotification(results: Result[]): Map<number, Result[]> {
  const groups = new Map<number, Result[]>();
  for (const result of results) {
    const { notification_id: id } = result.delivery;
    groups.set(id, [...(groups.get(id) ?? []), result]);
  }
  return groups;
}

/** Writes results down as they come; those that come while all hands are busy, together. */
export function openRecorder(db: Db, warn: (message: string) => void) {
  let waiting: Batch | undefined;
  let busy = 0;
  let isBehind = false;
  let isGivenUp = false;

  // What has arrived must not go out again only because the database was away for a moment.
  const write = async (results: Result[]) => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      try {
        for (const [id, group] of byNotification(results)) await recordResults(db, id, group);
        return;
      } catch (error) {
        if (!isBehind) warn(`push: ${(error as Error).message}`);
        isBehind = true;
        if (isGivenUp) return;
        await sleep(RETRY_MS);
      }
    }
  };

  const openBatch = (): Batch => {
    const results: Result[] = [];
    let begin = () => {};
    const written = new Promise<void>((resolve) => (begin = resolve))
      .then(() => write(results))
      .finally(() => {
        busy -= 1;
        writeNext();
        if (busy === 0) isBehind = false;
      });
    return { results, begin, written };
  };

  const writeNext = () => {
    if (!waiting || busy === WRITES_AT_ONCE) return;
    busy += 1;
    waiting.begin();
    waiting = undefined;
  };

  return {
    /** Resolves when it is written. */
    add(result: Result): Promise<void> {
      waiting ??= openBatch();
      const { results, written } = waiting;
      results.push(result);
      writeNext();
      return written;
    },
    /** The database was away: the leases may have ended of what is yet to be written down, and it would be sent again. */
    isBehind: () => isBehind,
    /** No further tries: somebody waits for the end. */
    giveUp() {
      isGivenUp = true;
    },
  };
}
