import type { Noun } from '@pulso/contract/kit/resource';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/schema/database';
import { isForeignKeyError, type DatabaseError } from '#db/connection/errors';
import { isRestorable } from '#db/stores/deleted-rows';
import { definiteNoun, rowNouns } from '#db/stores/tables';
import { conflict } from '#http/answers/errors';

type Reference = { table: string; column: string };

const PERSONAL_NOUN: Noun = ['entrenamiento personal', 'entrenamientos personales'];
/** The client's own copy to which a row of the table belongs, which is counted apart: it is in no list. */
const personalCopies: Record<string, RawBuilder<unknown>> = {
  trainings: sql`select trainings.id where trainings.owner_id is not null`,
  training_day_exercises: sql`
    select t.id from training_days d join trainings t on t.id = d.training_id
    where d.id = training_day_exercises.training_day_id and t.owner_id is not null`,
};

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
    throw conflict(`No se puede restaurar: falta ${await describeMissing(db, error)}`);
  }
}

/** 'el nivel Intermedio. Restáuralo primero.', where it can be restored; 'el nivel.' where it cannot. */
async function describeMissing(db: Db, { table, constraint, detail = '' }: DatabaseError): Promise<string> {
  const id = Number(/=\((\d+)\) is not present/.exec(detail)?.[1] ?? 0);
  const { rows } = await sql<{ table: string; name: string | null }>`
    select confrelid::regclass::text as table, (
      select coalesce(content -> table_name -> 0 ->> 'title', content -> table_name -> 0 ->> 'name') from deleted_rows
      where table_name = confrelid::regclass::text and row_id = ${id} and ${isRestorable}) as name
    from pg_constraint where conrelid = ${table}::regclass and conname = ${constraint}`.execute(db);
  const [missing] = rows;
  const { noun, ending } = definiteNoun(missing?.table ?? '');
  return missing?.name ? `${noun} ${missing.name}. Restáural${ending} primero.` : `${noun}.`;
}

async function countUses(db: Db, table: string, id: number): Promise<string[]> {
  const { rows: references } = await sql<Reference>`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${table}::regclass and c.confdeltype not in ('c', 'n')
    order by c.conrelid, a.attnum`.execute(db);
  const counts = references.flatMap(({ table: from, column }) => {
    const rows = sql`from ${sql.table(from)} where ${sql.ref(column)} = ${id}`;
    const copies = personalCopies[from];
    if (!copies) return [sql`(select count(*)::int ${rows})`];
    return [sql`(select count(*)::int ${rows} and not exists (${copies}))`];
  });
  const personal = references.flatMap(({ table: from, column }) => {
    const copies = personalCopies[from];
    return copies
      ? [sql`select copy.id from ${sql.table(from)}, lateral (${copies}) copy where ${sql.ref(column)} = ${id}`]
      : [];
  });
  const { rows } = await sql<{ counts: number[]; personal: number }>`
    select array[${sql.join(counts)}] as counts, ${
      personal.length > 0
        ? sql`(select count(distinct id)::int from (${sql.join(personal, sql` union all `)}) copies)`
        : sql`0`
    } as personal`.execute(db);
  const uses = references.map((reference, at): [number, Noun] => [
    rows[0]?.counts[at] ?? 0,
    rowNouns[reference.table] ?? ['elemento', 'elementos'],
  ]);
  return [...uses, [rows[0]?.personal ?? 0, PERSONAL_NOUN] as [number, Noun]].flatMap(([count, [one, several]]) =>
    count > 0 ? [`${count} ${count === 1 ? one : several}`] : [],
  );
}
