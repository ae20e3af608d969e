import { sql } from 'kysely';
import type { Db } from '#db/database';

/** The number that the database and the folder of its pictures have in common; none in a database that was emptied. */
export async function findInstallation(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from installation`.execute(db);
  return rows[0]?.id;
}
