import type { User } from '@pulso/contract/accounts/users';
import { paidOnProblem } from '@pulso/contract/billing/payments';
import { renewalEnd, renewalStarts, type Run } from '@pulso/contract/billing/renewals';
import type { Renewal, Renewed, RenewInput } from '@pulso/contract/billing/subscriptions';
import { addMonths, formatDate } from '@pulso/contract/kit/dates';
import { formatMoney } from '@pulso/contract/kit/money';
import { sql } from 'kysely';
import type { Db } from '#db/database';
import { recordEvent } from '#db/events';
import { Refusal, staleValue } from '#db/refusal';
import type { Write } from '#db/write';
import { setSubscription, type SubscriptionSummary } from '#features/accounts/users/subscription-summary.queries';
import { findUser, lockUser } from '#features/accounts/users/users.queries';
import { cancelDebtsOfPeriod, createDebt, oweRest } from '#features/billing/debts/debts.queries';
import {
  failPayments,
  findLedgerRow,
  recordPayment,
  refuseDuplicates,
  reversePayments,
} from '#features/billing/payments/payments.queries';
import { clientPricesOf } from '#features/billing/prices/prices.queries';
import {
  addPeriod,
  closePeriods,
  emptyPeriod,
  findPeriod,
  hasLaterPeriod,
  lastOpenPeriod,
  reopenPeriods,
  type LastPeriod,
} from '#features/billing/subscriptions/periods.queries';
import {
  periodConcept,
  recordSale,
  summaryOf,
  takePlan,
  type SaleRecord,
} from '#features/billing/subscriptions/subscriptions.queries';

const MAX_AHEAD_MONTHS = 60;

const runOf = (user: User, period: LastPeriod | undefined) =>
  ({
    on: user.suscription_status,
    init: user.suscription_init,
    end: user.suscription_end,
    period: period ? { end_date: period.end_date, anchor_day: period.anchor_day } : null,
  }) satisfies Run;

type Known = Omit<Renewal, 'starts' | 'anchor_day' | 'off' | 'today' | 'run'>;

/** What a renewal starts from. Undefined when there is no such user. */
export async function readRenewal(db: Db, id: number, today: string): Promise<Renewal | undefined> {
  const user = await findUser(db, id);
  if (!user) return undefined;
  const { rows } = await sql<Known>`
    select
      (select json_build_object('id', id, 'title', title, 'duration', duration, 'status', status)
       from plans where id = ${user.suscriptionId}) as plan,
      (select amount from plans where id = ${user.suscriptionId}) as list_price,
      ${clientPricesOf(id, today)} as client_prices,
      coalesce((select owed from client_accounts where user_id = ${id}), 0) as owed,
      coalesce((select sum(amount) from payments
                where user_id = ${id} and kind = 'charge' and status in ('pending', 'processing')), 0) as unverified,
      (select count(*)::int from user_subscriptions
       where user_id = ${id} and status = 'active' and not isempty(covers) and start_date > ${today}::date) as queued,
      (select payment_method from payments where user_id = ${id} and kind = 'charge' order by id desc limit 1) as last_method`.execute(
    db,
  );
  const known = rows[0]!;
  const period = await lastOpenPeriod(db, id);
  const run = runOf(user, period);
  const starts = renewalStarts(run, today, known.plan?.duration);
  return {
    ...known,
    today,
    run,
    starts,
    anchor_day: starts[0]?.anchor_day ?? null,
    off: user.suscription_end !== null && !user.suscription_status,
  };
}

/** Undefined when there is no such user. */
export async function renew(write: Write, userId: number, input: RenewInput): Promise<Renewed | undefined> {
  const { db, actor } = write;
  const { today } = actor;
  const { plan_id, start_date, list_price, price, paid, payment_method, status, paid_on, unless_duplicate } = input;
  const { transaction_id = null, notes = null } = input;
  const problem = paidOnProblem(paid_on, today);
  if (problem) throw new Refusal(problem);
  const user = await lockUser(write, userId);
  if (!user) return undefined;
  if (!user.status) throw new Refusal('El usuario está inactivo. Actívalo antes de renovar.');
  const plan = await takePlan(db, plan_id);
  const last = await lastOpenPeriod(db, userId);
  const starts = renewalStarts(runOf(user, last), today, plan.duration);
  const start = starts.find((one) => one.start_date === start_date);
  if (!start)
    throw staleValue(
      `Mientras tanto cambió: la renovación empieza el ${formatDate(starts[0]?.start_date)}. Revisa y confirma otra vez.`,
    );
  if (plan.amount !== list_price)
    throw staleValue(`El precio del plan cambió a ${formatMoney(plan.amount)}. Revisa el monto.`);
  const end_date = renewalEnd(start_date, plan.duration, start.anchor_day);
  if (end_date > addMonths(today, MAX_AHEAD_MONTHS)) throw new Refusal('No se puede renovar más allá de 5 años');
  if (unless_duplicate && paid > 0)
    await refuseDuplicates(write, { user_id: userId, amount: paid, day: paid_on ?? today, transaction_id });

  // Without a gap it is the same run.
  const continues = user.suscription_status && start_date === user.suscription_end && start.why !== 'due';
  const closed = await closePeriods(write, userId, { on: start_date, whole: !continues });
  const period = await addPeriod(write, {
    user_id: userId,
    subscription_id: plan.id,
    start_date,
    end_date,
    payment_amount: paid,
    payment_method,
    transaction_id,
    notes,
    price,
    anchor_day: start.anchor_day,
    renews_id: last?.id ?? null,
  });
  const sold = { user_id: userId, type: 'subscription', item_id: plan.id, period_id: period } as const;
  const payment =
    paid > 0
      ? await recordPayment(write, {
          ...sold,
          amount: paid,
          payment_method,
          status,
          paid_on,
          transaction_id,
          notes,
          concept: periodConcept(plan.title, start_date, end_date),
        })
      : undefined;
  const debt =
    paid < price ? await createDebt(write, { ...sold, amount: sql`${price}::numeric - ${paid}::numeric` }) : undefined;
  const after = {
    suscriptionId: plan.id,
    suscription_status: true,
    suscription_init: continues ? (user.suscription_init ?? start_date) : start_date,
    suscription_end: end_date,
  };
  await setSubscription(write, user, after);
  await recordSale(write, { period, user, after, closed, action: 'renew' });
  return {
    user: (await findUser(db, userId))!,
    period: (await findPeriod(db, period, today))!,
    payment: (payment && (await findLedgerRow(db, payment.id))) ?? null,
    debt: debt ?? null,
  };
}

const isSame = (one: object, other: object) =>
  Object.entries(one).every(([field, value]) => (other as Record<string, unknown>)[field] === value);

async function findSale(db: Db, period: number): Promise<SaleRecord | undefined> {
  const { rows } = await sql<{ data: SaleRecord }>`
    select data from events
    where entity = 'period' and entity_id = ${period} and action in ('renew', 'activate')`.execute(db);
  return rows[0]?.data;
}

async function ownerOf(db: Db, period: number): Promise<number | undefined> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from user_subscriptions where id = ${period} and kind = 'plan'`.execute(db);
  return rows[0]?.user_id;
}

/** A plan that somebody was given by hand may have been deleted since: no period refers to it. */
async function withoutGonePlan(db: Db, before: SubscriptionSummary): Promise<SubscriptionSummary> {
  const { rows } = await sql`select from plans where id = ${before.suscriptionId}`.execute(db);
  return rows.length > 0 ? before : { ...before, suscriptionId: null };
}

/** Takes back the last sale of a client: its money, its days, and what it had closed. Undefined when there is no such period. */
export async function annulPeriod(write: Write, id: number, reason: string) {
  const { db } = write;
  const userId = await ownerOf(db, id);
  const user = userId === undefined ? undefined : await lockUser(write, userId);
  const period = user && (await findPeriod(db, id, write.actor.today));
  if (!user || !period) return undefined;
  if (period.closed_on !== null && period.closed_on <= period.start_date)
    throw new Refusal('Este período ya está anulado');
  if (await hasLaterPeriod(db, { id, userId: user.id })) throw new Refusal('Anula primero los períodos posteriores');
  const sale = await findSale(db, id);
  if (!sale) throw new Refusal('Este período se vendió antes de que se pudiera anular. Usa «Eliminar suscripción».');
  if (!isSame(sale.after, summaryOf(user))) throw new Refusal('La suscripción cambió después de esta renovación');
  const itsPayments = sql`y.period_id = ${id}`;
  const reversals = await reversePayments(write, itsPayments, reason);
  await failPayments(write, itsPayments, reason);
  await cancelDebtsOfPeriod(write, id);
  await emptyPeriod(write, id);
  await reopenPeriods(write, sale.closed);
  // What was taken back of them meanwhile is owed, now that they stand again.
  for (const reopened of sale.closed) await oweRest(write, reopened.id, { note: reason });
  await setSubscription(write, user, await withoutGonePlan(db, sale.before));
  await recordEvent(write, { entity: 'period', entityId: id, userId: user.id, action: 'annul', data: { reason } });
  return { user: (await findUser(db, user.id))!, reversals };
}
