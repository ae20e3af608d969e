import type { Workout } from '@pulso/contract/coaching/workouts';
import { BUSINESS_ZONE, type DateText } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import {
  assignDemoCourses,
  COACHED_COUNT,
  tellDemoWorkouts,
  type DemoAssignment,
  type DemoClient,
  type DemoTraining,
} from '#demo/courses';
import { recordsetOf } from '#demo/demo.queries';
import { seededRandom, type Random } from '#demo/random';
import { NOTE_COUNT, rowOf, tellMeasures, tellSets, type DemoExercise } from '#demo/sessions';
import { readDays } from '#features/coaching/courses/places.queries';
import { doneRowsOf } from '#features/coaching/workouts/workouts.queries';

const SEED = 20_261_101;

/** Runs after people and contents are written, in the same transaction. */
export async function writeCourses(db: Db, today: DateText): Promise<void> {
  const clients = await sql<DemoClient>`
    select id, weight::float as weight, (created_at at time zone ${BUSINESS_ZONE})::date as since from users
    where role = 'CLIENT' and status and suscription_status and suscription_end > ${today} and deleted_at is null
    order by id limit ${COACHED_COUNT}`.execute(db);
  const trainings = await sql<DemoTraining>`
    select t.id, t.title
    from trainings t join training_days d on d.training_id = t.id
    where t.status group by t.id having not bool_and(d.is_rest_day) order by t.id`.execute(db);
  const diets = await sql<{ id: number; title: string }>`select id, title from diets where status order by id`.execute(
    db,
  );
  const random = seededRandom(SEED);
  const choice = { clients: clients.rows, trainings: trainings.rows, diets: diets.rows };
  const assigned = await sql<DemoAssignment & { id: number }>`
    insert into assignments (user_id, kind, training_id, diet_id, title, starts_on, mode, weekdays, created_at)
    select user_id, case when training_id is null then 'diet' else 'training' end, training_id, diet_id, title, starts_on, mode,
      weekdays, least(starts_on, ${today}::date)::timestamp at time zone ${BUSINESS_ZONE}
    from ${recordsetOf(assignDemoCourses(random, today, choice))} as r (user_id int, training_id int, diet_id int, title text,
      starts_on date, mode text, weekdays smallint[])
    returning id, user_id, training_id, title, starts_on, mode, weekdays`.execute(db);
  const sessions = await tellSessions(db, random, today, assigned.rows);
  await writeSessions(db, sessions);
  await writeMeasures(
    db,
    clients.rows.filter((_client, index) => index % 2 === 0).flatMap((client) => tellMeasures(random, today, client)),
  );
}

type Session = { user_id: number; document: Workout };

/** The sessions of all, newest last; the newest of the first few clients has a note. */
async function tellSessions(
  db: Db,
  random: Random,
  today: DateText,
  assigned: readonly (DemoAssignment & { id: number })[],
): Promise<Session[]> {
  const trainings = [...new Set(assigned.flatMap(({ training_id }) => training_id ?? []))];
  const days = await readDays(db, trainings);
  const { rows } = await sql<DemoExercise>`
    select e.id, e.title, (select max(s.weight) from exercise_sets s where s.exercise_id = e.id) as weight
    from exercises e`.execute(db);
  const exercises = new Map(rows.map((exercise) => [exercise.id, exercise]));
  let notes = 0;
  return assigned.flatMap((assignment) => {
    const own = days.filter(({ training_id }) => training_id === assignment.training_id);
    if (own.length === 0) return [];
    const told = tellDemoWorkouts(random, today, assignment, own);
    return told.map((workout, nth) => {
      const day = own.find(({ day_number }) => day_number === workout.day_number)!;
      const note = nth === told.length - 1 ? notes++ : NOTE_COUNT;
      return { user_id: assignment.user_id, document: tellSets(random, workout, { day, exercises, nth, note }) };
    });
  });
}

async function writeSessions(db: Db, sessions: readonly Session[]): Promise<void> {
  await sql`
    insert into workouts (id, user_id, course, turn, training_id, day_number, day, started_at, ended_at, last_at, effort, done,
      planned, note, document, version)
    select (document ->> 'id')::uuid, user_id, document ->> 'course', (document ->> 'turn')::int,
      (document ->> 'training_id')::int, (document ->> 'day_number')::int, (document ->> 'day')::date,
      (document ->> 'started_at')::timestamptz, ended_at, last_at, effort, done, planned, note, document, 1
    from ${recordsetOf(sessions.map(({ user_id, document }) => rowOf(user_id, document)))} as r (user_id int, document jsonb,
      ended_at timestamptz, last_at timestamptz, effort int, done int, planned int, note text)`.execute(db);
  const done = sessions.flatMap(({ user_id, document }) =>
    doneRowsOf(document).map((row) => ({ ...row, user_id, day: document.day, workout_id: document.id })),
  );
  await sql`
    insert into workout_exercises (user_id, exercise_id, day, workout_id, place, sets, best_weight, best_reps, best_seconds)
    select user_id, exercise_id, day, workout_id, place, sets, best_weight, best_reps, best_seconds
    from ${recordsetOf(done)} as r (user_id int, exercise_id int, day date, workout_id uuid, place text, sets jsonb,
      best_weight numeric, best_reps int, best_seconds int)`.execute(db);
  await sql`
    insert into client_training (user_id, last_workout_on, open_notes)
    select user_id, max(day), count(*) filter (where note <> '') from workouts group by user_id`.execute(db);
}

async function writeMeasures(db: Db, measures: readonly object[]): Promise<void> {
  await sql`
    insert into measures (user_id, kind, day, value, v, by)
    select user_id, kind, day, value, 1, 'muestra1'
    from ${recordsetOf(measures)} as r (user_id int, kind text, day date, value numeric)`.execute(db);
}

/** A client who shows what the app of the clients is; undefined where nobody of the demonstration follows anything. */
export async function findCoachedClient(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ user_id: number }>`
    select a.user_id from assignments a join users u on u.id = a.user_id, own_business b
    where b.stage = 'demo' and u.status and u.role = 'CLIENT' and u.deleted_at is null and a.kind = 'training'
      and a.starts_on < now() and a.ends_on is null
    order by a.id limit 1`.execute(db);
  return rows[0]?.user_id;
}
