import { sql } from 'kysely';
import type { Db } from '#db/schema/database';

export async function reachDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
