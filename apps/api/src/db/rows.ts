import { sql } from 'kysely';
import type { Database, Db } from '#db/database';

export type Table = keyof Database;
/** Values by column, for generic code. */
export type Values = Record<string, unknown>;
type Identified = { id: number };

const refs = (names: string[]) => sql.join(names.map((name) => sql.ref(name)));

export async function insertRow<R = Identified>(db: Db, table: Table, values: Values, returned = ['id']): Promise<R> {
  const { rows } = await sql<R>`
    insert into ${sql.table(table)} (${refs(Object.keys(values))}) values (${sql.join(Object.values(values))})
    returning ${refs(returned)}`.execute(db);
  return rows[0] as R;
}

/** Undefined when there is no such row, or when it has another version. */
export async function updateRow<R = Identified>(
  db: Db,
  table: Table,
  { id, version }: { id: number; version?: number },
  values: Values,
  returned = ['id'],
): Promise<R | undefined> {
  const assigned = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  // An update needs at least one assignment.
  const changes = assigned.length > 0 ? sql.join(assigned) : sql`version = version`;
  const { rows } = await sql<R>`
    update ${sql.table(table)} set ${changes}
    where id = ${id} and version = coalesce(${version ?? null}::int, version) returning ${refs(returned)}`.execute(db);
  return rows[0];
}

export async function deleteRow<R = Identified>(
  db: Db,
  table: Table,
  id: number,
  returned = ['id'],
): Promise<R | undefined> {
  const { rows } = await sql<R>`
    delete from ${sql.table(table)} where id = ${id} returning ${refs(returned)}`.execute(db);
  return rows[0];
}
