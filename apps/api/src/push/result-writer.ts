import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/schema/database';
import { writeResults } from '#push/deliveries.queries';
import type { Result } from '#push/deliveries.rules';

const RETRY_MS = 500;
/** A minute, longer than a database takes to come back; by then leases have ended, and deliveries are resent anyway. */
const MAX_ATTEMPTS = 120;
/** Results that wait here are lost in a kill, and sent twice; those already at the database are not. */
const MAX_CONCURRENT_WRITES = 2;

type Batch = { results: Result[]; start: () => void; written: Promise<void> };

function groupByNotification(results: Result[]): Map<number, Result[]> {
  const groups = new Map<number, Result[]>();
  for (const result of results) {
    const { notification_id: id } = result.delivery;
    groups.set(id, [...(groups.get(id) ?? []), result]);
  }
  return groups;
}

/** Writes results as they come; those that come while all writers are busy go together in the next batch. */
export function openResultWriter(db: Db, warn: (message: string) => void) {
  let nextBatch: Batch | undefined;
  let writing = 0;
  let isBehind = false;
  let isGivenUp = false;

  // Writes are retried, because a lost result means a second delivery.
  const write = async (results: Result[]) => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      try {
        for (const [id, group] of groupByNotification(results)) await writeResults(db, id, group);
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
    let start = () => {};
    const written = new Promise<void>((resolve) => (start = resolve))
      .then(() => write(results))
      .finally(() => {
        writing -= 1;
        startNext();
        if (writing === 0) isBehind = false;
      });
    return { results, start, written };
  };

  const startNext = () => {
    if (!nextBatch || writing === MAX_CONCURRENT_WRITES) return;
    writing += 1;
    nextBatch.start();
    nextBatch = undefined;
  };

  return {
    /** Resolves when the result is written. */
    add(result: Result): Promise<void> {
      nextBatch ??= openBatch();
      const { results, written } = nextBatch;
      results.push(result);
      startNext();
      return written;
    },
    /** True while writes fail: a delivery claimed meanwhile could outlive its lease unwritten, and be sent twice. */
    isBehind: () => isBehind,
    /** No more retries: the process is about to end. */
    giveUp() {
      isGivenUp = true;
    },
  };
}
