import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/schema/database';
import type { Table } from '#db/stores/rows';

/**
 * A text that changes with every change of these tables, whoever makes it: rows are added, removed, or get another version
 * from their trigger. Sums of hashes, because ids are not committed in their order; the
 * version is the hash's seed, because of one number that holds both PostgreSQL hashes their XOR: (2, 2) like (3, 3).
 */
export function versionOf(tables: readonly Table[]): RawBuilder<string> {
  const versions = tables.map(
    (table) => sql`(
      select count(*) || '.' || coalesce(sum(hashint4extended(id, version)), 0) from ${sql.table(table)})`,
  );
  return sql<string>`concat_ws('/', ${sql.join(versions)})`;
}

export async function readVersion(db: Db, version: RawBuilder<string>): Promise<string> {
  const { rows } = await sql<{ version: string }>`select ${version} as version`.execute(db);
  return rows[0]?.version ?? '';
}
