import { sql } from 'kysely';
import type { Db } from '#db/schema/database';

export const GONE_EXERCISE = 'Ejercicio eliminado';

/** Names of exercises by their ids, also of those that were deleted. */
export async function readTitles(db: Db, ids: Iterable<number>): Promise<(id: number) => string> {
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from exercises where id = any(${[...new Set(ids)]}::int[])`.execute(db);
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return (id) => titles.get(id) ?? GONE_EXERCISE;
}
