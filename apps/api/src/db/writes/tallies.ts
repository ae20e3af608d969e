import { sql } from 'kysely';
import type { Db } from '#db/schema/database';

/** Sums the past changes of every tally into one row for each of what is counted apart. */
export async function compactTallies(db: Db): Promise<void> {
  await sql`select compact_tallies()`.execute(db);
}
