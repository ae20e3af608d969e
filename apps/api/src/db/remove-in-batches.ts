import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database';

const BATCH = 10_000;

/** However much there is to remove, no statement of it comes near its time-out. */
export async function removeInBatches(db: Db, table: string, which: RawBuilder<unknown>): Promise<void> {
  const name = sql.table(table);
  let removed = BATCH;
  while (removed === BATCH) {
    // A row that changes meanwhile is another version in another place: it stays.
    const { numAffectedRows } = await sql`
      delete from ${name} where ctid = any(array(select ctid from ${name} where ${which} limit ${BATCH}))`.execute(db);
    removed = Number(numAffectedRows);
  }
}
