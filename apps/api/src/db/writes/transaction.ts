import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/schema/database';

const MAX_ATTEMPTS = 4;
// Deadlock and serialization failure: a retry can succeed.
const RETRYABLE_CODES = new Set(['40P01', '40001']);
/** Tried again at once, it could take the lock before the one that was let through wakes up, and both would wait for each other again. */
const RETRY_PAUSE_MS = 20;

/** Runs the work in a transaction, with retries; so it must have no other side effects. Inside of one it joins that. */
export function inTransaction<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : withRetries(() => db.transaction().execute(work));
}

export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (attempt === MAX_ATTEMPTS || !RETRYABLE_CODES.has(code)) throw error;
      await sleep(RETRY_PAUSE_MS * attempt * (1 + Math.random()));
    }
  }
}

/** Several reads of the same moment. */
export function inSnapshot<T>(db: Db, work: (snapshot: Db) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}
