import { KEPT_DAYS } from '@pulso/contract/kit/kept-days';
import { sql, type RawBuilder } from 'kysely';
import { pipelineWithNext } from '#db/connection/connect';
import type { Db } from '#db/schema/database';
import type { Table } from '#db/stores/rows';
import { inTransaction } from '#db/writes/transaction';
import { imageColumns, restorableTables } from '#db/stores/tables';

/** A table whose rows are deleted with the row that `of` refers to: the entity's, or that of the part named by `in`. */
type PartTable = { table: Table; of: string; in: Table | null };

/** The tables that refer to this one with `on delete cascade`, and those that refer to them; outer ones first. */
async function listPartTables(db: Db, table: Table): Promise<PartTable[]> {
  const { rows } = await sql<PartTable>`
    with recursive cascades as (
      select conrelid, confrelid, attname::text as of from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and confdeltype = 'c'
    ), parts as (
      select conrelid, of, null::text as in, 1 as depth from cascades where confrelid = ${table}::regclass
      union all
      select c.conrelid, c.of, p.conrelid::regclass::text, p.depth + 1
      from parts p join cascades c on c.confrelid = p.conrelid
    )
    select conrelid::regclass::text as table, of, parts.in from parts order by depth`.execute(db);
  return rows;
}

export const isRestorable = sql<boolean>`deleted_rows.deleted_at > now() - make_interval(days => ${sql.lit(KEPT_DAYS)})`;

const imageColumnOf = (table: Table) => imageColumns.find(([name]) => name === table)?.[1];

/** Keeps the content of a row that is about to be deleted. */
export async function storeDeletedRow(db: Db, table: Table, id: number, content: RawBuilder<unknown>): Promise<void> {
  const image = imageColumnOf(table);
  await sql`
    insert into deleted_rows (table_name, row_id, content, image)
    select ${table}, id, ${content}, ${image ? sql.ref(image) : null} from ${sql.table(table)} where id = ${id}`.execute(
    db,
  );
}

/** Keeps a row and its parts, which nobody can change any more once it is locked. */
export async function storeDeletedWithParts(db: Db, table: Table, id: number): Promise<void> {
  await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(db);
  const parts = await listPartTables(db, table);
  const where = (part: PartTable): RawBuilder<unknown> => {
    const outer = parts.find((other) => other.table === part.in);
    const above = outer ? sql`(select id from ${sql.table(outer.table)} where ${where(outer)})` : sql`(${id})`;
    return sql`${sql.ref(part.of)} in ${above}`;
  };
  const own = sql`${table}::text, (select jsonb_agg(one) from ${sql.table(table)} one where id = ${id})`;
  const rest = parts.map(
    (part) =>
      sql`${part.table}::text, (select jsonb_agg(part) from ${sql.table(part.table)} part where ${where(part)})`,
  );
  await storeDeletedRow(db, table, id, sql`jsonb_build_object(${sql.join([own, ...rest])})`);
}

/** The kept content of a deleted row, given once; undefined when there is none, or no longer. */
export async function takeDeletedRow<T>(db: Db, table: Table, id: number): Promise<T | undefined> {
  const { rows } = await sql<{ content: T }>`
    delete from deleted_rows where table_name = ${table} and row_id = ${id} and ${isRestorable}
    returning content`.execute(db);
  return rows[0]?.content;
}

/** The columns of a table that can be written, of those that were kept. */
async function listWritableColumns(db: Db, table: Table, storedColumns: string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attgenerated = '' and attname = any(${storedColumns})`.execute(db);
  return rows.map(({ name }) => name);
}

type StoredTable = { table: Table; columns: string[] };

/** Inserts a deleted row and its parts again, with their ids; false when there is nothing to restore, or no longer. */
export async function restoreWithParts(db: Db, table: Table, id: number): Promise<boolean> {
  await sql`select set_config('pulso.restoring', 'on', true) ${pipelineWithNext}`.execute(db);
  const tables = [table, ...(await listPartTables(db, table)).map((part) => part.table)];
  const which = sql`table_name = ${table} and row_id = ${id}`;
  // Parts refer to rows that are inserted before them. A table that had no rows is null.
  const { rows } = await sql<StoredTable>`
    select name as table, array(select jsonb_object_keys(content -> name -> 0)) as columns
    from (select content from deleted_rows where ${which} and ${isRestorable} for update) kept,
      unnest(${tables}::text[]) with ordinality as ordered (name, place)
    where content -> name <> 'null' order by place`.execute(db);
  for (const { table: name, columns } of rows) {
    const columnsToWrite = await listWritableColumns(db, name, columns);
    // A new version number, so that a list that was cached with the old one is not shown again.
    const values = columnsToWrite.map((column) =>
      column === 'version' ? sql`row.version + 1` : sql.ref(`row.${column}`),
    );
    await sql`
      insert into ${sql.table(name)} (${sql.join(columnsToWrite.map((column) => sql.ref(column)))}) overriding system value
      select ${sql.join(values)}
      from deleted_rows, jsonb_populate_recordset(null::${sql.table(name)}, content -> ${name}) as row where ${which}`.execute(
      db,
    );
  }
  await sql`select set_config('pulso.restoring', '', true) ${pipelineWithNext}`.execute(db);
  await takeDeletedRow(db, table, id);
  return rows.length > 0;
}

type OldDeletion = { table_name: string; row_id: number; image: string | null };

/**
 * Removes deleted rows that can be restored no more, and what events tell of their content; answers their pictures. Users are
 * still there, and are erased by whoever asks for that.
 */
export function removeOldDeletions(db: Db): Promise<string[]> {
  return inTransaction(db, async (transaction) => {
    const { rows } = await sql<OldDeletion>`
      delete from deleted_rows where not ${isRestorable} returning table_name, row_id, image`.execute(transaction);
    for (const [entity, table] of Object.entries(restorableTables)) {
      const ids = rows.filter(({ table_name }) => table_name === table).map(({ row_id }) => row_id);
      if (ids.length > 0 && table !== 'users')
        await sql`select erase_removed_events(${entity}, ${ids}::int[])`.execute(transaction);
    }
    return rows.flatMap(({ image }) => (image === null ? [] : [image]));
  });
}

/** Queues the pictures of rows that went for good, for the daily chores to remove with the rest. */
export async function queuePictureRemoval(db: Db, images: string[]): Promise<void> {
  await sql`
    insert into deleted_rows (table_name, row_id, content, image, deleted_at)
    select 'deleted_rows', place, '{}', image, '-infinity' from unnest(${images}::text[]) with ordinality as gone (image, place)`.execute(
    db,
  );
}

/** Forgets the kept content of a row that must leave no trace. */
export async function eraseDeletedRow(db: Db, table: Table, id: number): Promise<void> {
  await sql`delete from deleted_rows where table_name = ${table} and row_id = ${id}`.execute(db);
}

/** Takes the parts that have these values out of the deleted rows of a table, so that none comes back with its row. */
export async function eraseDeletedParts(db: Db, table: Table, part: Table, values: object): Promise<void> {
  const isMeant = sql`${JSON.stringify(values)}::jsonb`;
  await sql`
    update deleted_rows set content = jsonb_set(content, array[${part}], coalesce(
      (select jsonb_agg(one) from jsonb_array_elements(content -> ${part}) one where not one @> ${isMeant}), 'null'))
    where table_name = ${table} and content -> ${part} @> jsonb_build_array(${isMeant})`.execute(db);
}

/** Forgets the deleted rows of a table that have a value in a column, so that none can be restored; answers their pictures. */
export async function forgetDeletedRows(
  db: Db,
  table: Table,
  column: string,
  value: number,
): Promise<{ image: string | null }[]> {
  const { rows } = await sql<{ image: string | null }>`
    delete from deleted_rows
    where table_name = ${table} and content -> ${table} -> 0 -> ${column} = to_jsonb(${value}::int) returning image`.execute(
    db,
  );
  return rows;
}
