import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import type { Table } from '#db/stores/rows';

/** The rows that exist, locked against deletion until the transaction ends. Ordered by id, which avoids deadlocks. */
export async function lockExistingRows(db: Db, table: Table, ids: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where id = any(${ids}::int[]) order by id for key share`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
