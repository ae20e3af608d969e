import { sql, type RawBuilder } from 'kysely';
import type { Database, Db } from '#db/schema/database';
import { fixed } from '#db/stores/fixed';
import type { Write } from '#db/writes/write';

export type Table = keyof Database;
/** Values by column, for generic code. */
export type Values = Record<string, unknown>;
type Identified = { id: number };

const lists = new Map<string, RawBuilder<unknown>>();
/** Each list of columns is put together once: the few that there are follow from the schemas. */
function refs(names: string[]): RawBuilder<unknown> {
  const key = names.join();
  const list = lists.get(key) ?? fixed(sql.join(names.map((name) => sql.ref(name))));
  lists.set(key, list);
  return list;
}

type Target = Pick<Write, 'db' | 'right'>;

export async function insertRow<R = Identified>(
  { db, right }: Target,
  table: Table,
  values: Values,
  returned = ['id'],
): Promise<R> {
  const [first = 'id', ...rest] = returned;
  // An insert has no condition: without the right the first column fails, and the whole statement with it.
  const claimed = right ? sql`case when ${right} then ${refs([first])} end as ${refs([first])}` : refs([first]);
  const { rows } = await sql<R>`
    insert into ${sql.table(table)} (${refs(Object.keys(values))}) values (${sql.join(Object.values(values))})
    returning ${sql.join(rest.length > 0 ? [claimed, refs(rest)] : [claimed])}`.execute(db);
  return rows[0] as R;
}

/** Undefined when there is no such row, or when it has another version. */
export async function updateRow<R = Identified>(
  { db, right }: Target,
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
    where id = ${id} and version = coalesce(${version ?? null}::int, version) and ${right ?? sql`true`}
    returning ${refs(returned)}`.execute(db);
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
