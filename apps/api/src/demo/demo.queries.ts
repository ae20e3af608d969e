import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#db/database';

// Any constant will do, as long as every node uses the same one.
const DEMO_LOCK = 7_285_004;
const LOCK_POLL_MS = 200;

/** No entity has a row; at most there is the administrator that the first start makes. */
export async function isEmptyDatabase(db: Db): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from levels) and not exists (select from training_types)
      and not exists (select from machines) and not exists (select from body_parts)
      and not exists (select from product_categories) and not exists (select from diet_categories)
      and not exists (select from products) and not exists (select from plans)
      and not exists (select from exercises) and not exists (select from diets)
      and not exists (select from trainings) and not exists (select from packages)
      and not exists (select from payments) and not exists (select from notifications)
      and not exists (select from users where role <> 'ADMIN' or deleted_at is not null)
      and (select count(*) from users) <= 1 as empty`.execute(db);
  return rows[0]!.empty;
}

/** One node at a time, for the seconds that rendering takes; whoever waited checks again. */
export async function lockDemo(transaction: Db): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
  // Asked again and again, because a query that waits for long is given up by the client.
  for (;;) {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(${DEMO_LOCK}) as mine`.execute(transaction);
    if (rows[0]!.mine) return;
    await sleep(LOCK_POLL_MS);
  }
}

export async function listUsernames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ username: string }>`select username from users`.execute(db);
  return rows.map(({ username }) => username);
}

/** A list as a table: `as r (column type, …)` behind it says which columns. */
export function tableOf(rows: readonly object[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`;
}
