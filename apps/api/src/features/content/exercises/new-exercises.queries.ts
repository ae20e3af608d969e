import { SET_DEFAULTS } from '@pulso/contract/content/exercises';
import { INVALID_NEW_EXERCISES, type NewExercise } from '@pulso/contract/content/trainings';
import type { FieldErrors } from '@pulso/contract/kit/envelope';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { lockExistingRows } from '#db/stores/references';
import { Refusal } from '#db/writes/refusal';

/** Makes exercises that say no more than their name, with one set as the form proposes it; answers their ids in the order sent. */
export async function createExercises(db: Db, sent: NewExercise[]): Promise<number[]> {
  if (sent.length === 0) return [];
  const parts = await lockExistingRows(
    db,
    'body_parts',
    sent.map(({ body_part_id }) => body_part_id),
  );
  const errors: FieldErrors = {};
  for (const [index, { body_part_id }] of sent.entries())
    if (!parts.has(body_part_id))
      errors[`new_exercises.${index}.body_part_id`] = 'La parte del cuerpo elegida no existe';
  if (Object.keys(errors).length > 0) throw new Refusal({ new_exercises: INVALID_NEW_EXERCISES, ...errors });
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into exercises (title, description, body_part_id, status)
      select title, title, part, false
      from unnest(${sent.map(({ title }) => title)}::text[], ${sent.map(({ body_part_id }) => body_part_id)}::int[])
        with ordinality as sent (title, part, place)
      order by place returning id),
    sets as (
      insert into exercise_sets (exercise_id, set_number, reps, rest_seconds)
      select id, 1, ${SET_DEFAULTS.reps}::int, ${SET_DEFAULTS.rest_seconds}::int from made)
    select id from made order by id`.execute(db);
  return rows.map(({ id }) => id);
}
