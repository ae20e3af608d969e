import { startProblem, subscriptionEnd } from '@pulso/contract/accounts/subscription-state';
import type { ActivateSubscription } from '@pulso/contract/accounts/users';
import { sql } from 'kysely';
import type { Db } from '#db/database';
import { sentTwice } from '#db/idempotency';
import { Refusal } from '#db/refusal';

type Holder = { id: number; status: boolean; suscription_status: boolean; suscription_end: string | null };

/** Whoever changes what a user holds waits for whoever is at it already. */
export async function lockHolder(transaction: Db, id: number): Promise<Holder | undefined> {
  const { rows } = await sql<Holder>`
    select id, status, suscription_status, suscription_end
    from users where id = ${id} and deleted_at is null for no key update`.execute(transaction);
  return rows[0];
}

type Plan = { id: number; duration: number };

async function takePlan(transaction: Db, id: number): Promise<Plan> {
  const { rows } = await sql<Plan>`
    select id, duration from plans where id = ${id} and status for share`.execute(transaction);
  if (!rows[0]) throw new Refusal('El plan elegido ya no está disponible');
  return rows[0];
}

type Sent = { [Field in keyof ActivateSubscription]-?: Exclude<ActivateSubscription[Field], undefined> };

/**
 * What began yesterday, a moment ago, is what begins today. A pause adds its reason to the notes, so those are the same
 * that begin with what was sent.
 */
async function refuseTwice(transaction: Db, { start_date, notes, ...sent }: Sent, today: string) {
  const { rows } = await sql`
    select 1 from user_subscriptions
    where ${sentTwice(sent)} and greatest(start_date, ${today}) = ${start_date}
      and (${notes}::text is null or starts_with(notes || chr(10), ${notes} || chr(10))) limit 1`.execute(transaction);
  if (rows.length > 0)
    throw new Refusal('Esta suscripción se acaba de activar. Espera unos segundos para activarla otra vez.');
}

/** What the current item was until now is written down, for it is current no more. */
async function closeCurrent(transaction: Db, user: Holder, today: string) {
  await sql`
    update user_subscriptions
    set status = case when not ${user.suscription_status} then 'canceled' when end_date <= ${today}::date then 'expired'
      else 'completed' end
    where user_id = ${user.id} and status = 'active'`.execute(transaction);
}

/** History, user and payment change together. Nothing is returned when there is no such user. */
export async function activateSubscription(
  transaction: Db,
  input: ActivateSubscription,
  today: string,
): Promise<number | undefined> {
  const { user_id, subscription_id, payment_amount, payment_method, start_date = today } = input;
  const { transaction_id = null, notes = null } = input;
  const user = await lockHolder(transaction, user_id);
  if (!user) return undefined;
  if (!user.status) throw new Refusal('El usuario está inactivo. Actívalo antes de asignarle una suscripción.');
  const plan = await takePlan(transaction, subscription_id);
  const problem = startProblem(start_date, plan.duration, today);
  if (problem) throw new Refusal({ start_date: problem });
  await refuseTwice(transaction, { ...input, start_date, transaction_id, notes }, today);

  const end = subscriptionEnd(start_date, plan.duration);
  await closeCurrent(transaction, user, today);
  await sql`
    insert into user_subscriptions (user_id, subscription_id, start_date, end_date, payment_amount, payment_method,
      transaction_id, notes)
    values (${user_id}, ${plan.id}, ${start_date}, ${end}, ${payment_amount}, ${payment_method}, ${transaction_id},
      ${notes})`.execute(transaction);
  await sql`
    update users set "suscriptionId" = ${plan.id}, suscription_status = true, suscription_init = ${start_date},
      suscription_end = ${end}
    where id = ${user_id}`.execute(transaction);
  // A plan may cost nothing, but a payment of nothing is none.
  if (payment_amount > 0)
    await sql`
      insert into payments (user_id, type, item_id, amount, payment_method, status, transaction_id)
      values (${user_id}, 'subscription', ${plan.id}, ${payment_amount}, ${payment_method}, 'completed',
        ${transaction_id})`.execute(transaction);
  return user.id;
}

/**
 * Off is a pause: the dates stay, and on brings them back. The absolute value is set, so saying it twice changes
 * nothing more. The notes are added to what the item says already.
 */
export async function setSubscriptionActive(transaction: Db, userId: number, active: boolean, notes: string) {
  const user = await lockHolder(transaction, userId);
  if (!user) return undefined;
  if (!user.suscription_end) throw new Refusal('El usuario no tiene una suscripción');
  if (user.suscription_status === active) return user.id;
  await sql`update users set suscription_status = ${active} where id = ${userId}`.execute(transaction);
  await sql`
    update user_subscriptions set notes = concat_ws(chr(10), notes, ${notes}::text)
    where user_id = ${userId} and status = 'active'
      and right(coalesce(notes, ''), length(${notes})) <> ${notes}`.execute(transaction);
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
