import type { MyTrainingDay, TrainingPlace } from '@pulso/contract/coaching/courses';
import { placeKey } from '@pulso/contract/coaching/workouts.labels';
import { dayMinutes } from '@pulso/contract/content/day-minutes';
import { resolveSets, type OwnSet, type Prescription } from '@pulso/contract/content/sets-line';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';

type Entry = Prescription & { exercise_id: number };
type DayRow = Pick<MyTrainingDay, 'day_number' | 'is_rest_day' | 'title' | 'description'> & {
  training_id: number;
  entries: Entry[];
};
type OwnSets = ReadonlyMap<number, OwnSet[]>;

/** Makes the app's answer of one exercise of a day, with its sets. */
const placeOf = ({ exercise_id, sets, superset, note }: Entry, index: number, own: OwnSets): TrainingPlace => ({
  key: placeKey(index + 1, exercise_id),
  exercise_id,
  sets: resolveSets(sets, own.get(exercise_id) ?? []),
  superset,
  note,
});

/** The exercises' own sets, which places without a prescription ask for. */
async function readOwnSets(db: Db, days: readonly DayRow[]): Promise<OwnSets> {
  const ids = [...new Set(days.flatMap(({ entries }) => entries.map(({ exercise_id }) => exercise_id)))];
  const { rows } = await sql<{ id: number; sets: OwnSet[] }>`
    select s.exercise_id as id, json_agg(s) as sets from exercise_sets s where s.exercise_id = any(${ids}::int[])
    group by s.exercise_id`.execute(db);
  return new Map(rows.map(({ id, sets }) => [id, sets]));
}

/** All days of trainings with their places, by number. */
export async function readDays(
  db: Db,
  trainings: readonly number[],
): Promise<(MyTrainingDay & { training_id: number })[]> {
  const { rows } = await sql<{ row: DayRow }>`
    select row_to_json(r) as row from (
      select d.training_id, d.day_number, d.is_rest_day, d.title, d.description,
        (select coalesce(json_agg(json_build_object(
            'exercise_id', e.exercise_id, 'sets', e.sets, 'superset', e.superset, 'note', e.note) order by e.order_index), '[]')
         from training_day_exercises e where e.training_day_id = d.id) as entries
      from training_days d where d.training_id = any(${trainings}::int[])
      order by d.training_id, d.day_number
    ) r`.execute(db);
  const days = rows.map(({ row }) => row);
  const own = await readOwnSets(db, days);
  return days.map(({ entries, ...day }) => {
    const places = entries.map((entry, index) => placeOf(entry, index, own));
    return { ...day, minutes: dayMinutes(places), places };
  });
}
