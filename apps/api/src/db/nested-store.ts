import type { Db } from '#db/database';
import { deleteRow, insertRow, updateRow, type Table, type Values } from '#db/rows';
import type { Store } from '#db/store';

type Nested<Row, Create> = {
  table: Table;
  /** Everything that is answered, in one query: of all rows by id, or of the one with this id. */
  read: (db: Db, id?: number) => Promise<Row[]>;
  /** Which of the values lie in other tables. */
  parts?: readonly (keyof Create)[];
  /** Writes those of them that are given. */
  saveParts?: (db: Db, id: number, values: Partial<Create>) => Promise<void>;
  /** The last word on the row's own columns. With the id of a row to change, nothing is returned when it is not there. */
  judge?: (own: Partial<Create>, db: Db, id?: number) => Promise<Partial<Create> | undefined>;
};

/** An entity that is answered over several tables. It is written together with its own parts, or not at all. */
export function nestedStore<Row, Create extends object, Patch extends Partial<Create>>(
  declared: Nested<Row, Create>,
): Store<Row, Create, Patch> {
  const { table, read, parts = [], saveParts, judge } = declared;
  const foreign = new Set<PropertyKey>(parts);
  const columns = async (values: Partial<Create>, transaction: Db, id?: number): Promise<Values | undefined> => {
    const own = Object.fromEntries(Object.entries(values).filter(([name]) => !foreign.has(name))) as Partial<Create>;
    return judge ? judge(own, transaction, id) : own;
  };
  const readOne = async (from: Db, id: number) => (await read(from, id))[0];

  return {
    list: (db) => read(db),
    find: readOne,
    create: async ({ db }, values) => {
      const { id } = await insertRow(db, table, { ...(await columns(values, db)) });
      await saveParts?.(db, id, values);
      // Nobody else can see it yet, let alone delete it.
      return (await readOne(db, id)) as Row;
    },
    change: async ({ db }, id, values, version) => {
      const own = await columns(values, db, id);
      if (!own || !(await updateRow(db, table, { id, version }, own))) return undefined;
      await saveParts?.(db, id, values);
      return readOne(db, id);
    },
    remove: async ({ db }, id) => {
      const row = await readOne(db, id);
      return row && (await deleteRow(db, table, id)) ? row : undefined;
    },
  };
}
