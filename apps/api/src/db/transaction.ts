import type { Db } from '#db/database';

const ATTEMPTS = 4;
// Of two that wait for each other the server ends one; done again, it finds the other one finished.
const WORTH_REPEATING = new Set(['40P01', '40001']);

/** All of the work or none of it. The work may run more than once, so it touches nothing but the database. */
export async function inTransaction<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (attempt === ATTEMPTS || !WORTH_REPEATING.has(code)) throw error;
    }
  }
}
