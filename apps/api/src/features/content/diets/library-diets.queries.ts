import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { named, recordsetOf, type DietEntries } from '#features/content/library/write-library.queries';

/** Diets of the library. */
export async function insertLibraryDiets(db: Db, diets: DietEntries): Promise<void> {
  await sql`
    insert into diets (id, title, category, gender, type_diet_id, calories, protein, carbs, fats, portions, total_time,
      is_premium, status, ingredients, instructions, image_url, created_at, updated_at)
    overriding system value
    select id, title, category, gender, ${named('diet_categories', sql`type`, 'name')}, calories, protein, carbs, fats, portions,
      total_time, is_premium, status, ingredients, instructions, picture, created_at, updated_at
    from ${recordsetOf(diets)} as r (id int, title text, category text, gender text, type text, calories numeric,
      protein numeric, carbs numeric, fats numeric, portions text, total_time text, is_premium boolean, status boolean,
      ingredients text, instructions text, picture text, created_at timestamptz, updated_at timestamptz)
    order by r.id`.execute(db);
}
