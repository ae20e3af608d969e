import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { storeDeletedWhole, restoreWhole, type PartTable } from '#db/stores/deleted-rows';
import { pricedTables, setPrices } from '#db/stores/priced-tables';
import { deleteRow, insertRow, updateRow, type Table, type Values } from '#db/stores/rows';
import type { Write } from '#db/writes/write';

/** How one entity is read and written. */
export type Store<Row, Create, Patch> = {
  /** Tables whose rows the entity's list shows. */
  tables: readonly Table[];
  list: (db: Db) => Promise<Row[]>;
  find: (db: Db, id: number) => Promise<Row | undefined>;
  create: (write: Write, values: Create) => Promise<Row>;
  /** Undefined when there is no such row, or when it has another version. */
  change: (write: Write, id: number, values: Patch, version?: number) => Promise<Row | undefined>;
  remove: (write: Write, id: number) => Promise<Row | undefined>;
  /** Undefined when the row was not deleted, or too long ago. */
  restore: (write: Write, id: number) => Promise<Row | undefined>;
  /** A copy's content in other tables, as it is created; not given where there is none. */
  partsOf?: (row: Row) => Partial<Create>;
};

const pricedTable = (table: Table) => pricedTables.find((priced) => priced.table === table);

/** The prices of an item go with it. */
export function priceParts(table: Table): PartTable[] {
  const priced = pricedTable(table);
  return priced ? [{ table: 'prices', of: priced.reference }] : [];
}

/** A restored item brings its prices, and costs what they say by now: one may have become valid in the meantime. */
export async function restoreItem({ db }: Write, table: Table, id: number, parts: readonly PartTable[]) {
  const priced = pricedTable(table);
  if (!priced) return restoreWhole(db, table, id, parts);
  await sql`select set_config('pulso.settling', 'on', true)`.execute(db);
  if (!(await restoreWhole(db, table, id, parts))) return false;
  const { rows } = await sql<{ amount: number }>`
    select p.amount from prices p join business b on p.valid_from <= b.price_settled_on
    where p.kind = ${priced.kind} and p.item_id = ${id} and p.user_id is null order by p.valid_from desc limit 1`.execute(
    db,
  );
  await setPrices(
    db,
    rows.map(({ amount }) => ({ kind: priced.kind, id, amount })),
  );
  return true;
}

/** The store of an entity that is a single table. */
export function tableStore(table: Table, columns: string[]): Store<Values, Values, Values> {
  const select = sql<Values>`
    select ${sql.join(columns.map((name) => sql.ref(name)))} from ${sql.table(table)}`;
  const find = async (db: Db, id: number) => (await sql<Values>`${select} where id = ${id}`.execute(db)).rows[0];
  return {
    tables: [table],
    list: async (db) => (await sql<Values>`${select} order by id`.execute(db)).rows,
    find,
    create: (write, values) => insertRow(write, table, values, columns),
    change: (write, id, values, version) => updateRow(write, table, { id, version }, values, columns),
    remove: async ({ db }, id) => {
      await storeDeletedWhole(db, table, id, priceParts(table));
      return deleteRow(db, table, id, columns);
    },
    restore: async (write, id) =>
      (await restoreItem(write, table, id, priceParts(table))) ? find(write.db, id) : undefined,
  };
}
