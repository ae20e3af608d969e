import { sql } from 'kysely';
import type { Db } from '#db/database';

/** Sums the past changes into one row per kind, in one statement so that readers see no intermediate state. */
export async function compactTally(db: Db): Promise<void> {
  await sql`
    with past as (delete from user_tally returning role, active, subscribed_until, plan_id, change)
    insert into user_tally (role, active, subscribed_until, plan_id, change)
    select role, active, subscribed_until, plan_id, sum(change) from past group by 1, 2, 3, 4 having sum(change) <> 0`.execute(
    db,
  );
}
