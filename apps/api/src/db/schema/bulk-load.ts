import { sql } from 'kysely';
import type { Db } from '#db/schema/database';

/**
 * Runs the work, which loads many rows, while the tables have no foreign keys, no exclusions and none of the indexes that no
 * key needs; all are made again after it. Once for all rows takes a fraction of the time of row by row, and checks the same. In
 * the caller's transaction, so that whatever goes wrong leaves the tables as they were.
 */
export async function withoutIndexes<T>(db: Db, tables: readonly string[], work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ drop: string; make: string }>`
    select format('alter table %I drop constraint %I', t.relname, c.conname) as drop,
      format('alter table %I add constraint %I %s', t.relname, c.conname, pg_get_constraintdef(c.oid)) as make, 2 as turn
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where t.relnamespace = 'public'::regnamespace and t.relname = any(${tables}) and c.contype in ('f', 'x')
    union all
    select format('drop index %I', c.relname), pg_get_indexdef(i.indexrelid), 1
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where t.relnamespace = 'public'::regnamespace and t.relname = any(${tables})
      and not exists (select from pg_constraint where conindid = i.indexrelid and contype <> 'f')
    order by turn, make`.execute(db);
  // Indexes of millions of rows are built in one go where they fit into memory.
  await sql`select set_config('maintenance_work_mem', '256MB', true), set_config('work_mem', '128MB', true)`.execute(
    db,
  );
  for (const { drop } of rows) await sql.raw(drop).execute(db);
  const result = await work();
  for (const { make } of rows) await sql.raw(make).execute(db);
  return result;
}
