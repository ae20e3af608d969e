import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';

// Arbitrary, but the same on every node.
const DEMO_LOCK = 7_285_004;
const LOCK_POLL_MS = 200;

/** Nothing but, at most, the administrator that the first start makes; and nobody has begun here with a business of their own. */
export async function isEmptyDatabase(db: Db): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select exists (select from own_business where stage = 'new') and not exists (select from business where name <> '')
      and not exists (select from levels) and not exists (select from training_types)
      and not exists (select from machines) and not exists (select from body_parts)
      and not exists (select from product_categories) and not exists (select from diet_categories)
      and not exists (select from products) and not exists (select from plans)
      and not exists (select from exercises) and not exists (select from diets)
      and not exists (select from tags) and not exists (select from segments)
      and not exists (select from trainings) and not exists (select from packages)
      and not exists (select from payments) and not exists (select from notifications)
      and not exists (select from users where role <> 'ADMIN' or deleted_at is not null)
      and (select count(*) from users) <= 1 as empty`.execute(db);
  return rows[0]!.empty;
}

/** Lets one node fill at a time; one that waited must check again whether the database is empty. */
export async function lockDemo(transaction: Db): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
  // Polled, because a query that waits for the lock would run into the client's time-out.
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

/** Rows as a table expression, to be followed by `as r (column type, …)`. */
export function recordsetOf(rows: readonly object[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`;
}
