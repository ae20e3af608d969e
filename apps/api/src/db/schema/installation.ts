import { sql } from 'kysely';
import type { Db } from '#db/schema/database';

/** The id that ties the database to its folder of pictures; undefined if the table was emptied. */
export async function findInstallation(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from installation`.execute(db);
  return rows[0]?.id;
}

/** Makes this the database of the pictures that carry the id. */
export async function setInstallation(db: Db, id: string): Promise<void> {
  await sql`update installation set id = ${id}`.execute(db);
}
