import type { User } from '@pulso/contract/accounts/users';
import { paidOnProblem } from '@pulso/contract/billing/ledger';
import { MAX_MONTHS_AHEAD, renewalEnd, renewalStarts, type Run } from '@pulso/contract/billing/renewals';
import { openClaim, type Renewal, type RenewalResult, type RenewInput } from '@pulso/contract/billing/subscriptions';
import { addMonths, formatDate } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import { fieldsOf } from '#db/stores/columns';
import { jsonArrayOf } from '#db/stores/json-list';
import { recordEvent } from '#db/writes/events';
import { Refusal, staleValue } from '#db/writes/refusal';
import type { Actor, Read, Write } from '#db/writes/write';
import { findUser, lockUser } from '#features/accounts/users/users.queries';
import { cancelDebtsOfEmptyPeriods, recordUnpaidRest } from '#features/billing/debts/debts.queries';
import { isLinkCharge, openLinkUrl } from '#features/billing/ledger/link-charges.queries';
import { isOpenClaim } from '#features/billing/ledger/claims.queries';
import {
  failPayments,
  findLedgerRow,
  HAS_RECEIPT,
  refuseDuplicates,
  reversePayments,
} from '#features/billing/ledger/ledger.queries';
import { clientPricesOf } from '#features/billing/prices/prices.queries';
import {
  findLastOpenPeriod,
  findPeriod,
  isPeriodAnnulled,
  type LastPeriod,
} from '#features/billing/subscriptions/periods.queries';
import { PAUSED_SINCE, RUN_CHANGED, undoRunChange } from '#features/billing/subscriptions/runs.queries';
import {
  checkListPrice,
  lockPlan,
  sellPeriod,
  type Settlement,
} from '#features/billing/subscriptions/sell-period.queries';

const runOf = (user: User, period: LastPeriod | undefined) =>
  ({
    on: user.suscription_status,
    init: user.suscription_init,
    end: user.suscription_end,
    period: period ? { end_date: period.end_date, anchor_day: period.anchor_day } : null,
  }) satisfies Run;

/** The open transfers that a client told. */
const openClaimsOf = (userId: number) =>
  jsonArrayOf(sql`
    select ${fieldsOf('y', openClaim, { has_receipt: HAS_RECEIPT })} from payments y
    where y.user_id = ${userId} and ${isOpenClaim} order by y.id desc`);

type RenewalRow = Omit<Renewal, 'starts' | 'anchor_day' | 'off' | 'inactive' | 'today' | 'run'>;

/** Defaults and possible starts of a renewal. Undefined when there is no such user. */
export async function readRenewal(read: Read, id: number): Promise<Renewal | undefined> {
  const { db, actor } = read;
  const { today } = actor;
  const user = await findUser(read, id);
  if (!user) return undefined;
  const { rows } = await sql<RenewalRow>`
    select
      (select json_build_object('id', id, 'title', title, 'duration', duration, 'status', status)
       from plans where id = ${user.suscriptionId}) as plan,
      (select amount from plans where id = ${user.suscriptionId}) as list_price,
      ${clientPricesOf(id, today)} as client_prices,
      coalesce((select owed from client_accounts where user_id = ${id}), 0) as owed,
      coalesce((select sum(y.amount) from payments y
                where y.user_id = ${id} and y.kind = 'charge' and y.status in ('pending', 'processing') and not ${isLinkCharge}), 0) as unverified,
      (select count(*)::int from user_subscriptions
       where user_id = ${id} and kind = 'plan' and status <> 'canceled' and not isempty(covers) and start_date > ${today}::date) as queued,
      (select payment_method from payments where user_id = ${id} and kind = 'charge' order by id desc limit 1) as last_method,
      ${openClaimsOf(id)} as claims, (select ${openLinkUrl(today)} from users u where u.id = ${id}) as link`.execute(
    db,
  );
  const renewalRow = rows[0]!;
  const period = await findLastOpenPeriod(read, id);
  const run = runOf(user, period);
  const starts = renewalStarts(run, today, renewalRow.plan?.duration);
  return {
    ...renewalRow,
    today,
    run,
    starts,
    anchor_day: starts[0]?.anchor_day ?? null,
    inactive: !user.status,
    off: user.suscription_end !== null && !user.suscription_status,
  };
}

/** `settlement`: the payment to verify that pays for it, instead of a new one. Undefined when there is no such user. */
export async function renew(
  write: Write<Actor>,
  userId: number,
  input: RenewInput,
  settlement?: Settlement,
): Promise<RenewalResult | undefined> {
  const { today } = write.actor;
  const { plan_id, start_date, list_price, price, paid, payment_method, status, paid_on, unless_duplicate } = input;
  const { transaction_id = null, notes = null } = input;
  const problem = paidOnProblem(paid_on, today);
  if (problem) throw new Refusal(problem);
  const user = await lockUser(write, userId);
  if (!user) return undefined;
  if (!user.status) throw new Refusal('El usuario está inactivo. Actívalo antes de renovar.');
  const plan = await lockPlan(write, plan_id);
  const last = await findLastOpenPeriod(write, userId);
  const starts = renewalStarts(runOf(user, last), today, plan.duration);
  const start = starts.find((one) => one.start_date === start_date);
  if (!start)
    throw staleValue(
      `Mientras tanto cambió: la renovación empieza el ${formatDate(starts[0]?.start_date)}. Revisa y confirma otra vez.`,
    );
  checkListPrice(plan, list_price);
  const end_date = renewalEnd(start_date, plan.duration, start.anchor_day);
  if (end_date > addMonths(today, MAX_MONTHS_AHEAD)) throw new Refusal('No se puede renovar más allá de 5 años');
  if (unless_duplicate && paid > 0)
    await refuseDuplicates(write, { user_id: userId, amount: paid, status, paid_on, transaction_id });

  // A renewal without a gap continues the same run.
  const continues = user.suscription_status && start_date === user.suscription_end && start.why !== 'due';
  const { period, payment, debt } = await sellPeriod(write, {
    user,
    plan,
    action: 'renew',
    replaces: { on: start_date, whole: !continues },
    runsSince: continues ? user.suscription_init : undefined,
    period: {
      ...{ start_date, end_date, payment_method, transaction_id, notes, price },
      anchor_day: start.anchor_day,
      renews_id: last?.id ?? null,
    },
    paid,
    payment: settlement ?? { status, paid_on, notes },
  });
  return {
    user: (await findUser(write, userId))!,
    period: (await findPeriod(write, period))!,
    payment: (payment && (await findLedgerRow(write, payment.id))) ?? null,
    debt: debt ?? null,
  };
}

type AgreedRenewal = Pick<RenewInput, 'plan_id' | 'price' | 'payment_method' | 'paid_on' | 'transaction_id'>;

/**
 * Renews as soon as may be, at a price that was agreed before and paid by a payment that waited for it, whatever the list says by
 * now. Undefined when there is no such user.
 */
export async function renewAsAgreed(write: Write<Actor>, userId: number, sale: AgreedRenewal, settles: number) {
  const user = await lockUser(write, userId);
  if (!user) return undefined;
  const { plan_id, price, paid_on, transaction_id } = sale;
  const plan = await lockPlan(write, plan_id);
  const run = runOf(user, await findLastOpenPeriod(write, userId));
  const [first] = renewalStarts(run, write.actor.today, plan.duration);
  const { start_date } = first!;
  const terms = { ...sale, start_date, list_price: plan.amount, paid: price, status: 'completed' } as const;
  return renew(write, userId, terms, { settles, paid_on, transaction_id });
}

async function findOwner({ db }: Read, period: number): Promise<number | undefined> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from user_subscriptions where id = ${period} and kind = 'plan'`.execute(db);
  return rows[0]?.user_id;
}

/** Takes back the last sale of a client: its money, its days, and what it had closed. Undefined when there is no such period. */
export async function annulPeriod(write: Write<Actor>, id: number, reason: string) {
  const userId = await findOwner(write, id);
  const user = userId === undefined ? undefined : await lockUser(write, userId);
  const period = user && (await findPeriod(write, id));
  if (!user || !period) return undefined;
  if (period.closed_on !== null && period.closed_on <= period.start_date)
    throw new Refusal((await isPeriodAnnulled(write, id)) ? 'Este período ya está anulado' : RUN_CHANGED);
  if (period.continues_id !== null) throw new Refusal(PAUSED_SINCE);
  const reopened = await undoRunChange(write, user, id);
  const itsPayments = sql`y.period_id = ${id}`;
  const reversals = await reversePayments(write, itsPayments, reason);
  await failPayments(write, itsPayments, reason);
  await cancelDebtsOfEmptyPeriods(write, user.id);
  // Payments of the reopened periods may have been taken back meanwhile: that part is owed again.
  for (const { id: standing } of reopened) await recordUnpaidRest(write, standing, { note: reason });
  await recordEvent(write, { entity: 'period', entityId: id, userId: user.id, action: 'annul', data: { reason } });
  return { user: (await findUser(write, user.id))!, reversals };
}
