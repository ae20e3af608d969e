import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { insertLibraryDiets } from '#features/content/diets/library-diets.queries';
import { insertLibraryExercises } from '#features/content/exercises/library-exercises.queries';
import {
  named,
  recordsetOf,
  type LibraryWriters,
  type TrainingEntries,
} from '#features/content/library/write-library.queries';

/** Trainings of the library, with days whose places name their exercises by id. */
async function insertLibraryTrainings(db: Db, trainings: TrainingEntries): Promise<void> {
  await sql`
    insert into trainings (id, title, description, level_id, training_type_id, gender, is_premium, status, cover_image,
      created_at, updated_at)
    overriding system value
    select id, title, description, ${named('levels', sql`level`)}, ${named('training_types', sql`type`)}, gender, is_premium, status,
      picture, created_at, updated_at
    from ${recordsetOf(trainings)} as r (id int, title text, description text, level text, type text, gender text,
      is_premium boolean, status boolean, picture text, created_at timestamptz, updated_at timestamptz)
    order by r.id`.execute(db);
  await sql`
    with days as (
      insert into training_days (training_id, day_number, is_rest_day, title, description)
      select r.id, d.number, (d.day ->> 'is_rest_day')::boolean, d.day ->> 'title', d.day ->> 'description'
      from ${recordsetOf(trainings)} as r (id int, days jsonb)
      cross join jsonb_array_elements(r.days) with ordinality as d (day, number)
      order by r.id, d.number returning id, training_id, day_number)
    insert into training_day_exercises (training_day_id, exercise_id, order_index, sets, superset, note)
    select days.id, (x.place ->> 'id')::int, x.number, nullif(x.place -> 'sets', 'null'), (x.place ->> 'superset')::boolean,
      x.place ->> 'note'
    from ${recordsetOf(trainings)} as r (id int, days jsonb)
    cross join jsonb_array_elements(r.days) with ordinality as d (day, number)
    cross join jsonb_array_elements(d.day -> 'exercises') with ordinality as x (place, number)
    join days on days.training_id = r.id and days.day_number = d.number
    order by r.id, d.number, x.number`.execute(db);
}

export const libraryWriters: LibraryWriters = {
  exercises: insertLibraryExercises,
  diets: insertLibraryDiets,
  trainings: insertLibraryTrainings,
};
