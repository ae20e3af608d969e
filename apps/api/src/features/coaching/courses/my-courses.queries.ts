import {
  MAX_SWAPS,
  type MyDiet,
  type MyToday,
  type MyTraining,
  type TodayCourse,
} from '@pulso/contract/coaching/courses';
import { planStateOf } from '@pulso/contract/coaching/coverage';
import { compareMeals } from '@pulso/contract/coaching/meals';
import { inDueOrder, trainingDaysOf, type NextTurn } from '@pulso/contract/coaching/next-turn';
import { weekdayOf } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import type { Person, Read } from '#db/writes/write';
import { readOwnPlan } from '#features/coaching/courses/coverage.queries';
import {
  coursesOfUser,
  dietsOfUser,
  isClosed,
  nextOf,
  readCourses,
  titleOfDay,
  type Clock,
  type FollowedTraining,
} from '#features/coaching/courses/followed.queries';
import { readDays } from '#features/coaching/courses/places.queries';

type Followed = { course: FollowedTraining; next: NextTurn };

/** The active courses of who asks, with what comes of each. */
async function readOwnCourses(db: Db, userId: number, clock: Clock): Promise<Followed[]> {
  const courses = await readCourses(db, coursesOfUser(userId, clock.today), clock);
  return courses.flatMap((course) => {
    const next = course.training.status ? nextOf(course, clock.today) : undefined;
    return next ? [{ course, next }] : [];
  });
}

type OwnWorkouts = { done: Record<string, string> | null; open: MyToday['workout'] };

/** Today's closed sessions by their courses, and the one that was begun last and not ended. */
async function readTodaysWorkouts(db: Db, userId: number, clock: Clock): Promise<OwnWorkouts> {
  const own = sql`w.user_id = ${userId} and not w.gone`;
  const { rows } = await sql<OwnWorkouts>`
    select (
      select jsonb_object_agg(w.course, w.id) from (
        select w.course, w.id from workouts w
        where ${own} and w.day = ${clock.today}::date and w.course is not null and ${isClosed(clock)} order by w.id) w
    ) as done, (
      select json_build_object('id', w.id, 'version', w.version, 'course', w.course,
        'title', coalesce(w.document ->> 'title', ''), 'done', w.done, 'planned', w.planned) from workouts w
      where ${own} and not ${isClosed(clock)} and (w.day = ${clock.today}::date or (w.done > 0 and w.day >= ${clock.today}::date - 2))
      order by w.day desc, w.id desc limit 1
    ) as open`.execute(db);
  return rows[0]!;
}

export async function readToday({ db, actor }: Read<Person>, now: Date): Promise<MyToday> {
  const { id, today } = actor;
  const clock = { today, now };
  const plan = await readOwnPlan({ db, actor });
  const { sees, shown_until } = plan.coverage;
  const isShown = plan.isClient && sees === 'all';
  const followedNow = isShown ? await readOwnCourses(db, id, clock) : [];
  const courses = inDueOrder(followedNow, ({ course, next }) => ({ mode: course.mode, state: next.state }));
  const workouts = plan.isClient ? await readTodaysWorkouts(db, id, clock) : { done: null, open: null };
  const days = await readDays(
    db,
    courses.map(({ course }) => course.training.id),
  );
  const headsOf = ({ course }: Followed) =>
    days
      .filter((day) => day.training_id === course.training.id)
      .map(({ day_number, is_rest_day, title, minutes, places }) => ({
        day_number,
        is_rest_day,
        title,
        exercises: places.length,
        minutes,
      }));
  const dayOf = (followed: Followed): TodayCourse['day'] => {
    const found = headsOf(followed).find(({ day_number }) => day_number === followed.next.day_number);
    if (!found) return null;
    const { is_rest_day: _rest, ...head } = found;
    return { ...head, of: trainingDaysOf(followed.course.days).length };
  };
  const weekday = weekdayOf(today);
  const meals = isShown ? (await readDiets(db, id, today)).filter(({ weekdays }) => weekdays.includes(weekday)) : [];
  const { state, days: left } = planStateOf(plan, today);
  return {
    day: today,
    sees,
    plan: {
      state: plan.isClient ? state : 'none',
      end: plan.end,
      days: left,
      owed: plan.owed,
      claimed: plan.claimed,
    },
    courses: courses.map((followed): TodayCourse => {
      const { course, next } = followed;
      const { course: key, training, cover_image, mode } = course;
      const { state: courseState, turn, round, next_on, missed } = next;
      return {
        course: key,
        training_id: training.id,
        title: training.title,
        cover_image,
        mode,
        state: courseState,
        turn,
        round,
        day: dayOf(followed),
        next_on,
        missed: missed.map((one) => ({ ...one, title: titleOfDay(course, one.day_number) ?? '' })),
        done_id: workouts.done?.[key] ?? null,
        rule: {
          days: headsOf(followed),
          weekdays: course.weekdays,
          starts_on: course.starts_on,
          ends_on: course.ends_on,
          first_day: course.first_day,
          closed: course.closed,
        },
      };
    }),
    meals: meals.map(({ id: dietId, title, category, calories, image_url }) => ({
      id: dietId,
      title,
      category,
      calories,
      image_url,
    })),
    workout: workouts.open,
    shown_until,
  };
}

type ExerciseRow = MyTraining['exercises'][string] & { id: number };

/** Exercises, and those that may be done instead; each with what was done of it last time. */
async function readExercises(db: Db, userId: number, ids: number[], clock: Clock): Promise<ExerciseRow[]> {
  const doneSets = sql`
    select json_agg(json_build_object('n', one -> 0, 'reps', one -> 1, 'seconds', one -> 2, 'weight', one -> 3)
      order by split_part(y.place, '-', 1)::integer, at)
    from workout_exercises y cross join jsonb_array_elements(y.sets) with ordinality sets (one, at)
    where y.workout_id = w.id and y.exercise_id = e.id`;
  const last = sql`
    select json_build_object('day', w.day, 'workout_id', w.id, 'sets', (${doneSets}))
    from workout_exercises x join workouts w on w.id = x.workout_id
    where x.user_id = ${userId} and x.exercise_id = e.id and ${isClosed(clock)}
    order by x.day desc, x.workout_id desc limit 1`;
  const { rows } = await sql<ExerciseRow>`
    with planned as (
      select e.id, array(
        select other.id from exercises other
        where other.body_part_id = e.body_part_id and other.status and other.id <> e.id
        order by other.title, other.id limit ${sql.lit(MAX_SWAPS)}) as swaps
      from exercises e where e.id = any(${ids}::int[])),
    shown as (
      select id, swaps from planned
      union all select distinct swap, '{}'::integer[] from planned cross join unnest(swaps) swap
      where swap not in (select id from planned))
    select e.id, e.title, e.description, e.tips, part.title as body_part, machine.title as machine, e.image_url, e.video_url,
      shown.swaps, (${last}) as last
    from shown join exercises e on e.id = shown.id left join body_parts part on part.id = e.body_part_id
      left join machines machine on machine.id = e.machine_id
    order by e.id`.execute(db);
  return rows;
}

/** A training that who asks follows; undefined for any other course. */
export async function readTraining(
  { db, actor }: Read<Person>,
  now: Date,
  key: string,
): Promise<MyTraining | undefined> {
  const clock = { today: actor.today, now };
  const courses = await readOwnCourses(db, actor.id, clock);
  const found = courses.find(({ course }) => course.course === key);
  if (!found) return undefined;
  const { course, next } = found;
  const { rows } = await sql<{ description: string }>`
    select description from trainings where id = ${course.training.id}`.execute(db);
  const days = await readDays(db, [course.training.id]);
  const ids = new Set(days.flatMap(({ places }) => places.map(({ exercise_id }) => exercise_id)));
  const exercises = await readExercises(db, actor.id, [...ids], clock);
  return {
    course: key,
    training_id: course.training.id,
    title: course.training.title,
    description: rows[0]?.description ?? '',
    cover_image: course.cover_image,
    turn: next.turn,
    next_day: next.day_number,
    days: days.map(({ training_id: _training, ...day }) => day),
    exercises: Object.fromEntries(exercises.map(({ id, ...exercise }) => [String(id), exercise])),
  };
}

/** The diets that somebody follows today, in the order of the day. */
async function readDiets(db: Db, userId: number, today: string): Promise<MyDiet[]> {
  const { rows } = await sql<MyDiet>`
    select d.id, d.title, d.category, f.weekdays, d.calories, d.protein, d.carbs, d.fats, d.portions, d.total_time,
      d.ingredients, d.instructions, d.image_url
    from (${dietsOfUser(userId, today)}) f join diets d on d.id = f.diet_id
    where d.status and f.starts_on <= ${today}::date`.execute(db);
  return rows.toSorted((one, other) => compareMeals(one, other) || one.id - other.id);
}

export const readOwnDiets = async ({ db, actor }: Read<Person>): Promise<MyDiet[]> =>
  readDiets(db, actor.id, actor.today);
