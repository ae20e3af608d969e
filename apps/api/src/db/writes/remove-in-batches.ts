import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/schema/database';

const BATCH_SIZE = 10_000;

/** Batches keep each statement below its time-out. */
export async function removeInBatches(db: Db, table: string, which: RawBuilder<unknown>): Promise<void> {
  const name = sql.table(table);
  let removedCount = BATCH_SIZE;
  while (removedCount === BATCH_SIZE) {
    // A row that is updated meanwhile gets another ctid, and stays.
    const { numAffectedRows } = await sql`
      delete from ${name} where ctid = any(array(select ctid from ${name} where ${which} limit ${BATCH_SIZE}))`.execute(
      db,
    );
    removedCount = Number(numAffectedRows);
  }
}
