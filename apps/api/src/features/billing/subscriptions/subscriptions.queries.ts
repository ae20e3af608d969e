import type { User } from '@pulso/contract/accounts/users';
import {
  startProblem,
  subscriptionEnd,
  type ActivateSubscription,
  type SubscriptionHistoryItem,
} from '@pulso/contract/billing/subscriptions';
import { dayOfMonth, formatDate, type DateText } from '@pulso/contract/kit/dates';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database';
import { recordEvent } from '#db/events';
import { isRecentDuplicate } from '#db/idempotency';
import { listOf } from '#db/json-list';
import { Refusal } from '#db/refusal';
import { visibleUsers } from '#db/visible-users';
import type { Write } from '#db/write';
import { setSubscription, type SubscriptionSummary } from '#features/accounts/users/subscription-summary.queries';
import { lockUser } from '#features/accounts/users/users.queries';
import { recordPayment } from '#features/billing/payments/payments.queries';
import { addPeriod, closePeriods, historyOf, type ClosedPeriod } from '#features/billing/subscriptions/periods.queries';

export type Plan = { id: number; title: string; duration: number; amount: number };

/** One that is offered; it stays as it is until the end of the transaction. */
export async function takePlan(transaction: Db, id: number): Promise<Plan> {
  const { rows } = await sql<Plan>`
    select id, title, duration, amount from plans where id = ${id} and status for share`.execute(transaction);
  if (!rows[0]) throw new Refusal('El plan elegido ya no está disponible');
  return rows[0];
}

/** What a receipt says was sold, whatever the catalogue says later. */
export const periodConcept = (title: string, start: DateText, end: DateText) =>
  `${title}, del ${formatDate(start)} al ${formatDate(end)}`;

type Sent = { [Field in keyof ActivateSubscription]-?: Exclude<ActivateSubscription[Field], undefined> };

/**
 * Around midnight an activation of yesterday equals one of today. A pause appends its reason to the notes, so those are
 * compared by their beginning.
 */
async function refuseDuplicate(transaction: Db, { start_date, notes, ...sent }: Sent, today: string) {
  const { rows } = await sql`
    select 1 from user_subscriptions
    where ${isRecentDuplicate(sent)} and greatest(start_date, ${today}) = ${start_date}
      and (${notes}::text is null or starts_with(notes || chr(10), ${notes} || chr(10))) limit 1`.execute(transaction);
  if (rows.length > 0)
    throw new Refusal('Esta suscripción se acaba de activar. Espera unos segundos para activarla otra vez.');
}

/** What has run to its end and was followed by another stays completed. */
const removed = (state: RawBuilder<string>) =>
  sql<string>`case when ${state} = 'completed' then 'completed' else 'canceled' end`;

/** Undefined when there is no such user. */
export async function activateSubscription(
  write: Write,
  input: ActivateSubscription,
  today: string,
): Promise<number | undefined> {
  const { db } = write;
  const { user_id, subscription_id, payment_amount, payment_method, start_date = today } = input;
  const { transaction_id = null, notes = null } = input;
  const user = await lockUser(write, user_id);
  if (!user) return undefined;
  if (!user.status) throw new Refusal('El usuario está inactivo. Actívalo antes de asignarle una suscripción.');
  const plan = await takePlan(db, subscription_id);
  const problem = startProblem(start_date, plan.duration, today);
  if (problem) throw new Refusal({ start_date: problem });
  await refuseDuplicate(db, { ...input, start_date, transaction_id, notes }, today);

  const end = subscriptionEnd(start_date, plan.duration);
  const closed = await closePeriods(write, user_id, { on: today, whole: true });
  const period = await addPeriod(write, {
    user_id,
    subscription_id: plan.id,
    start_date,
    end_date: end,
    payment_amount,
    payment_method,
    transaction_id,
    notes,
    price: payment_amount,
    anchor_day: dayOfMonth(start_date),
    renews_id: null,
  });
  // A free plan has no payment.
  if (payment_amount > 0)
    await recordPayment(write, {
      user_id,
      type: 'subscription',
      item_id: plan.id,
      amount: payment_amount,
      payment_method,
      status: 'completed',
      transaction_id,
      concept: periodConcept(plan.title, start_date, end),
      period_id: period,
    });
  const after = {
    suscriptionId: plan.id,
    suscription_status: true,
    suscription_init: start_date,
    suscription_end: end,
  };
  await setSubscription(write, user, after);
  await recordSale(write, { period, user, after, closed, action: 'activate' });
  return user.id;
}

type Sale = {
  period: number;
  user: User;
  after: SubscriptionSummary;
  closed: ClosedPeriod[];
  action: 'activate' | 'renew';
};

/** What a sale changed besides its period: enough to take it back. */
export type SaleRecord = { before: SubscriptionSummary; after: SubscriptionSummary; closed: ClosedPeriod[] };

export const summaryOf = (user: SubscriptionSummary): SubscriptionSummary => ({
  suscriptionId: user.suscriptionId,
  suscription_status: user.suscription_status,
  suscription_init: user.suscription_init,
  suscription_end: user.suscription_end,
});

export async function recordSale(write: Write, { period, user, after, closed, action }: Sale): Promise<void> {
  const data: SaleRecord = { before: summaryOf(user), after, closed };
  await recordEvent(write, { entity: 'period', entityId: period, userId: user.id, action, data });
}

/** Pauses or resumes; the dates stay. Idempotent, because the value is absolute. */
export async function setSubscriptionActive(write: Write, userId: number, active: boolean, notes: string) {
  const user = await lockUser(write, userId);
  if (!user) return undefined;
  if (!user.suscription_end) throw new Refusal('El usuario no tiene una suscripción');
  if (user.suscription_status === active) return user.id;
  await setSubscription(write, user, { suscription_status: active });
  await sql`
    update user_subscriptions set notes = concat_ws(chr(10), notes, ${notes}::text)
    where user_id = ${userId} and status = 'active'
      and right(coalesce(notes, ''), length(${notes})) <> ${notes}`.execute(write.db);
  return user.id;
}

export async function removeSubscription(write: Write, userId: number) {
  const user = await lockUser(write, userId);
  if (!user) return undefined;
  await closePeriods(write, userId, { on: write.actor.today, whole: true, ended: removed });
  await setSubscription(write, user, {
    suscriptionId: null,
    suscription_status: false,
    suscription_init: null,
    suscription_end: null,
  });
  return user.id;
}

/** The fields that could identify an erased person; what was bought and when stays. */
export async function eraseSubscriptionNotes({ db }: Write, userId: number): Promise<void> {
  await db
    .updateTable('user_subscriptions')
    .set({ transaction_id: null, notes: null })
    .where('user_id', '=', userId)
    .execute();
}

/** A subquery for the user `u` of the outer query. */
export function historyOfUser(today: string) {
  return listOf(historyOf(today));
}

/** Undefined when there is no such user. */
export async function listSubscriptionHistory(db: Db, userId: number, today: string) {
  const { rows } = await sql<{ history: SubscriptionHistoryItem[] }>`
    select ${historyOfUser(today)} as history from users u where u.id = ${userId} and ${visibleUsers}`.execute(db);
  return rows[0]?.history;
}
