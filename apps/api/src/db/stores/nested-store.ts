import type { Db } from '#db/schema/database';
import { insertRow, updateRow, type Table, type Values } from '#db/stores/rows';
import { removalMethods, type Store } from '#db/stores/store';

type NestedStoreOptions<Row, Create> = {
  table: Table;
  /** The other tables whose rows it shows. Its own parts have no version: they change with its row. */
  shows: readonly Table[];
  /** Whole rows in one query: all in order of id, or the one with this id. */
  read: (db: Db, id?: number) => Promise<Row[]>;
  /** The values that are no columns of its table: stored in others, or not at all. */
  parts?: readonly (keyof Create)[];
  /** The parts of a row, as they are created. */
  partsOf?: (row: Row) => Partial<Create>;
  /** Writes the parts that are present. */
  saveParts?: (db: Db, id: number, values: Partial<Create>) => Promise<void>;
  /** Checks and completes the row's own columns. Undefined when there is no row with this id. */
  prepareColumns?: (own: Partial<Create>, db: Db, id?: number) => Promise<Partial<Create> | undefined>;
};

/** The store of an entity that spans several tables. */
export function nestedStore<Row, Create extends object, Patch extends Partial<Create>>(
  declared: NestedStoreOptions<Row, Create>,
): Store<Row, Create, Patch> {
  const { table, shows, read, parts = [], partsOf, saveParts, prepareColumns } = declared;
  const foreign = new Set<PropertyKey>(parts);
  const columns = async (values: Partial<Create>, transaction: Db, id?: number): Promise<Values | undefined> => {
    const own = Object.fromEntries(Object.entries(values).filter(([name]) => !foreign.has(name))) as Partial<Create>;
    return prepareColumns ? prepareColumns(own, transaction, id) : own;
  };
  const readOne = async (from: Db, id: number) => (await read(from, id))[0];

  return {
    tables: [table, ...shows],
    list: (db) => read(db),
    find: readOne,
    create: async (write, values) => {
      const { db } = write;
      const { id } = await insertRow(write, table, { ...(await columns(values, db)) });
      await saveParts?.(db, id, values);
      // The new row is not visible outside the transaction yet, so it must be there.
      return (await readOne(db, id)) as Row;
    },
    change: async (write, id, values, version) => {
      const { db } = write;
      const own = await columns(values, db, id);
      if (!own || !(await updateRow(write, table, { id, version }, own))) return undefined;
      await saveParts?.(db, id, values);
      return readOne(db, id);
    },
    ...removalMethods(table, readOne),
    partsOf,
  };
}
