import { sql } from 'kysely';
import type { Db } from '#db/database';

export async function reachDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
