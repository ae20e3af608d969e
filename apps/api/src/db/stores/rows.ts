import { sql, type RawBuilder } from 'kysely';
import type { Database, Db } from '#db/schema/database';
import { precompile } from '#db/stores/precompile';
import type { Write } from '#db/writes/write';

export type Table = keyof Database;
/** Values by column, for generic code. */
export type Values = Record<string, unknown>;
type IdRow = { id: number };

const columnLists = new Map<string, RawBuilder<unknown>>();
/** Each list of columns is put together once: the few that there are follow from the schemas. */
function joinColumns(names: string[]): RawBuilder<unknown> {
  const key = names.join();
  const list = columnLists.get(key) ?? precompile(sql.join(names.map((name) => sql.ref(name))));
  columnLists.set(key, list);
  return list;
}

type Target = Pick<Write, 'db' | 'right'>;

export async function insertRow<R = IdRow>(
  { db, right }: Target,
  table: Table,
  values: Values,
  returned = ['id'],
): Promise<R> {
  const [first = 'id', ...rest] = returned;
  // An insert has no condition: without the right the first column fails, and the whole statement with it.
  const claimed = right
    ? sql`case when ${right} then ${joinColumns([first])} end as ${joinColumns([first])}`
    : joinColumns([first]);
  const { rows } = await sql<R>`
    insert into ${sql.table(table)} (${joinColumns(Object.keys(values))}) values (${sql.join(Object.values(values))})
    returning ${sql.join(rest.length > 0 ? [claimed, joinColumns(rest)] : [claimed])}`.execute(db);
  return rows[0] as R;
}

/** Undefined when there is no such row, or when it has another version. */
export async function updateRow<R = IdRow>(
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
    returning ${joinColumns(returned)}`.execute(db);
  return rows[0];
}

export async function deleteRow<R = IdRow>(
  db: Db,
  table: Table,
  id: number,
  returned = ['id'],
): Promise<R | undefined> {
  const { rows } = await sql<R>`
    delete from ${sql.table(table)} where id = ${id} returning ${joinColumns(returned)}`.execute(db);
  return rows[0];
}
