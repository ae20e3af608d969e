import { assignmentRow, type Assignment, type NextDay } from '@pulso/contract/coaching/courses';
import {
  nextTurn,
  type ClosedTurn,
  type CourseDay,
  type CourseMode,
  type NextTurn,
} from '@pulso/contract/coaching/next-turn';
import type { DateText } from '@pulso/contract/kit/dates';
import { sql, type RawBuilder } from 'kysely';
import { fieldsOf } from '#db/stores/columns';
import type { Db } from '#db/schema/database';

/** The moment of a question, on its day in Buenos Aires. */
export type Clock = { today: DateText; now: Date };

export const assignmentFields = fieldsOf('a', assignmentRow, { updated_at: sql`iso(a.updated_at)` });

/** For queries over `assignments a`: in force or to come. What ended before it began is neither. */
export const isFollowed = (today: DateText) => sql<boolean>`
  (a.ends_on is null or (a.ends_on > ${today}::date and a.ends_on > a.starts_on))`;
/** In force on a day. */
const isInForce = (today: DateText) => sql<boolean>`
  (a.starts_on <= ${today}::date and (a.ends_on is null or a.ends_on > ${today}::date))`;
/** For queries over `user_packages k`. */
export const isActivePackage = (today: DateText) => sql<boolean>`
  (k.status and k.start_date <= ${today}::date and k.end_date > ${today}::date)`;

/** For queries over `workouts w`: it holds its turn done. The contract's `stateOf` says the same of a document. */
export const isClosed = ({ today, now }: Clock) => sql<boolean>`
  (w.ended_at is not null or (w.done > 0 and w.day < ${today}::date
    and coalesce(w.last_at, w.started_at) < ${now.toISOString()}::timestamptz - interval '6 hours'))`;

/** An assigned training in force hides the one that it is, or is a copy of, in a package of the same client. */
const isHidden = (userId: RawBuilder<unknown>, trainingId: RawBuilder<unknown>, today: DateText) => sql<boolean>`
  exists (select from assignments a join trainings own on own.id = a.training_id
          where a.user_id = ${userId} and a.kind = 'training' and ${isInForce(today)} and own.status
            and (own.id = ${trainingId} or own.copy_of = ${trainingId}))`;

/** Rows of courses: a client, his assignment or his package, the training, and its schedule. */
const ASSIGNED = sql`
  select a.user_id, a.id as assignment_id, null::integer as package_id, a.training_id, 'a' || a.id as course,
    a.starts_on, a.ends_on, a.mode, a.weekdays, a.first_day
  from assignments a`;
const PACKAGED = sql`
  k.user_id, null::integer as assignment_id, k.package_id, link.training_id,
  'p' || k.package_id || '-' || link.training_id as course,
  k.start_date as starts_on, k.end_date as ends_on, 'sequence' as mode, '{}'::smallint[] as weekdays, null::integer as first_day
  from user_packages k join package_trainings link on link.package_id = k.package_id`;

export const coursesOfUser = (userId: number, today: DateText) => sql`
  ${ASSIGNED} where a.user_id = ${userId} and a.kind = 'training' and a.training_id is not null and ${isFollowed(today)}
  union all
  (select distinct on (link.training_id) ${PACKAGED}
   where k.user_id = ${userId} and ${isActivePackage(today)} and not ${isHidden(sql`k.user_id`, sql`link.training_id`, today)}
   order by link.training_id, k.end_date desc, k.id desc)`;

/** Reads the courses that were in force on some day between two. */
export const coursesSince = (userId: number, from: DateText, to: DateText) => sql`
  ${ASSIGNED} where a.user_id = ${userId} and a.kind = 'training' and a.training_id is not null
    and a.starts_on <= ${to}::date and (a.ends_on is null or (a.ends_on > ${from}::date and a.ends_on > a.starts_on))
  union all
  select ${PACKAGED} where k.user_id = ${userId} and k.status and k.start_date <= ${to}::date and k.end_date > ${from}::date`;

export const assignedCourses = (condition: RawBuilder<unknown>) => sql`${ASSIGNED} where ${condition}`;

/** Those who follow a training: whom it was assigned to, then whose package has it; with the order of the list. */
export const followersOfTraining = (trainingId: number, today: DateText) => sql`
  select f.*, f.assignment_id as place from (${ASSIGNED} where a.training_id = ${trainingId} and ${isFollowed(today)}) f
  union all
  select f.*, null::integer as place from (
    select distinct on (k.user_id) ${PACKAGED}
    where link.training_id = ${trainingId} and ${isActivePackage(today)}
      and not ${isHidden(sql`k.user_id`, sql`link.training_id`, today)}
    order by k.user_id, k.end_date desc, k.id desc) f`;

export type FollowedTraining = {
  user_id: number;
  course: string;
  training: { id: number; title: string; status: boolean; personal: boolean };
  cover_image: string | null;
  assignment: Assignment | null;
  package: { id: number; title: string } | null;
  starts_on: DateText;
  ends_on: DateText | null;
  mode: CourseMode;
  weekdays: number[];
  first_day: number | null;
  days: (CourseDay & { title: string })[];
  closed: ClosedTurn[];
};

/** More turns than can be due within the days in which a missed one is offered. */
const CLOSED_TURNS = 20;

/** Courses of a source with all that their next turn follows from: assigned ones first, newest first, then by title. */
export async function readCourses(db: Db, source: RawBuilder<unknown>, clock: Clock): Promise<FollowedTraining[]> {
  const { rows } = await sql<{ row: FollowedTraining }>`
    select row_to_json(r) as row from (
      select f.user_id, f.course, f.starts_on, f.ends_on, f.mode, f.weekdays, f.first_day, t.cover_image,
        json_build_object('id', t.id, 'title', t.title, 'status', t.status, 'personal', t.owner_id is not null) as training,
        (select row_to_json(one) from (select ${assignmentFields} from assignments a where a.id = f.assignment_id) one)
          as assignment,
        (select json_build_object('id', id, 'title', title) from packages where id = f.package_id) as package,
        (select coalesce(json_agg(json_build_object('day_number', day_number, 'is_rest_day', is_rest_day, 'title', title)
          order by day_number), '[]') from training_days where training_id = t.id) as days,
        (select coalesce(json_agg(done), '[]') from (
          select w.turn, w.day_number, w.day from workouts w
          where w.user_id = f.user_id and w.course = f.course and w.turn is not null and not w.gone and ${isClosed(clock)}
          order by w.turn desc limit ${sql.lit(CLOSED_TURNS)}) done) as closed
      from (${source}) f join trainings t on t.id = f.training_id
      order by f.assignment_id desc nulls last, t.title, t.id
    ) r`.execute(db);
  return rows.map(({ row }) => row);
}

export const nextOf = ({ days, closed, ...course }: FollowedTraining, today: DateText): NextTurn | undefined =>
  nextTurn({ ...course, days, closed: closed.filter(({ day_number }) => day_number !== null) }, today);

/** The same for the panel; nothing comes of what no client sees. */
export function nextDayOf(course: FollowedTraining, today: DateText): NextDay | null {
  const next = course.training.status ? nextOf(course, today) : undefined;
  if (!next) return null;
  const { missed: _missed, ...shown } = next;
  return { ...shown, title: titleOfDay(course, next.day_number) };
}

export const titleOfDay = ({ days }: FollowedTraining, dayNumber: number | null): string | null =>
  days.find(({ day_number }) => day_number === dayNumber)?.title ?? null;

export type FollowedDietRow = {
  diet: { id: number; title: string; status: boolean };
  assignment: Assignment | null;
  package: { id: number; title: string } | null;
  starts_on: DateText;
  ends_on: DateText | null;
  mode: CourseMode;
  weekdays: number[];
  first_day: number | null;
};

const EVERY_DAY = sql`'{1,2,3,4,5,6,7}'::smallint[]`;

/** Rows of diets; an assigned one in force hides the same one of a package. */
export const dietsOfUser = (userId: number, today: DateText) => sql`
  select a.user_id, a.id as assignment_id, null::integer as package_id, a.diet_id, a.starts_on, a.ends_on, a.weekdays
  from assignments a where a.user_id = ${userId} and a.kind = 'diet' and a.diet_id is not null and ${isFollowed(today)}
  union all
  (select distinct on (link.diet_id) k.user_id, null, k.package_id, link.diet_id, k.start_date, k.end_date, ${EVERY_DAY}
   from user_packages k join package_diets link on link.package_id = k.package_id
   where k.user_id = ${userId} and ${isActivePackage(today)} and not exists (
     select from assignments a where a.user_id = k.user_id and a.diet_id = link.diet_id and ${isInForce(today)})
   order by link.diet_id, k.end_date desc, k.id desc)`;

export const followersOfDiet = (dietId: number, today: DateText) => sql`
  select a.user_id, a.id as assignment_id, null::integer as package_id, a.diet_id, a.starts_on, a.ends_on, a.weekdays,
    a.id as place
  from assignments a where a.diet_id = ${dietId} and ${isFollowed(today)}
  union all
  select f.*, null::integer from (
    select distinct on (k.user_id) k.user_id, null::integer as assignment_id, k.package_id, link.diet_id, k.start_date,
      k.end_date, ${EVERY_DAY}
    from user_packages k join package_diets link on link.package_id = k.package_id
    where link.diet_id = ${dietId} and ${isActivePackage(today)} and not exists (
      select from assignments a where a.user_id = k.user_id and a.diet_id = link.diet_id and ${isInForce(today)})
    order by k.user_id, k.end_date desc, k.id desc) f`;

export async function readFollowedDiets(
  db: Db,
  source: RawBuilder<unknown>,
): Promise<(FollowedDietRow & { user_id: number })[]> {
  const { rows } = await sql<{ row: FollowedDietRow & { user_id: number } }>`
    select row_to_json(r) as row from (
      select f.user_id, f.starts_on, f.ends_on, 'weekdays' as mode, f.weekdays, null as first_day,
        json_build_object('id', d.id, 'title', d.title, 'status', d.status) as diet,
        (select row_to_json(one) from (select ${assignmentFields} from assignments a where a.id = f.assignment_id) one)
          as assignment,
        (select json_build_object('id', id, 'title', title) from packages where id = f.package_id) as package
      from (${source}) f join diets d on d.id = f.diet_id
      order by f.assignment_id desc nulls last, d.title, d.id
    ) r`.execute(db);
  return rows.map(({ row }) => row);
}
