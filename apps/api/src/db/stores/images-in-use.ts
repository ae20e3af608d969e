import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { imageColumns } from '#db/stores/tables';

/** The addresses that some row still refers to. */
export async function imagesInUse(db: Db, urls: string[]): Promise<Set<string>> {
  const queries = imageColumns.map(
    ([table, column]) =>
      sql`select ${sql.ref(column)} as url from ${sql.table(table)} where ${sql.ref(column)} = any(${urls})`,
  );
  const { rows } = await sql<{ url: string }>`${sql.join(queries, sql` union all `)}`.execute(db);
  return new Set(rows.map(({ url }) => url));
}

/** All addresses that rows refer to. */
export async function listImages(db: Db): Promise<string[]> {
  const queries = imageColumns.map(
    ([table, column]) => sql`select ${sql.ref(column)} as url from ${sql.table(table)} where ${sql.ref(column)} <> ''`,
  );
  const { rows } = await sql<{ url: string }>`${sql.join(queries, sql` union `)}`.execute(db);
  return rows.map(({ url }) => url);
}
