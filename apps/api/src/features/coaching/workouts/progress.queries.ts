import {
  EXERCISES_SHOWN,
  PROGRESS_DAYS,
  type ExerciseProgress,
  type ProgressDay,
} from '@pulso/contract/coaching/progress';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import type { Person, Read } from '#db/writes/write';
import { GONE_EXERCISE } from '#features/coaching/workouts/exercise-titles.queries';

/** Best set of a row of `workout_exercises`, and the order of such rows: as the contract's `compareSets` has it. */
const BEST = sql`json_build_object('reps', best_reps, 'seconds', best_seconds, 'weight', best_weight)`;
const BEST_FIRST = sql`
  coalesce(best_weight, 0) desc, coalesce(best_reps, 0) desc, coalesce(best_seconds, 0) desc, day, workout_id, place`;

const ofDay = (rows: ReturnType<typeof sql>) => sql`
  select json_build_object('day', day, 'set', ${BEST}) from ${rows} order by ${BEST_FIRST} limit 1`;

type StoredProgress = Omit<ExerciseProgress, 'title'> & { title: string | null };

/** The exercises that somebody has done, the last done first, from the start or after one of them. */
export async function listExercises(db: Db, userId: number, before?: number): Promise<ExerciseProgress[]> {
  const after =
    before === undefined
      ? sql``
      : sql`where (d.last_on, d.exercise_id) < (select last_on, exercise_id from done where exercise_id = ${before})`;
  const own = sql`workout_exercises x where x.user_id = ${userId} and x.exercise_id = d.exercise_id`;
  const { rows } = await sql<StoredProgress>`
    with done as (
      select exercise_id, max(day) as last_on, count(distinct day)::int as times
      from workout_exercises where user_id = ${userId} group by exercise_id)
    select d.exercise_id, e.title, d.times, (${ofDay(sql`${own} and x.day = d.last_on`)}) as last, (${ofDay(own)}) as best
    from (select * from done d ${after} order by last_on desc, exercise_id desc limit ${sql.lit(EXERCISES_SHOWN)}) d
      left join exercises e on e.id = d.exercise_id
    order by d.last_on desc, d.exercise_id desc`.execute(db);
  const deleted = rows.filter(({ title }) => title === null).map(({ exercise_id }) => exercise_id);
  const titles = await readKeptTitles(db, userId, deleted);
  return rows.map((row) => ({ ...row, title: row.title ?? titles.get(row.exercise_id) ?? GONE_EXERCISE }));
}

/** Names of deleted exercises, as the newest session with each has them. */
async function readKeptTitles(db: Db, userId: number, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; title: string | null }>`
    select distinct on (x.exercise_id) x.exercise_id as id, coalesce(
      (select shown ->> 'title' from jsonb_array_elements(w.document -> 'places') places (shown)
       where (shown ->> 'exercise_id')::integer = x.exercise_id limit 1),
      w.document -> 'cells' -> ('x:' || x.place) ->> 'title') as title
    from workout_exercises x join workouts w on w.id = x.workout_id
    where x.user_id = ${userId} and x.exercise_id = any(${ids}::int[]) order by x.exercise_id, x.day desc`.execute(db);
  return new Map(rows.flatMap(({ id, title }) => (title === null ? [] : [[id, title]])));
}

/** The last days on which somebody did an exercise, the newest last; undefined if he never did. */
export async function readExerciseDays(
  { db, actor }: Read<Person>,
  exerciseId: number,
): Promise<ProgressDay[] | undefined> {
  const { rows } = await sql<ProgressDay>`
    select day, (array_agg(${BEST} order by ${BEST_FIRST}))[1] as best, sum(jsonb_array_length(sets))::int as sets
    from workout_exercises where user_id = ${actor.id} and exercise_id = ${exerciseId}
    group by day order by day desc limit ${sql.lit(PROGRESS_DAYS)}`.execute(db);
  return rows.length === 0 ? undefined : rows.toReversed();
}
