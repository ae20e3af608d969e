import type { DateText } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';

/** Last day whose prices were copied into the catalogues; null before the first time. */
export async function readSettledDay(db: Db): Promise<DateText | null> {
  const { rows } = await sql<{ day: DateText | null }>`select price_settled_on as day from business`.execute(db);
  return rows[0]?.day ?? null;
}

export async function storeSettledDay(db: Db, day: DateText): Promise<void> {
  await sql`
    update business set price_settled_on = ${day} where price_settled_on is distinct from ${day}::date`.execute(db);
}
