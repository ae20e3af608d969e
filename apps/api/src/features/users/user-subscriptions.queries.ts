import type { ActivateSubscription } from '@pulso/contract/users';
import { START_BEFORE_TODAY } from '@pulso/contract/users';
import { subscriptionEnd } from '@pulso/contract/subscription-state';
import { sql } from 'kysely';
import type { Db } from '#db/database';
import { Refusal } from '#db/refusal';

/** Two of the same within this time are one that was sent twice. */
const TWICE_SECONDS = 10;

type Holder = {
  id: number;
  status: boolean;
  suscription_status: boolean;
  suscription_init: string | null;
  suscription_end: string | null;
};

/** Whoever changes a user's subscription waits for whoever is at it already. */
export async function lockHolder(transaction: Db, id: number): Promise<Holder | undefined> {
  const { rows } = await sql<Holder>`
    select id, status, suscription_status, suscription_init, suscription_end
    from users where id = ${id} and deleted_at is null for update`.execute(transaction);
  return rows[0];
}

type Plan = { id: number; duration: number; status: boolean };

async function findPlan(transaction: Db, id: number): Promise<Plan | undefined> {
  const { rows } = await sql<Plan>`
    select id, duration, status from plans where id = ${id} for share`.execute(transaction);
  return rows[0];
}

async function refuseTwice(transaction: Db, userId: number, planId: number) {
  const { rows } = await sql`
    select 1 from user_subscriptions where user_id = ${userId} and subscription_id = ${planId}
      and created_at > now() - make_interval(secs => ${TWICE_SECONDS}) limit 1`.execute(transaction);
  if (rows.length > 0)
    throw new Refusal('Esta suscripción se acaba de activar. Espera unos segundos para activarla otra vez.');
}

/** History, user and payment change together. Nothing is returned when there is no such user. */
export async function activateSubscription(
  transaction: Db,
  input: ActivateSubscription,
  { today, allowTwice }: { today: string; allowTwice: boolean },
): Promise<{ id: number } | undefined> {
  const { user_id, subscription_id, payment_amount, payment_method, start_date = today } = input;
  if (start_date < today) throw new Refusal({ start_date: START_BEFORE_TODAY });
  const user = await lockHolder(transaction, user_id);
  if (!user) return undefined;
  if (!user.status) throw new Refusal('El usuario está inactivo. Actívalo antes de asignarle una suscripción.');
  const plan = await findPlan(transaction, subscription_id);
  if (!plan?.status) throw new Refusal('El plan elegido ya no está disponible');
  if (!allowTwice) await refuseTwice(transaction, user_id, subscription_id);

  const end = subscriptionEnd(start_date, plan.duration);
  await sql`
    update user_subscriptions
    set status = case when end_date <= ${today}::date then 'expired' else 'completed' end
    where user_id = ${user_id} and status = 'active'`.execute(transaction);
  const { rows } = await sql<{ id: number }>`
    insert into user_subscriptions (user_id, subscription_id, start_date, end_date, payment_amount, payment_method,
      transaction_id, notes)
    values (${user_id}, ${plan.id}, ${start_date}, ${end}, ${payment_amount}, ${payment_method},
      ${input.transaction_id ?? null}, ${input.notes ?? null})
    returning id`.execute(transaction);
  await sql`
    update users set "suscriptionId" = ${plan.id}, suscription_status = true, suscription_init = ${start_date},
      suscription_end = ${end}
    where id = ${user_id}`.execute(transaction);
  // A plan may cost nothing, but a payment of nothing is none.
  if (payment_amount > 0)
    await sql`
      insert into payments (user_id, type, item_id, amount, payment_method, status, transaction_id)
      values (${user_id}, 'subscription', ${plan.id}, ${payment_amount}, ${payment_method}, 'completed',
        ${input.transaction_id ?? null})`.execute(transaction);
  return rows[0];
}

/**
 * Off is a pause: the dates stay, and on brings them back. The absolute value is set, so saying it twice changes
 * nothing more.
 */
export async function setSubscriptionActive(transaction: Db, userId: number, active: boolean, notes: string) {
  const user = await lockHolder(transaction, userId);
  if (!user) return undefined;
  if (!user.suscription_end) throw new Refusal('El usuario no tiene una suscripción');
  if (user.suscription_status === active) return user.id;
  const [from, to] = active ? ['canceled', 'active'] : ['active', 'canceled'];
  await sql`
    update user_subscriptions set status = ${to}, notes = ${notes}
    where id = (
      select id from user_subscriptions
      where user_id = ${userId} and end_date = ${user.suscription_end}::date
        and start_date = ${user.suscription_init}::date
      order by id desc limit 1
    ) and status = ${from}`.execute(transaction);
  await sql`update users set suscription_status = ${active} where id = ${userId}`.execute(transaction);
  return user.id;
}

/** For good: the user has none afterwards, and the history remembers that it was canceled. */
export async function removeSubscription(transaction: Db, userId: number) {
  const user = await lockHolder(transaction, userId);
  if (!user) return undefined;
  await sql`
    update user_subscriptions set status = 'canceled' where user_id = ${userId} and status = 'active'`.execute(
    transaction,
  );
  await sql`
    update users set "suscriptionId" = null, suscription_status = false, suscription_init = null, suscription_end = null
    where id = ${userId}`.execute(transaction);
  return user.id;
}
