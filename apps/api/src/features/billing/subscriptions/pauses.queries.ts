import type { PauseDays } from '@pulso/contract/accounts/subscription-state';
import type { User } from '@pulso/contract/accounts/users';
import {
  NO_PAID_DAYS,
  pausedEnd,
  resumedEnd,
  resumedPause,
  returnProblem,
  yearlyLimitProblem,
  type PauseInput,
  type ResumeInput,
} from '@pulso/contract/billing/pauses';
import { ENDS_TOO_LATE } from '@pulso/contract/billing/subscriptions';
import { addDays, dayOfMonth, daysBetween, formatDate, isDate, type DateText } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import { recordEvent } from '#db/writes/events';
import { Refusal, staleValue } from '#db/writes/refusal';
import type { Read, Write } from '#db/writes/write';
import { setSubscription, type SubscriptionSummary } from '#features/accounts/users/subscription-summary.queries';
import { findUser, lockUser } from '#features/accounts/users/users.queries';
import { periodEnd } from '#features/billing/subscriptions/periods.queries';
import { summaryOf } from '#features/billing/subscriptions/runs.queries';

const IN_THE_PAST = 'Debe ser hoy o más adelante';

type StoredPause = PauseDays & { id: number; continues_id: number | null };

/** The pauses of a user of which something was or is left. */
async function listPauses({ db }: Read, userId: number): Promise<StoredPause[]> {
  const { rows } = await sql<StoredPause>`
    select id, continues_id, lower(covers) as from, upper(covers) as to from user_subscriptions
    where user_id = ${userId} and kind = 'pause' and not isempty(covers)`.execute(db);
  return rows;
}

/** Refuses a pause that takes more days of a year than the business allows. */
async function checkYearlyLimit({ db }: Read, pause: PauseDays, others: readonly PauseDays[]) {
  const { rows } = await sql<{ limit: number | null }>`select pause_days_per_year as limit from business`.execute(db);
  const problem = yearlyLimitProblem(pause, others, rows[0]?.limit ?? null);
  if (problem) throw new Refusal(problem);
}

function checkShownEnd(shown: DateText, end: DateText) {
  if (shown !== end)
    throw staleValue(
      `Mientras tanto cambió: el nuevo vencimiento es el ${formatDate(end)}. Revisa y confirma otra vez.`,
    );
}

type PlanDays = { id: number | null; subscription_id: number; start_date: DateText; ends: DateText; status: string };

/** The plan days of a day to come: those of a period, or of dates that somebody typed. */
async function findPlanDays({ db }: Read, user: User, day: DateText): Promise<PlanDays | undefined> {
  const { rows } = await sql<PlanDays & { covered: boolean }>`
    select h.id, h.subscription_id, h.start_date, ${periodEnd} as ends, h.status, h.covers @> ${day}::date as covered
    from user_subscriptions h
    where h.user_id = ${user.id} and h.kind = 'plan' and upper(h.covers) > ${day}::date and h.status <> 'canceled'
    order by h.start_date limit 1`.execute(db);
  const [next] = rows;
  if (next?.covered) return next;
  const { suscriptionId, suscription_init, suscription_end } = user;
  if (suscriptionId === null || !suscription_end || (suscription_init ?? day) > day) return undefined;
  const ends = next && next.start_date < suscription_end ? next.start_date : suscription_end;
  return { id: null, subscription_id: suscriptionId, start_date: suscription_init ?? '', ends, status: 'active' };
}

type MovedPeriod = { id: number; end_date: DateText; anchor_day: number | null };

/** Moves what begins on a day or later, and ends the pause before it on that day. Answers the periods as they were. */
async function movePeriods(
  { db }: Write,
  userId: number,
  { from, days, pause }: { from: DateText; days: number; pause?: number },
): Promise<MovedPeriod[]> {
  // The periods move in one statement, so that they are apart at its end whichever way they go.
  const { rows } = await sql<MovedPeriod>`
    with moving as (
      select id, end_date, anchor_day from user_subscriptions
      where user_id = ${userId} and start_date >= ${from}::date and not isempty(covers)
    ), moved as (
      update user_subscriptions h
      set start_date = case when h.id = ${pause ?? null} then h.start_date else h.start_date + ${days}::int end,
        end_date = case when h.id = ${pause ?? null} then ${from}::date else h.end_date end + ${days}::int,
        closed_on = case when h.id = ${pause ?? null} then null else h.closed_on + ${days}::int end,
        anchor_day = case when h.kind = 'plan' then extract(day from h.end_date + ${days}::int) end
      where h.id in (select id from moving) or h.id = ${pause ?? null})
    select * from moving`.execute(db);
  return rows;
}

const movedInit = ({ suscription_init: init }: User, from: DateText, days: number) =>
  init && init >= from ? addDays(init, days) : init;

type PauseRecord = { before: SubscriptionSummary; moved: MovedPeriod[] } & PauseDays;

/** Undefined when there is no such user. */
export async function pauseSubscription(write: Write, userId: number, input: PauseInput): Promise<User | undefined> {
  const { db, actor } = write;
  const { from, to, reason } = input;
  if (from < actor.today) throw new Refusal({ from: IN_THE_PAST });
  const user = await lockUser(write, userId);
  if (!user) return undefined;
  const pauses = await listPauses(write, userId);
  const open = pauses.find((one) => one.to > actor.today);
  if (open) throw new Refusal(`Ya tiene una pausa del ${formatDate(open.from)} al ${formatDate(open.to)}.`);
  const { suscription_end, suscription_status } = user;
  if (!suscription_end || suscription_end <= from) throw new Refusal(NO_PAID_DAYS);
  if (!suscription_status) throw new Refusal('La suscripción está desactivada.');
  const planDays = await findPlanDays(write, user, from);
  if (!planDays) throw new Refusal(NO_PAID_DAYS);
  await checkYearlyLimit(write, input, pauses);
  const end = pausedEnd(suscription_end, input);
  if (!isDate(end)) throw new Refusal({ to: ENDS_TOO_LATE });
  checkShownEnd(input.end, end);

  const days = daysBetween(from, to);
  const { id: cutId, subscription_id, status } = planDays;
  // A period of which no day has passed moves as a whole, with its price and its debt.
  const isCut = cutId === null || planDays.start_date < from;
  if (isCut) await sql`update user_subscriptions set closed_on = ${from} where id = ${cutId}`.execute(db);
  const moved = await movePeriods(write, userId, { from, days });
  const pausedPeriod = { user_id: userId, subscription_id, status: sql<'active'>`${status}`, created_by: actor.id };
  const { id } = await db
    .insertInto('user_subscriptions')
    .values({
      ...{ ...pausedPeriod, kind: 'pause', start_date: from, end_date: to, continues_id: isCut ? cutId : null },
      ...{ notes: reason, transaction_id: null, closed_on: null, renews_id: null },
      ...{ payment_amount: null, payment_method: null, price: null, anchor_day: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (isCut) {
    const end_date = addDays(to, daysBetween(from, planDays.ends));
    await db
      .insertInto('user_subscriptions')
      .values({
        ...{ ...pausedPeriod, kind: 'plan', start_date: to, end_date, continues_id: cutId ?? id },
        ...{ notes: null, transaction_id: null, closed_on: null, renews_id: null },
        ...{ payment_amount: 0, price: null, anchor_day: dayOfMonth(end_date) },
        payment_method: sql`coalesce((select payment_method from user_subscriptions where id = ${cutId}), 'efectivo')`,
      })
      .execute();
  }
  // A run that begins after the first paused day belongs to a later sale, and moves as a whole.
  const suscription_init = movedInit(user, addDays(from, 1), days);
  await setSubscription(write, user, { suscription_init, suscription_end: end });
  const data: PauseRecord & { reason: string } = { before: summaryOf(user), from, to, reason, moved };
  await recordEvent(write, { entity: 'period', entityId: id, userId, action: 'pause', data });
  return findUser(write, userId);
}

type Continuation = { id: number; left: number };

/** Takes away a pause that covers no day any more: what it had cut covers again what is left of it. */
async function removePause(
  write: Write,
  { id, from, continues_id }: StoredPause,
  days: number,
  userId: number,
  to: DateText,
) {
  const { db } = write;
  const { rows } = await sql<Continuation>`
    select h.id, ${periodEnd} - h.start_date as left from user_subscriptions h
    where h.kind = 'plan' and h.continues_id in (${id}, ${continues_id})`.execute(db);
  const [rest] = rows;
  if (rest)
    await sql`update user_subscriptions set renews_id = ${continues_id} where renews_id = ${rest.id}`.execute(db);
  await sql`delete from user_subscriptions where id in (${id}, ${rest?.id ?? null})`.execute(db);
  await movePeriods(write, userId, { from: to, days });
  await sql`
    update user_subscriptions set closed_on = nullif(${from}::date + ${rest?.left ?? 0}::int, end_date)
    where id = ${continues_id}`.execute(db);
  // Days of the month on which the moved periods end come back with their dates.
  await sql`
    update user_subscriptions h set anchor_day = was.anchor_day
    from events e cross join lateral jsonb_to_recordset(e.data -> 'moved') as was (id int, end_date date, anchor_day int)
    where e.entity = 'period' and e.entity_id = ${id} and e.action = 'pause' and was.id = h.id
      and was.end_date = h.end_date`.execute(db);
}

/** Ends the pause on another day. Undefined when there is no such user. */
export async function resumeSubscription(
  write: Write,
  userId: number,
  { on, end: shownEnd }: ResumeInput,
): Promise<User | undefined> {
  const { today } = write.actor;
  if (on < today) throw new Refusal({ on: IN_THE_PAST });
  const user = await lockUser(write, userId);
  if (!user) return undefined;
  const pauses = await listPauses(write, userId);
  const pause = pauses.find((one) => one.to > today);
  if (!pause || !user.suscription_end) throw new Refusal('No tiene una pausa.');
  if (!user.suscription_status) throw new Refusal('La suscripción está desactivada.');
  const { from, to } = resumedPause(pause, on);
  const problem = to > from && returnProblem({ from, to });
  if (problem) throw new Refusal({ on: problem });
  const others = pauses.filter((one) => one !== pause);
  if (to > pause.to) await checkYearlyLimit(write, { from, to }, others);
  const end = resumedEnd(user.suscription_end, pause, on);
  if (!isDate(end)) throw new Refusal({ on: ENDS_TOO_LATE });
  checkShownEnd(shownEnd, end);
  const days = daysBetween(pause.to, to);
  if (days === 0) return user;
  if (to > from) await movePeriods(write, userId, { from: pause.to, days, pause: pause.id });
  else await removePause(write, pause, days, userId, pause.to);
  const suscription_init = movedInit(user, pause.to, days);
  await setSubscription(write, user, { suscription_init, suscription_end: end });
  const data = { before: summaryOf(user), from, to: pause.to, on: to };
  await recordEvent(write, { entity: 'period', entityId: pause.id, userId, action: 'resume', data });
  return findUser(write, userId);
}
