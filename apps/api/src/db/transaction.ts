import type { Db } from '#db/database';

const MAX_ATTEMPTS = 4;
// Victims of a deadlock and of a serialization failure: a retry succeeds.
const RETRYABLE = new Set(['40P01', '40001']);

/** All of the work or none of it. The work may run more than once, so it touches nothing but the database. */
export async function inTransaction<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (attempt === MAX_ATTEMPTS || !RETRYABLE.has(code)) throw error;
    }
  }
}
