import type { User } from '@pulso/contract/accounts/users';
import {
  startProblem,
  subscriptionEnd,
  subscriptionHistoryRow,
  type ActivateSubscription,
  type SubscriptionHistoryItem,
} from '@pulso/contract/billing/subscriptions';
import { sql, type RawBuilder } from 'kysely';
import { fieldsOf } from '#db/columns';
import type { Db } from '#db/database';
import { isRecentDuplicate } from '#db/idempotency';
import { listOf } from '#db/json-list';
import { Refusal } from '#db/refusal';
import { visibleUsers } from '#db/visible-users';
import type { Write } from '#db/write';
import { setSubscription } from '#features/accounts/users/subscription-summary.queries';
import { lockUser } from '#features/accounts/users/users.queries';
import { recordPayment } from '#features/billing/payments/payments.queries';

type Plan = { id: number; duration: number };

async function takePlan(transaction: Db, id: number): Promise<Plan> {
  const { rows } = await sql<Plan>`
    select id, duration from plans where id = ${id} and status for share`.execute(transaction);
  if (!rows[0]) throw new Refusal('El plan elegido ya no está disponible');
  return rows[0];
}

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

/** Stores the final status of the item that is being replaced. */
async function closeCurrent({ db }: Write, user: User, today: string) {
  await sql`
    update user_subscriptions
    set status = case when not ${user.suscription_status} then 'canceled' when end_date <= ${today}::date then 'expired'
      else 'completed' end
    where user_id = ${user.id} and status = 'active'`.execute(db);
}

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
  await closeCurrent(write, user, today);
  const paid = { user_id, type: 'subscription', item_id: plan.id, amount: payment_amount, payment_method } as const;
  // A free plan has no payment.
  const payment =
    payment_amount > 0 ? await recordPayment(write, { ...paid, status: 'completed', transaction_id }) : undefined;
  await db
    .insertInto('user_subscriptions')
    .values({
      user_id,
      subscription_id: plan.id,
      start_date,
      end_date: end,
      status: 'active',
      payment_amount,
      payment_method,
      transaction_id,
      notes,
      payment_id: payment?.id ?? null,
    })
    .execute();
  await setSubscription(write, user, {
    suscriptionId: plan.id,
    suscription_status: true,
    suscription_init: start_date,
    suscription_end: end,
  });
  return user.id;
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
  await sql`
    update user_subscriptions set status = 'canceled' where user_id = ${userId} and status = 'active'`.execute(
    write.db,
  );
  await setSubscription(write, user, {
    suscriptionId: null,
    suscription_status: false,
    suscription_init: null,
    suscription_end: null,
  });
  return user.id;
}

/** Gives subscriptions that were loaded in bulk their payments: those of the same moment, plan and amount. */
export async function linkPayments(db: Db, userIds: RawBuilder<unknown>): Promise<void> {
  await sql`
    update user_subscriptions h set payment_id = paid.payment_id
    from (
      select min(h.id) as id, p.id as payment_id
      from user_subscriptions h join payments p on p.user_id = h.user_id and p.created_at = h.created_at
        and p.type = 'subscription' and p.item_id = h.subscription_id and p.amount = h.payment_amount
      where h.user_id in (${userIds}) and h.payment_id is null
        and not exists (select from user_subscriptions o where o.payment_id = p.id)
      group by p.id
    ) paid
    where h.id = paid.id`.execute(db);
}

/** The fields that could identify an erased person; what was bought and when stays. */
export async function eraseSubscriptionNotes({ db }: Write, userId: number): Promise<void> {
  await db
    .updateTable('user_subscriptions')
    .set({ transaction_id: null, notes: null })
    .where('user_id', '=', userId)
    .execute();
}

/** Computed for the current item from the user and the day; stored for the others. */
const historyStatus = (today: string) => sql`
  case when h.status <> 'active' then h.status
    when not u.suscription_status then 'canceled'
    when h.end_date <= ${today}::date then 'expired'
    when h.start_date > ${today}::date then 'pending'
    else 'active' end`;

const HISTORY_FIELDS = fieldsOf('h', subscriptionHistoryRow, {
  subscription: sql`json_build_object('title', p.title)`,
  status: sql`today.status`,
});

/** A subquery for the user `u` of the outer query. */
export function historyOfUser(today: string) {
  return listOf(sql`
    select ${HISTORY_FIELDS}
    from user_subscriptions h join plans p on p.id = h.subscription_id
      cross join lateral (select ${historyStatus(today)} as status) today
    where h.user_id = u.id order by h.id desc`);
}

/** Undefined when there is no such user. */
export async function listSubscriptionHistory(db: Db, userId: number, today: string) {
  const { rows } = await sql<{ history: SubscriptionHistoryItem[] }>`
    select ${historyOfUser(today)} as history from users u where u.id = ${userId} and ${visibleUsers}`.execute(db);
  return rows[0]?.history;
}
