import {
  lastMondays,
  PANEL_WEEKS,
  PROGRESS_WEEKS,
  trainingWeeks,
  weeksInARow,
  type PlannedCourse,
  type TrainingWeek,
} from '@pulso/contract/coaching/weeks';
import type { MyProgress } from '@pulso/contract/coaching/progress';
import type { DateText } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { visibleUsers } from '#db/writes/visible-users';
import type { Person, Read } from '#db/writes/write';
import { coursesSince, isClosed, type Clock } from '#features/coaching/courses/followed.queries';
import { listExercises } from '#features/coaching/workouts/progress.queries';

/** How many sessions somebody did in each week that has any, by its Monday. */
async function countSessions(db: Db, userId: number, clock: Clock): Promise<Map<DateText, number>> {
  const { rows } = await sql<{ monday: DateText; done: number }>`
    select (w.day - extract(isodow from w.day)::int + 1) as monday, count(*)::int as done from workouts w
    where w.user_id = ${userId} and not w.gone and ${isClosed(clock)} group by 1`.execute(db);
  return new Map(rows.map(({ monday, done }) => [monday, done]));
}

/** The courses of somebody that were in force on some day of the weeks that are shown. */
async function readPlanned(db: Db, userId: number, { today }: Clock, weeks: number): Promise<PlannedCourse[]> {
  const { rows } = await sql<{ row: PlannedCourse }>`
    select row_to_json(r) as row from (
      select f.course, f.package_id is not null as is_bought, coalesce(t.copy_of, t.id) as training_id, f.starts_on, f.ends_on,
        f.mode, f.weekdays, d.days, d.active_days
      from (${coursesSince(userId, lastMondays(today, weeks)[0]!, today)}) f join trainings t on t.id = f.training_id
        cross join lateral (
          select count(*) as days, count(*) filter (where not is_rest_day) as active_days
          from training_days where training_id = t.id) d
      where t.status
    ) r`.execute(db);
  return rows.map(({ row }) => row);
}

export async function readProgress({ db, actor }: Read<Person>, now: Date, before?: number): Promise<MyProgress> {
  const clock = { today: actor.today, now };
  const done = await countSessions(db, actor.id, clock);
  const courses = await readPlanned(db, actor.id, clock, PROGRESS_WEEKS);
  return {
    weeks: trainingWeeks(done, courses, clock.today, PROGRESS_WEEKS),
    run: weeksInARow(done, clock.today),
    exercises: await listExercises(db, actor.id, before),
  };
}

/** The last weeks of a client; undefined if there is none. */
export async function readTrainingWeeks(
  { db, actor }: Read,
  userId: number,
  now: Date,
): Promise<TrainingWeek[] | undefined> {
  const clock = { today: actor.today, now };
  const { rows } = await sql`select from users u where u.id = ${userId} and ${visibleUsers(actor)}`.execute(db);
  if (rows.length === 0) return undefined;
  const courses = await readPlanned(db, userId, clock, PANEL_WEEKS);
  return trainingWeeks(await countSessions(db, userId, clock), courses, clock.today, PANEL_WEEKS);
}
