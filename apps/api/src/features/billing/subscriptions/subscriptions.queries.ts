import { paidOnProblem } from '@pulso/contract/billing/ledger';
import {
  startProblem,
  subscriptionEnd,
  type ActivateSubscription,
  type SubscriptionHistoryItem,
} from '@pulso/contract/billing/subscriptions';
import { dayOfMonth } from '@pulso/contract/kit/dates';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/schema/database';
import { isRecentDuplicate } from '#db/writes/idempotency';
import { jsonArrayOf } from '#db/stores/json-list';
import { Refusal } from '#db/writes/refusal';
import { visibleUsers } from '#db/writes/visible-users';
import type { Read, Write } from '#db/writes/write';
import { setSubscription } from '#features/accounts/users/subscription-summary.queries';
import { lockUser } from '#features/accounts/users/users.queries';
import { closePeriods, hasDaysSince, selectHistory } from '#features/billing/subscriptions/periods.queries';
import { checkListPrice, lockPlan, sellPeriod } from '#features/billing/subscriptions/sell-period.queries';

type SentActivation = Required<Omit<ActivateSubscription, 'list_price' | 'started' | 'paid_on'>>;

/**
 * Around midnight an activation of yesterday equals one of today. Switching it off appends a reason to the notes, so those are
 * compared by their beginning.
 */
async function refuseDuplicate(transaction: Db, { start_date, notes, ...sent }: SentActivation, today: string) {
  const { rows } = await sql`
    select 1 from user_subscriptions
    where ${isRecentDuplicate(sent)} and greatest(start_date, least(${today}::date, ${start_date}::date)) = ${start_date}::date
      and (${notes}::text is null or starts_with(notes || chr(10), ${notes} || chr(10))) limit 1`.execute(transaction);
  if (rows.length > 0)
    throw new Refusal('Esta suscripción se acaba de activar. Espera unos segundos para activarla otra vez.');
}

/** A period that ran to its end and was followed by another stays completed. */
const removedState = (state: RawBuilder<string>) =>
  sql<string>`case when ${state} = 'completed' then 'completed' else 'canceled' end`;

/** Undefined when there is no such user. */
export async function activateSubscription(write: Write, input: ActivateSubscription): Promise<number | undefined> {
  const { today } = write.actor;
  const { list_price, started, paid_on, ...sent } = input;
  const { user_id, subscription_id, payment_amount, payment_method, start_date = today } = sent;
  const { transaction_id = null, notes = null } = sent;
  const user = await lockUser(write, user_id);
  if (!user) return undefined;
  if (!user.status) throw new Refusal('El usuario está inactivo. Actívalo antes de asignarle una suscripción.');
  const plan = await lockPlan(write, subscription_id);
  const problem = startProblem({ start: start_date, months: plan.duration, started }, today);
  if (problem) throw new Refusal({ start_date: problem });
  const lateProblem = paidOnProblem(paid_on, today);
  if (lateProblem) throw new Refusal(lateProblem);
  if (start_date < today && (await hasDaysSince(write, user.id, start_date)))
    throw new Refusal({ start_date: 'Ya tuvo días de una suscripción desde esa fecha' });
  if (list_price !== undefined) checkListPrice(plan, list_price);
  await refuseDuplicate(write.db, { ...sent, start_date, transaction_id, notes }, today);
  await sellPeriod(write, {
    user,
    plan,
    action: 'activate',
    replaces: { on: start_date, whole: true },
    period: {
      start_date,
      end_date: subscriptionEnd(start_date, plan.duration),
      payment_method,
      transaction_id,
      notes,
      price: payment_amount,
      anchor_day: dayOfMonth(start_date),
      renews_id: null,
    },
    paid: payment_amount,
    payment: { status: 'completed', paid_on },
  });
  return user.id;
}

/** Switches it on or off; the dates stay. Idempotent, because the value is absolute. */
export async function setSubscriptionActive(write: Write, userId: number, active: boolean, notes: string) {
  const user = await lockUser(write, userId);
  if (!user) return undefined;
  if (!user.suscription_end) throw new Refusal('El usuario no tiene una suscripción');
  if (user.suscription_status === active) return user.id;
  await setSubscription(write, user, { suscription_status: active });
  await sql`
    update user_subscriptions set notes = concat_ws(chr(10), notes, ${notes}::text)
    where user_id = ${userId} and kind = 'plan' and status = 'active'
      and right(coalesce(notes, ''), length(${notes})) <> ${notes}`.execute(write.db);
  return user.id;
}

export async function removeSubscription(write: Write, userId: number) {
  const user = await lockUser(write, userId);
  if (!user) return undefined;
  await closePeriods(write, userId, { on: write.actor.today, whole: true, ended: removedState });
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
  return jsonArrayOf(selectHistory(today));
}

/** Undefined when there is no such user. */
export async function listSubscriptionHistory({ db, actor }: Read, userId: number) {
  const { rows } = await sql<{ history: SubscriptionHistoryItem[] }>`
    select ${historyOfUser(actor.today)} as history from users u where u.id = ${userId} and ${visibleUsers(actor)}`.execute(
    db,
  );
  return rows[0]?.history;
}
