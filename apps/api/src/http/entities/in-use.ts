import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { isForeignKeyError, type DatabaseError } from '#db/connection/errors';
import { rowNouns } from '#db/stores/tables';
import { conflict } from '#http/answers/errors';

type Reference = { table: string; column: string };

/** Runs a delete and turns a foreign key violation into a 409 that says what refers to the row. */
export async function refuseWhenInUse<T>(db: Db, table: string, id: number, remove: () => Promise<T>): Promise<T> {
  try {
    return await remove();
  } catch (error) {
    if (!isForeignKeyError(error)) throw error;
    const uses = await countUses(db, table, id);
    throw conflict(`No se puede eliminar porque está en uso: ${uses.join(', ') || 'otro elemento lo necesita'}.`);
  }
}

/** Runs a restore and turns a foreign key violation into a 409 that says what is missing. */
export async function refuseWhenGone<T>(db: Db, restore: () => Promise<T>): Promise<T> {
  try {
    return await restore();
  } catch (error) {
    if (!isForeignKeyError(error)) throw error;
    throw conflict(`No se puede recuperar porque ya no existe algo que usaba: ${await findMissingNoun(db, error)}.`);
  }
}

async function findMissingNoun(db: Db, { table, constraint }: DatabaseError): Promise<string> {
  const { rows } = await sql<{ table: string }>`
    select confrelid::regclass::text as table from pg_constraint
    where conrelid = ${table}::regclass and conname = ${constraint}`.execute(db);
  return rowNouns[rows[0]?.table ?? '']?.[0] ?? 'otro elemento';
}

async function countUses(db: Db, table: string, id: number): Promise<string[]> {
  const { rows: references } = await sql<Reference>`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${table}::regclass and c.confdeltype <> 'c'
    order by c.conrelid, a.attnum`.execute(db);
  const counts = references.map(
    (reference) =>
      sql`(select count(*)::int from ${sql.table(reference.table)} where ${sql.ref(reference.column)} = ${id})`,
  );
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(db);
  return references.flatMap((reference, at) => {
    const count = rows[0]?.counts[at] ?? 0;
    const [one, several] = rowNouns[reference.table] ?? ['elemento', 'elementos'];
    return count > 0 ? [`${count} ${count === 1 ? one : several}`] : [];
  });
}
