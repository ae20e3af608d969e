import { copyTitle, COPY_MARK } from '@pulso/contract/content/copy-title';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/schema/database';
import type { Table, Values } from '#db/stores/rows';
import type { Store } from '#db/stores/store';
import type { Write } from '#db/writes/write';

type DuplicateOptions = {
  table: Table;
  store: Store<Values, Values, Values>;
  /** Fields that the copy is created with, by their names in a row. */
  fields: string[];
  image?: string;
  /** Condition on the rows that have a title. */
  among?: RawBuilder<boolean>;
};

/** False if there is no such row. A locked row cannot change while copied, and a second copy sees the first's title. */
async function lockRow(db: Db, table: Table, id: number): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} where id = ${id} for no key update`.execute(db);
  return rows.length > 0;
}

async function listCopyTitles(db: Db, table: Table, among = sql<boolean>`true`): Promise<Set<string>> {
  const { rows } = await sql<{ title: string }>`
    select title from ${sql.table(table)} where position(${COPY_MARK} in title) > 0 and ${among}`.execute(db);
  return new Set(rows.map(({ title }) => title));
}

/** An inactive copy of a row with everything of its own; undefined when there is no such row. */
export async function duplicateRow(
  writing: Write,
  { table, store, fields, image, among }: DuplicateOptions,
  id: number,
  copyImage: (url: string | null) => Promise<string | null>,
): Promise<Values | undefined> {
  const { db } = writing;
  const row = (await lockRow(db, table, id)) ? await store.find(db, id) : undefined;
  if (!row) return undefined;
  const title = copyTitle(String(row.title), await listCopyTitles(db, table, among));
  return store.create(writing, {
    ...Object.fromEntries(fields.filter((name) => name in row).map((name) => [name, row[name]])),
    ...store.partsOf?.(row),
    ...(image && { [image]: await copyImage(row[image] as string | null) }),
    title,
    status: false,
  });
}
