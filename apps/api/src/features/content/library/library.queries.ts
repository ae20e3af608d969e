import type { LibraryKind, LibraryResult, LibraryRow } from '@pulso/contract/content/library';
import { sql } from 'kysely';
import { bodyParts, dietCategories, levels, machines, trainingTypes } from '#features/content/library/catalogues.data';
import { broughtBy, dietRows, drawnExerciseRows, exerciseRows, trainingRows } from '#features/content/library/library';
import { writeLibrary, type LibraryRows, type LibraryWriters } from '#features/content/library/write-library.queries';
import type { Db } from '#db/schema/database';
import type { Drawing } from '#files/drawings/render-picture';
import { Refusal } from '#db/writes/refusal';
import type { Write } from '#db/writes/write';

const TABLES: Record<LibraryKind, string> = { exercise: 'exercises', training: 'trainings', diet: 'diets' };
const kindOf = (key: string) => key.slice(0, key.indexOf('/')) as LibraryKind;

type Entry = Omit<LibraryRow, 'state'> & { drawing: Drawing };

const exercises = [...exerciseRows, ...drawnExerciseRows];

const entries: Entry[] = [
  ...exercises.map(({ key, title, part, drawing }) => ({ key, title, group: part, brings: [], drawing })),
  ...trainingRows.map((row) => ({
    key: row.key,
    title: row.title,
    group: row.type,
    brings: broughtBy(row),
    drawing: row.drawing,
  })),
  ...dietRows.map(({ key, title, category, drawing }) => ({ key, title, group: category, brings: [], drawing })),
].map((entry) => ({ ...entry, kind: kindOf(entry.key) }));
const entryOf = new Map(entries.map((entry) => [entry.key, entry]));

/** The ids of the rows that are there, by key; null for what was added and deleted. */
async function readStates(db: Db): Promise<Map<string, number | null>> {
  const { rows } = await sql<{ key: string; id: number | null }>`
    select key, case split_part(key, '/', 1)
      when 'exercise' then (select id from exercises where id = row_id)
      when 'training' then (select id from trainings where id = row_id)
      else (select id from diets where id = row_id) end as id
    from library_entries`.execute(db);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

export async function listLibrary(db: Db): Promise<LibraryRow[]> {
  const states = await readStates(db);
  return entries.map(({ key, kind, title, group, brings }) => {
    const id = states.get(key);
    return { key, kind, title, group, brings, state: id === undefined ? 'new' : id === null ? 'removed' : 'present' };
  });
}

/** Rows that adding these entries makes: themselves, and the exercises of the trainings, but for what is there. */
export async function planLibrary(db: Db, keys: readonly string[]) {
  if (!keys.every((key) => entryOf.has(key))) throw new Refusal({ keys: 'Hay entradas que no están en la biblioteca' });
  const states = await readStates(db);
  const isPresent = (key: string) => typeof states.get(key) === 'number';
  const chosen = new Set(keys);
  const wanted = new Set(
    [...chosen].flatMap((key) => (isPresent(key) ? [] : [key, ...(entryOf.get(key)?.brings ?? [])])),
  );
  return {
    drawings: new Map([...wanted].filter((key) => !isPresent(key)).map((key) => [key, entryOf.get(key)!.drawing])),
    present: [...chosen].filter(isPresent).length,
    states,
  };
}

/** Makes what entries refer to, where nothing is called so; without a picture, which is the owner's choice. */
async function makeCatalogues(db: Db, rows: LibraryRows): Promise<void> {
  const make = async (table: string, column: string, known: readonly object[], used: readonly (string | null)[]) => {
    const named = known.filter((row) => used.includes((row as Record<string, string>)[column]!));
    await sql`
      insert into ${sql.table(table)} (${sql.ref(column)}${'description' in (known[0] ?? {}) ? sql`, description` : sql``})
      select ${sql.ref(`r.${column}`)}${'description' in (known[0] ?? {}) ? sql`, r.description` : sql``}
      from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as r (${sql.ref(column)} text, description text)
      where not exists (select from ${sql.table(table)} t where fold(${sql.ref(`t.${column}`)}) = fold(${sql.ref(`r.${column}`)}))`.execute(
      db,
    );
  };
  await make(
    'body_parts',
    'title',
    bodyParts,
    rows.exercises.map(({ part }) => part),
  );
  await make(
    'machines',
    'title',
    machines,
    rows.exercises.map(({ machine }) => machine),
  );
  await make(
    'levels',
    'title',
    levels,
    rows.trainings.map(({ level }) => level),
  );
  await make(
    'training_types',
    'title',
    trainingTypes,
    rows.trainings.map(({ type }) => type),
  );
  await make(
    'diet_categories',
    'name',
    dietCategories,
    rows.diets.map(({ type }) => type),
  );
}

/** Adds entries with their pictures; answers what was made, and the keys whose pictures nothing needs by now. */
export async function addEntries(
  { db }: Write,
  writers: LibraryWriters,
  keys: readonly string[],
  pictures: ReadonlyMap<string, string>,
): Promise<{ result: LibraryResult; unused: string[] }> {
  // One at a time: of two that add the same, the second finds it.
  await sql`lock table library_entries in share row exclusive mode`.execute(db);
  const { drawings, present, states } = await planLibrary(db, keys);
  const now = new Date().toISOString();
  const pick = <Row extends { key: string; drawing: Drawing }>(rows: readonly Row[]) =>
    rows
      .filter(({ key }) => drawings.has(key))
      .map(({ drawing: _drawing, ...row }) => ({
        ...row,
        picture: pictures.get(row.key) ?? null,
        created_at: now,
        updated_at: now,
      }));
  const rows: LibraryRows = { exercises: pick(exercises), diets: pick(dietRows), trainings: pick(trainingRows) };
  await makeCatalogues(db, rows);
  const presentExercises = exercises.flatMap(({ key, title }): [string, number][] => {
    const id = states.get(key);
    return typeof id === 'number' ? [[title, id]] : [];
  });
  await writeLibrary(db, writers, rows, new Map(presentExercises));
  return {
    result: { exercises: rows.exercises.length, trainings: rows.trainings.length, diets: rows.diets.length, present },
    unused: [...pictures.keys()].filter((key) => !drawings.has(key)),
  };
}

/** Forgets what was added and is gone, so that a business that begins finds all of the library as new. */
export async function forgetGoneEntries(db: Db): Promise<void> {
  for (const [kind, table] of Object.entries(TABLES))
    await sql`
      delete from library_entries where key like ${`${kind}/%`} and row_id not in (select id from ${sql.table(table)})`.execute(
      db,
    );
}
