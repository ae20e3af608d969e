import type { MyTrainingDay, TrainingPlace } from '@pulso/contract/coaching/courses';
import { placeKey } from '@pulso/contract/coaching/workouts';
import { dayMinutes } from '@pulso/contract/content/day-minutes';
import { resolveSets, type OwnSet, type Prescription } from '@pulso/contract/content/sets-line';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';

type Entry = Prescription & { exercise_id: number; own: OwnSet[] };
type DayRow = Pick<MyTrainingDay, 'day_number' | 'is_rest_day' | 'title' | 'description'> & {
  training_id: number;
  entries: Entry[];
};

/** Makes the app's answer of one exercise of a day, with its sets. */
const placeOf = ({ exercise_id, sets, superset, note, own }: Entry, index: number): TrainingPlace => ({
  key: placeKey(index + 1, exercise_id),
  exercise_id,
  sets: resolveSets(sets, own),
  superset,
  note,
});

type WantedDay = { training: number; day: number | null };

/** Days of trainings with their places, by number; without a day all of the training's. */
export async function readDays(db: Db, wanted: WantedDay[]): Promise<(MyTrainingDay & { training_id: number })[]> {
  const { rows } = await sql<{ row: DayRow }>`
    select row_to_json(r) as row from (
      select d.training_id, d.day_number, d.is_rest_day, d.title, d.description,
        (select coalesce(json_agg(json_build_object('exercise_id', e.exercise_id, 'sets', e.sets, 'superset', e.superset, 'note', e.note, 'own', (
            select coalesce(json_agg(s), '[]') from exercise_sets s where s.exercise_id = e.exercise_id
          )) order by e.order_index), '[]')
         from training_day_exercises e where e.training_day_id = d.id) as entries
      from unnest(${wanted.map(({ training }) => training)}::int[], ${wanted.map(({ day }) => day)}::int[])
          as asked (training_id, day_number)
        join training_days d on d.training_id = asked.training_id
          and (asked.day_number is null or d.day_number = asked.day_number)
      order by d.training_id, d.day_number
    ) r`.execute(db);
  return rows.map(({ row: { entries, ...day } }) => {
    const places = entries.map(placeOf);
    return { ...day, minutes: dayMinutes(places), places };
  });
}
