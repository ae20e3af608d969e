import { sql } from 'kysely';
import type { Db } from '#db/database';
import type { Table } from '#db/rows';

/**
 * Which of these rows exist; until the transaction ends they cannot be deleted. Always in the same order, so that two
 * who need the same rows never wait for each other.
 */
export async function lockExisting(db: Db, table: Table, ids: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where id = any(${ids}::int[]) order by id for key share`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
