import {
  exerciseSets,
  MAX_SETS,
  NO_SETS,
  setKindProblems,
  type ExerciseInput,
  type ExerciseSet,
  type ExerciseSetInput,
  type ExerciseSetPatch,
} from '@pulso/contract/content/exercises';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { columnsOf } from '#db/stores/columns';
import type { Db } from '#db/schema/database';
import { Refusal } from '#db/writes/refusal';
import { updateRow } from '#db/stores/rows';
import type { Write } from '#db/writes/write';

export const SET_COLUMNS = columnsOf('s', exerciseSets.row, ['version']);

type SetValues = ExerciseInput['sets'][number];

/** The sets of a new exercise, renumbered from 1 without gaps. */
export async function insertSets(db: Db, exerciseId: number, sets: SetValues[]): Promise<void> {
  const ordered = sets.toSorted((one, other) => one.set_number - other.set_number);
  await db
    .insertInto('exercise_sets')
    .values(ordered.map((set, index) => rowOf({ ...set, set_number: index + 1, exercise_id: exerciseId })))
    .execute();
}

const rowOf = ({ reps = null, duration_seconds = null, weight = null, ...rest }: ExerciseSetInput) => ({
  reps,
  duration_seconds,
  weight,
  set_number: rest.set_number,
  rest_seconds: rest.rest_seconds,
  exercise_id: rest.exercise_id,
});

/** Undefined when there is no such exercise. */
export async function listExerciseSets(db: Db, exerciseId: number): Promise<ExerciseSet[] | undefined> {
  const exerciseRow = await db
    .selectFrom('exercises as e')
    .select((query) =>
      jsonArrayFrom(
        query
          .selectFrom('exercise_sets as s')
          .select(SET_COLUMNS)
          .whereRef('s.exercise_id', '=', 'e.id')
          .orderBy('s.set_number'),
      ).as('sets'),
    )
    .where('e.id', '=', exerciseId)
    .executeTakeFirst();
  return exerciseRow?.sets;
}

export async function createExerciseSet({ db }: Write, input: ExerciseSetInput): Promise<ExerciseSet> {
  const { exercise_id, set_number } = input;
  const order = await lockSetOrder(db, exercise_id);
  if (!order) throw new Refusal({ exercise_id: 'El ejercicio elegido no existe' });
  if (order.length >= MAX_SETS) throw new Refusal(`Un ejercicio puede tener hasta ${MAX_SETS} sets`);
  const { id } = await db.insertInto('exercise_sets').values(rowOf(input)).returning('id').executeTakeFirstOrThrow();
  await renumber(db, order.toSpliced(set_number - 1, 0, id));
  return findSet(db, id);
}

/** Undefined when there is no such set. */
export async function changeExerciseSet(
  { db }: Write,
  id: number,
  patch: ExerciseSetPatch,
): Promise<ExerciseSet | undefined> {
  const order = await lockOrderOfSet(db, id);
  if (!order?.includes(id)) return undefined;
  const problems = setKindProblems({ ...(await findSet(db, id)), ...patch });
  if (problems) throw new Refusal(problems);
  const { set_number, ...values } = patch;
  await updateRow({ db }, 'exercise_sets', { id }, values);
  if (set_number !== undefined) {
    const others = order.filter((other) => other !== id);
    await renumber(db, others.toSpliced(set_number - 1, 0, id));
  }
  return findSet(db, id);
}

/** Undefined when there is no such set. An exercise keeps at least one. */
export async function removeExerciseSet({ db }: Write, id: number): Promise<ExerciseSet | undefined> {
  const order = await lockOrderOfSet(db, id);
  if (!order?.includes(id)) return undefined;
  if (order.length === 1) throw new Refusal(NO_SETS);
  const removedSet = await findSet(db, id);
  await db.deleteFrom('exercise_sets').where('id', '=', id).execute();
  await renumber(
    db,
    order.filter((other) => other !== id),
  );
  return removedSet;
}

const findSet = (db: Db, id: number): Promise<ExerciseSet> =>
  db.selectFrom('exercise_sets as s').select(SET_COLUMNS).where('s.id', '=', id).executeTakeFirstOrThrow();

/**
 * The ids of the exercise's sets in order. Locks the exercise, so that concurrent changes cannot produce duplicate
 * numbers or remove the last set.
 */
async function lockSetOrder(db: Db, exerciseId: number): Promise<number[] | undefined> {
  const exercise = await db
    .selectFrom('exercises')
    .select('id')
    .where('id', '=', exerciseId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!exercise) return undefined;
  // A separate query after the lock, so that it sees what the previous holder committed.
  const sets = await db
    .selectFrom('exercise_sets')
    .select('id')
    .where('exercise_id', '=', exerciseId)
    .orderBy('set_number')
    .execute();
  return sets.map(({ id }) => id);
}

async function lockOrderOfSet(db: Db, setId: number): Promise<number[] | undefined> {
  const set = await db.selectFrom('exercise_sets').select('exercise_id').where('id', '=', setId).executeTakeFirst();
  return set && lockSetOrder(db, set.exercise_id);
}

async function renumber(db: Db, ids: number[]): Promise<void> {
  await sql`
    update exercise_sets s set set_number = ordered.number
    from unnest(${ids}::int[]) with ordinality as ordered (id, number)
    where s.id = ordered.id and s.set_number <> ordered.number`.execute(db);
}
