import {
  periodRow,
  subscriptionHistoryRow,
  type Period,
  type SubscriptionHistoryItem,
} from '@pulso/contract/billing/subscriptions';
import type { DateText } from '@pulso/contract/kit/dates';
import { sql, type RawBuilder } from 'kysely';
import { fieldsOf } from '#db/stores/columns';
import { jsonArrayOf } from '#db/stores/json-list';
import { visibleUsers } from '#db/writes/visible-users';
import type { Actor, Read, Write } from '#db/writes/write';
import { cancelDebtsOfEmptyPeriods } from '#features/billing/debts/debts.queries';

/** The first day that a period no longer covers. */
export const periodEnd = sql`greatest(h.start_date, least(h.end_date, h.closed_on))`;

/**
 * The state of a period `h` of the user `u` on a day; computed, so that no job has to run at midnight. A period that a later sale
 * replaces runs until then.
 */
export const periodState = (day: DateText) => sql<string>`
  case when h.status = 'completed' and upper(h.covers) > ${day}::date
      then case when not u.suscription_status then 'canceled' when h.start_date > ${day}::date then 'pending' else 'active' end
    when h.status <> 'active' then h.status
    when ${periodEnd} <= ${day}::date and exists (
      select from user_subscriptions n
      where n.user_id = h.user_id and n.id <> h.id and n.start_date = ${periodEnd} and not isempty(n.covers)) then 'completed'
    when not u.suscription_status then 'canceled'
    when h.start_date > ${day}::date then 'pending'
    when ${day}::date < ${periodEnd} then 'active'
    else 'expired' end`;

const joinedFields = { subscription: sql`json_build_object('title', p.title)`, status: sql`today.status` };

/** The periods that a query over `user_subscriptions h` finds, each with its state of the day. */
const selectPeriods = (fields: RawBuilder<unknown>, day: DateText, tail: RawBuilder<unknown>) => sql`
  select ${fields}
  from user_subscriptions h join users u on u.id = h.user_id join plans p on p.id = h.subscription_id
    cross join lateral (select ${periodState(day)} as status) today
  ${tail}`;

const HISTORY_FIELDS = fieldsOf('h', subscriptionHistoryRow, joinedFields);
const PERIOD_FIELDS = fieldsOf('h', periodRow, {
  ...joinedFields,
  paid: sql`coalesce((select sum(amount) from payments where period_id = h.id and status = 'completed'), 0)`,
});

/** Plan periods of the user `u` of the outer query, with the specification's fields. */
export const selectHistory = (day: DateText) => sql`
  select ${HISTORY_FIELDS}
  from user_subscriptions h join plans p on p.id = h.subscription_id
    cross join lateral (select ${periodState(day)} as status) today
  where h.user_id = u.id and h.kind = 'plan' order by h.id desc`;

/** All periods of a user, pauses included, the newest first. Undefined when there is no such user. */
export async function listPeriods({ db, actor }: Read, userId: number): Promise<Period[] | undefined> {
  const ofUser = selectPeriods(PERIOD_FIELDS, actor.today, sql`where h.user_id = owner.id order by h.id desc`);
  const { rows } = await sql<{ periods: Period[] }>`
    select ${jsonArrayOf(ofUser)} as periods
    from (select u.id from users u where u.id = ${userId} and ${visibleUsers(actor)}) owner`.execute(db);
  return rows[0]?.periods;
}

export async function findPeriod({ db, actor }: Read, id: number): Promise<Period | undefined> {
  const { rows } = await sql<{ row: Period }>`
    select row_to_json(r) as row from (${selectPeriods(PERIOD_FIELDS, actor.today, sql`where h.id = ${id}`)}) r`.execute(
    db,
  );
  return rows[0]?.row;
}

export type LastPeriod = { id: number; end_date: DateText; anchor_day: number | null };

/** The last open period of a user's plans: a renewal continues it. */
export async function findLastOpenPeriod({ db }: Read, userId: number): Promise<LastPeriod | undefined> {
  const { rows } = await sql<LastPeriod>`
    select h.id, ${periodEnd} as end_date, h.anchor_day from user_subscriptions h
    where h.user_id = ${userId} and h.kind = 'plan' and h.status = 'active' and not isempty(h.covers)
    order by h.start_date desc limit 1`.execute(db);
  return rows[0];
}

/** A period of which something is left counts as completed, and one that covers nothing any more as canceled. */
const replacedState = (state: RawBuilder<string>, on: DateText) => sql<string>`
  case when ${state} = 'active' or (${state} = 'pending' and h.start_date < ${on}::date) then 'completed'
    when ${state} = 'pending' then 'canceled' else ${state} end`;

/** How a period was before it was closed. */
export type ClosedPeriod = { id: number; status: string; closed_on: DateText | null };

export type Replacement = {
  on: DateText;
  whole: boolean;
  ended?: (state: RawBuilder<string>, on: DateText) => RawBuilder<string>;
};

/**
 * Ends what covers days from `on` on. A period that covers nothing any more owes nothing, and reads as canceled if it had not
 * begun. With `whole`, every open period of the run is closed for good as well, in the state that `ended` makes of the one that
 * it reads today. Answers how they were.
 */
export async function closePeriods(
  write: Write<Actor>,
  userId: number,
  { on, whole, ended = replacedState }: Replacement,
): Promise<ClosedPeriod[]> {
  const { db, actor } = write;
  const { rows } = await sql<ClosedPeriod>`
    with read as (
      select h.id, h.status, h.closed_on, ${periodEnd} as ends, ${periodState(actor.today)} as state
      from user_subscriptions h join users u on u.id = h.user_id
      where h.user_id = ${userId} and (h.status = 'active' and ${whole} or upper(h.covers) > ${on}::date)
    ), closed as (
      update user_subscriptions h
      set closed_on = case when read.ends > ${on}::date then ${on}::date else h.closed_on end,
        status = case when h.start_date >= ${on}::date and h.start_date > ${actor.today}::date then 'canceled'
          when h.status <> 'active' then h.status when ${whole} then ${ended(sql`read.state`, on)}
          when h.start_date >= ${on}::date then 'canceled' else h.status end
      from read where read.id = h.id)
    select id, status, closed_on from read order by id`.execute(db);
  await cancelDebtsOfEmptyPeriods(write, userId);
  return rows;
}

/** True if the client has had days of a period, or of a pause, from this day on. */
export async function hasDaysSince({ db }: Write<Actor>, userId: number, day: DateText): Promise<boolean> {
  const { rows } = await sql`
    select from user_subscriptions where user_id = ${userId} and upper(covers) > ${day}::date limit 1`.execute(db);
  return rows.length > 0;
}

/** Puts back what `closePeriods` closed. */
export async function reopenPeriods({ db }: Write<Actor>, closedPeriods: ClosedPeriod[]): Promise<void> {
  await sql`
    update user_subscriptions h set status = was.status, closed_on = was.closed_on
    from json_to_recordset(${JSON.stringify(closedPeriods)}::json) as was (id int, status text, closed_on date)
    where was.id = h.id`.execute(db);
}

export type NewPeriod = Pick<SubscriptionHistoryItem, 'start_date' | 'end_date' | 'payment_amount' | 'payment_method'> &
  Pick<Period, 'transaction_id' | 'notes' | 'price' | 'anchor_day' | 'renews_id'> & {
    user_id: number;
    subscription_id: number;
  };

export async function addPeriod({ db, actor }: Write<Actor>, period: NewPeriod): Promise<number> {
  const { id } = await db
    .insertInto('user_subscriptions')
    .values({ ...period, status: 'active', closed_on: null, continues_id: null, created_by: actor.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Makes the period cover nothing, so that it reads 'Cancelada'. */
export async function cancelPeriod({ db }: Write<Actor>, id: number): Promise<void> {
  await sql`update user_subscriptions set status = 'canceled', closed_on = start_date where id = ${id}`.execute(db);
}

/** True if somebody took the sale of the period back; others cover nothing because a later change replaced them. */
export async function isPeriodAnnulled({ db }: Read, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from events where entity = 'period' and entity_id = ${id} and action = 'annul' limit 1`.execute(db);
  return rows.length > 0;
}

/** True if the user has a later period that covers something. */
export async function hasLaterPeriod({ db }: Read, { id, userId }: { id: number; userId: number }): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from user_subscriptions h
      where h.user_id = ${userId} and h.id > ${id} and not isempty(h.covers)) as found`.execute(db);
  return rows[0]!.found;
}
