import {
  trainings,
  INVALID_DAYS,
  INVALID_EXERCISES,
  type NewExercise,
  type Training,
  type TrainingDayInput,
  type TrainingInput,
  type TrainingPatch,
} from '@pulso/contract/content/trainings';
import { NO_PRESCRIPTION } from '@pulso/contract/content/sets-line';
import type { FieldErrors } from '@pulso/contract/kit/envelope';
import { sql } from 'kysely';
import { jsonArrayFrom, jsonBuildObject, jsonObjectFrom } from 'kysely/helpers/postgres';
import { columnsOf } from '#db/stores/columns';
import { forgetDeletedRows } from '#db/stores/deleted-rows';
import type { Db } from '#db/schema/database';
import { nestedStore } from '#db/stores/nested-store';
import { lockExistingRows } from '#db/stores/references';
import { Refusal } from '#db/writes/refusal';
import { createExercises } from '#features/content/exercises/new-exercises.queries';
import { keepPrescriptions, prescriptionOf } from '#features/content/trainings/kept-prescriptions';
import { isTrainer, visibleUsers } from '#db/writes/visible-users';
import type { Read, Write } from '#db/writes/write';

const COLUMNS = columnsOf('t', trainings.row, ['level', 'training_type', 'training_days', 'owner']);

/** For queries over `trainings`: it is no client's own copy, which is in no list, picker or count. */
export const isShared = sql<boolean>`trainings.owner_id is null`;

/** False of a client's own copy where the asker may not know of the client. */
export async function knowsTraining({ db, actor }: Read, id: number): Promise<boolean> {
  if (!isTrainer(actor)) return true;
  const owners = sql`users u join trainings t on t.owner_id = u.id where t.id = ${id}`;
  const { rows } = await sql<{ owned: boolean; known: boolean }>`
    select exists (select from ${owners}) as owned,
      exists (select from ${owners} and ${visibleUsers(actor)}) as known`.execute(db);
  return !rows[0]!.owned || rows[0]!.known;
}

async function readTrainings(db: Db, id?: number): Promise<Training[]> {
  const rows = await db
    .selectFrom('trainings as t')
    .select(COLUMNS)
    .select((query) => [
      jsonObjectFrom(query.selectFrom('levels').select('levels.title').whereRef('levels.id', '=', 't.level_id')).as(
        'level',
      ),
      jsonObjectFrom(
        query.selectFrom('training_types as type').select('type.title').whereRef('type.id', '=', 't.training_type_id'),
      ).as('training_type'),
      jsonArrayFrom(
        query
          .selectFrom('training_days as day')
          .select(['day.id', 'day.day_number', 'day.is_rest_day', 'day.title', 'day.description'])
          .select((inner) =>
            jsonArrayFrom(
              inner
                .selectFrom('training_day_exercises as entry')
                .innerJoin('exercises as e', 'e.id', 'entry.exercise_id')
                .select((entry) => [
                  'entry.id',
                  'entry.exercise_id',
                  jsonBuildObject({ title: entry.ref('e.title') }).as('exercise'),
                  'entry.order_index',
                  'entry.sets',
                  'entry.superset',
                  'entry.note',
                ])
                .whereRef('entry.training_day_id', '=', 'day.id')
                .orderBy('entry.order_index'),
            ).as('training_day_exercises'),
          )
          .whereRef('day.training_id', '=', 't.id')
          .orderBy('day.day_number'),
      ).as('training_days'),
    ])
    .$if(id !== undefined, (query) =>
      query
        .where('t.id', '=', id ?? 0)
        .select((row) =>
          jsonObjectFrom(
            row.selectFrom('users').select(['users.id', 'users.name']).whereRef('users.id', '=', 't.owner_id'),
          ).as('owner'),
        ),
    )
    .$if(id === undefined, (query) => query.where('t.owner_id', 'is', null))
    .orderBy('t.id')
    .execute();
  return rows.map(({ owner, ...row }) => (owner ? { ...row, owner } : row));
}

export const trainingStore = nestedStore<Training, TrainingInput, TrainingPatch>({
  table: 'trainings',
  shows: ['levels', 'training_types', 'exercises'],
  read: readTrainings,
  parts: ['training_days', 'new_exercises'],
  partsOf: ({ training_days }) => ({
    training_days: training_days.map(({ day_number, is_rest_day, title, description, training_day_exercises }) => ({
      day_number,
      is_rest_day,
      title,
      description,
      exercises: training_day_exercises.map(({ exercise_id }) => exercise_id),
      prescriptions: training_day_exercises.map(prescriptionOf),
    })),
  }),
  saveParts: async (transaction, id, { training_days = [], new_exercises = [] }) => {
    const made = await createExercises(transaction, new_exercises);
    const days = withMade(training_days, new_exercises, made);
    if (days.length > 0) await replaceDays(transaction, id, days);
  },
});

/** Store of trainings without the clients' own copies, of which the two documents know nothing. */
export const sharedTrainingStore: typeof trainingStore = {
  ...trainingStore,
  find: async (db, id) => {
    const training = await trainingStore.find(db, id);
    return training?.owner ? undefined : training;
  },
  change: async (write, id, ...given) =>
    (await sharedTrainingStore.find(write.db, id)) && trainingStore.change(write, id, ...given),
  remove: async (write, id) => (await sharedTrainingStore.find(write.db, id)) && trainingStore.remove(write, id),
};

/** A client's own copy of a training, as somebody changed it for him; its picture is one of its own. */
export function createPersonalCopy(
  write: Write,
  { id, ...original }: Training,
  ownerId: number,
  { cover_image, ...change }: TrainingPatch & { cover_image: string | null },
): Promise<Training> {
  const { title, description, level_id, training_type_id, gender, is_premium, status } = original;
  const own = { title, description, level_id, training_type_id, gender, is_premium, status };
  const copy = { ...own, ...trainingStore.partsOf?.({ id, ...original }), ...change, cover_image };
  return trainingStore.create(write, { ...copy, owner_id: ownerId, copy_of: id } as TrainingInput);
}

/** Removes the copies that were one client's alone, also the deleted ones that could be restored; answers their pictures. */
export async function removePersonalCopies(db: Db, ownerId: number): Promise<string[]> {
  const { rows } = await sql<{ image: string | null }>`
    with gone as (delete from trainings where owner_id = ${ownerId} returning cover_image)
    select cover_image as image from gone`.execute(db);
  return [...rows, ...(await forgetDeletedRows(db, 'trainings', 'owner_id', ownerId))].flatMap(({ image }) =>
    image === null ? [] : [image],
  );
}

type Day = Omit<TrainingDayInput, 'exercises'> & { exercises: number[] };

/** The days with the ids of the exercises that were made with them. */
function withMade(days: TrainingDayInput[], sent: NewExercise[], made: number[]): Day[] {
  const ids = new Map(sent.map(({ key }, index) => [key, made[index]]));
  const errors: FieldErrors = {};
  const resolved = days.map((day, index) => ({
    ...day,
    exercises: day.exercises.map((exercise) => {
      if (typeof exercise === 'number') return exercise;
      const id = ids.get(exercise);
      if (id === undefined) errors[`training_days.${index}.exercises`] = INVALID_EXERCISES;
      return id ?? 0;
    }),
  }));
  if (Object.keys(errors).length > 0) throw new Refusal({ training_days: INVALID_DAYS, ...errors });
  return resolved;
}

async function replaceDays(db: Db, trainingId: number, days: Day[]): Promise<void> {
  // Exercises are locked first, so that a concurrent delete waits and cannot deadlock with us.
  await requireExercises(db, days);
  const [before] = await readTrainings(db, trainingId);
  await db.deleteFrom('training_days').where('training_id', '=', trainingId).execute();
  const ordered = days
    .toSorted((one, other) => one.day_number - other.day_number)
    .map((day, index) => ({ ...day, day_number: index + 1 }));
  const insertedDays = await db
    .insertInto('training_days')
    .values(
      ordered.map(({ day_number, is_rest_day, title, description }) => ({
        training_id: trainingId,
        day_number,
        is_rest_day,
        title,
        description,
      })),
    )
    .returning(['id', 'day_number'])
    .execute();
  const idOf = new Map(insertedDays.map(({ id, day_number }) => [day_number, id]));
  const prescriptions = keepPrescriptions(before?.training_days ?? [], ordered);
  const entries = ordered.flatMap(({ day_number, exercises }, place) =>
    exercises.map((exercise, index) => ({
      ...(prescriptions[place]?.[index] ?? NO_PRESCRIPTION),
      day: idOf.get(day_number),
      exercise,
      order: index + 1,
    })),
  );
  // Arrays, because a long training would exceed the number of parameters.
  await sql`
    insert into training_day_exercises (training_day_id, exercise_id, order_index, sets, superset, note)
    select day, exercise, place, sets::jsonb, superset, note from unnest(
      ${entries.map(({ day }) => day)}::int[],
      ${entries.map(({ exercise }) => exercise)}::int[],
      ${entries.map(({ order }) => order)}::int[],
      ${entries.map(({ sets }) => sets && JSON.stringify(sets))}::text[],
      ${entries.map(({ superset }) => superset)}::boolean[],
      ${entries.map(({ note }) => note)}::text[]) as sent (day, exercise, place, sets, superset, note)`.execute(db);
}

async function requireExercises(db: Db, days: Day[]): Promise<void> {
  const existing = await lockExistingRows(
    db,
    'exercises',
    days.flatMap(({ exercises }) => exercises),
  );
  const errors: FieldErrors = {};
  for (const [index, { day_number, exercises }] of days.entries())
    if (!exercises.every((id) => existing.has(id)))
      errors[`training_days.${index}.exercises`] = `El día ${day_number} tiene ejercicios que no existen`;
  if (Object.keys(errors).length > 0) throw new Refusal({ training_days: INVALID_DAYS, ...errors });
}
