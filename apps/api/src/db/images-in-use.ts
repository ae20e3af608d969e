import { sql } from 'kysely';
import type { Db } from '#db/database';

/** Every column that holds the address of an uploaded image. */
export const imageColumns = [
  ['levels', 'cover_image'],
  ['training_types', 'image_url'],
  ['machines', 'image_url'],
  ['body_parts', 'image_url'],
  ['product_categories', 'image'],
  ['products', 'image'],
  ['exercises', 'image_url'],
  ['diets', 'image_url'],
  ['trainings', 'cover_image'],
  ['users', 'profile_image'],
] as const;

/** Which of these addresses some row still refers to. */
export async function imagesInUse(db: Db, urls: string[]): Promise<Set<string>> {
  const queries = imageColumns.map(
    ([table, column]) =>
      sql`select ${sql.ref(column)} as url from ${sql.table(table)} where ${sql.ref(column)} = any(${urls})`,
  );
  const { rows } = await sql<{ url: string }>`${sql.join(queries, sql` union all `)}`.execute(db);
  return new Set(rows.map(({ url }) => url));
}
