import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { named, recordsetOf, type ExerciseEntries } from '#features/content/library/write-library.queries';

/** Exercises of the library, with their sets. */
export async function insertLibraryExercises(db: Db, exercises: ExerciseEntries): Promise<void> {
  await sql`
    insert into exercises (id, title, description, tips, body_part_id, uses_machine, machine_id, image_url, video_url,
      status, created_at, updated_at)
    overriding system value
    select r.id, r.title, r.description, tips, ${named('body_parts', sql`part`)}, m.id is not null, m.id, picture, video_url, r.status,
      r.created_at, r.updated_at
    from ${recordsetOf(exercises)} as r (id int, title text, description text, tips text, part text, machine text,
      picture text, video_url text, status boolean, created_at timestamptz, updated_at timestamptz)
    left join lateral (select ${named('machines', sql`machine`)} as id) m on true
    order by r.id`.execute(db);
  await sql`
    insert into exercise_sets (exercise_id, set_number, reps, duration_seconds, weight, rest_seconds, updated_at)
    select r.id, s.number, (s.set ->> 'reps')::int, (s.set ->> 'duration_seconds')::int, (s.set ->> 'weight')::numeric,
      (s.set ->> 'rest_seconds')::int, updated_at
    from ${recordsetOf(exercises)} as r (id int, sets jsonb, updated_at timestamptz)
    cross join jsonb_array_elements(r.sets) with ordinality as s (set, number)
    order by r.id, s.number`.execute(db);
}
