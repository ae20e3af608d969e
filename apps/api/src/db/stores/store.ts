import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { restoreWithParts, storeDeletedWithParts } from '#db/stores/deleted-rows';
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
  /** False when the row was not deleted, or too long ago. */
  restore: (write: Write, id: number) => Promise<boolean>;
  /** A copy's content in other tables, as it is created; not given where there is none. */
  partsOf?: (row: Row) => Partial<Create>;
};

/** Deleting and restoring a row with its parts, the same in every store. */
export function removalMethods<Row>(table: Table, find: (db: Db, id: number) => Promise<Row | undefined>) {
  return {
    remove: async ({ db }: Write, id: number) => {
      await storeDeletedWithParts(db, table, id);
      const row = await find(db, id);
      return row && (await deleteRow(db, table, id)) ? row : undefined;
    },
    restore: ({ db }: Write, id: number) => restoreWithParts(db, table, id),
  };
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
    ...removalMethods(table, find),
  };
}
