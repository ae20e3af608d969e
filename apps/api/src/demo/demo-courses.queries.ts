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
import { seededRandom } from '#demo/random';

const SEED = 20_261_101;

/** Runs after people and contents are written, in the same transaction. */
export async function writeCourses(db: Db, today: DateText): Promise<void> {
  const clients = await sql<DemoClient>`
    select id, (created_at at time zone ${BUSINESS_ZONE})::date as since from users
    where role = 'CLIENT' and status and suscription_status and suscription_end > ${today} and deleted_at is null
    order by id limit ${COACHED_COUNT}`.execute(db);
  const trainings = await sql<DemoTraining>`
    select t.id, t.title, json_agg(json_build_object('day_number', d.day_number, 'is_rest_day', d.is_rest_day)) as days
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
  const daysOf = new Map(trainings.rows.map(({ id, days }) => [id, days]));
  const told = assigned.rows.flatMap((assignment) => {
    const days = daysOf.get(assignment.training_id ?? 0);
    if (!days) return [];
    const workouts = tellDemoWorkouts(random, today, assignment, days);
    return workouts.map((document) => ({ user_id: assignment.user_id, document }));
  });
  await sql`
    insert into workouts (id, user_id, course, turn, training_id, day_number, day, started_at, ended_at, done, planned, document,
      version)
    select (document ->> 'id')::uuid, user_id, document ->> 'course', (document ->> 'turn')::int,
      (document ->> 'training_id')::int, (document ->> 'day_number')::int, (document ->> 'day')::date, at, at, 0, 0, document, 1
    from ${recordsetOf(told)} as r (user_id int, document jsonb)
    cross join lateral (select (document ->> 'started_at')::timestamptz) as started (at)`.execute(db);
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
