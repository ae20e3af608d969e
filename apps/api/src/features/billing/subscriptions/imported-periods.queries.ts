import { addMonths, dayOfMonth, type DateText } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import type { Write } from '#db/writes/write';

const NOTE = 'Importado';

export type PlanTerm = { id: number; title: string; duration: number };

/** The plans that are offered, which stay as they are until the end of the transaction where `locked`. */
export async function listPlanTerms(db: Db, locked = false): Promise<PlanTerm[]> {
  const { rows } = await sql<PlanTerm>`
    select id, title, duration from plans where status order by id ${locked ? sql`for share` : sql``}`.execute(db);
  return rows;
}

/** The first day of a period that was sold elsewhere, of which only the end is known: it has begun by today. */
export function importedStart(end: DateText, months: number, today: DateText): DateText {
  const start = addMonths(end, -months);
  return start < today ? start : today;
}

export type ImportedPeriod = { user_id: number; plan_id: number; start_date: DateText; end_date: DateText };

/** Periods without money, as the first of new clients: their money was taken elsewhere. */
export async function insertImportedPeriods({ db, actor }: Write, periods: readonly ImportedPeriod[]): Promise<void> {
  const rows = periods.map((period) => ({ ...period, anchor_day: dayOfMonth(period.end_date) }));
  await sql`
    insert into user_subscriptions (user_id, subscription_id, start_date, end_date, status, payment_amount, payment_method,
      anchor_day, notes, created_by)
    select user_id, plan_id, start_date, end_date, 'active', 0, 'efectivo', anchor_day, ${NOTE}, ${actor.id}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (user_id int, plan_id int, start_date date, end_date date, anchor_day int)
    order by user_id`.execute(db);
}

/** Takes away every period of clients who were imported, and what was derived from them. */
export async function removePeriodsOf({ db }: Write, userIds: readonly number[]): Promise<void> {
  await sql`delete from user_subscriptions where user_id = any(${userIds}::int[])`.execute(db);
}
