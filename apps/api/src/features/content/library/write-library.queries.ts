import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import type { dietRows, exerciseRows, trainingRows } from '#features/content/library/library';

/** A row of the library as it is stored: with its picture, and the times of a row of the demonstration. */
type Stored<Row> = Omit<Row, 'drawing'> & { picture: string | null; created_at: string; updated_at: string };
export type LibraryRows = {
  exercises: Stored<(typeof exerciseRows)[number]>[];
  diets: Stored<(typeof dietRows)[number]>[];
  trainings: Stored<(typeof trainingRows)[number]>[];
};

/** Rows as a table expression, to be followed by `as r (column type, …)`. */
export const recordsetOf = (rows: readonly object[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`;

/** The rows with ids of their own, so that what refers to them need not look for a title that others have too. */
async function withIds<Row extends object>(db: Db, table: string, rows: Row[]): Promise<(Row & { id: number })[]> {
  const { rows: ids } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::int as id from generate_series(1, ${rows.length}::int)`.execute(
    db,
  );
  return rows.map((row, index) => ({ ...row, id: ids[index]!.id }));
}

/** The row of a catalogue that a title of the library means; of several the first. */
export const named = (table: string, title: ReturnType<typeof sql>, column = 'title') =>
  sql`(select min(id) from ${sql.table(table)} where fold(${sql.ref(column)}) = fold(${title}))`;

type WithId<Rows> = Rows extends (infer Row)[] ? (Row & { id: number })[] : never;
export type ExerciseEntries = WithId<LibraryRows['exercises']>;
export type DietEntries = WithId<LibraryRows['diets']>;
export type TrainingEntries = (Omit<WithId<LibraryRows['trainings']>[number], 'days'> & { days: object[] })[];

/** Each noun writes its own tables; they are handed over, because they stand after the library. */
export type LibraryWriters = {
  exercises: (db: Db, rows: ExerciseEntries) => Promise<void>;
  diets: (db: Db, rows: DietEntries) => Promise<void>;
  trainings: (db: Db, rows: TrainingEntries) => Promise<void>;
};

/**
 * Writes entries of the library, and notes by their keys that they are there. What they refer to must exist: body parts, machines,
 * levels, types and categories by their names, and of trainings the exercises, which `present` has by title unless they are written too.
 */
export async function writeLibrary(
  db: Db,
  writers: LibraryWriters,
  rows: LibraryRows,
  present: ReadonlyMap<string, number> = new Map(),
): Promise<void> {
  const exercises = await withIds(db, 'exercises', rows.exercises);
  const diets = await withIds(db, 'diets', rows.diets);
  const idOf = new Map<string, number>([
    ...present,
    ...exercises.map(({ title, id }): [string, number] => [title, id]),
  ]);
  const trainings = (await withIds(db, 'trainings', rows.trainings)).map((training) => ({
    ...training,
    days: training.days.map((day) => ({
      ...day,
      exercises: day.exercises.map((place) => ({ ...place, id: idOf.get(place.title) })),
    })),
  }));
  await writers.exercises(db, exercises);
  await writers.diets(db, diets);
  await writers.trainings(db, trainings);
  const written = [...exercises, ...diets, ...trainings];
  await sql`
    insert into library_entries (key, row_id)
    select * from unnest(${written.map(({ key }) => key)}::text[], ${written.map(({ id }) => id)}::int[])
    on conflict (key) do update set row_id = excluded.row_id, added_at = now()`.execute(db);
}
