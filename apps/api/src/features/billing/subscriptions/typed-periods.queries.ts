import { anchorDayOf } from '@pulso/contract/billing/renewals';
import { sql } from 'kysely';
import type { Write } from '#db/writes/write';
import { findUser } from '#features/accounts/users/users.queries';

const NOTE = 'Cargada en la ficha';

/**
 * The period of a subscription that is typed into a client's form: one like any other, whose money Pulso never saw. While no other
 * one is open and nothing was paid for it, what is typed next corrects it. It takes no day of another one.
 */
export async function saveTypedPeriod(write: Write, id: number): Promise<void> {
  const user = await findUser(write, id);
  if (!user) return;
  const { role, suscriptionId, suscription_status, suscription_init, suscription_end } = user;
  if (!suscription_status || suscriptionId === null || !suscription_init || !suscription_end) return;
  if (role !== 'CLIENT' || suscription_end <= suscription_init) return;
  const anchor = anchorDayOf({ init: suscription_init, end: suscription_end, period: null });
  await sql`
    with open as (
      select h.id, h.kind = 'plan' and h.notes = ${NOTE} and h.price is null
        and not exists (select from payments y where y.period_id = h.id) as is_typed
      from user_subscriptions h where h.user_id = ${id} and h.status = 'active'
    ), typed as (
      select (select min(open.id) from open) as corrected
      where (select count(*) = 0 or count(*) = 1 and bool_and(is_typed) from open)
        and not exists (
          select from user_subscriptions h
          where h.user_id = ${id} and h.id not in (select open.id from open)
            and h.covers && daterange(${suscription_init}::date, ${suscription_end}::date))
    ), changed as (
      update user_subscriptions h
      set subscription_id = ${suscriptionId}, start_date = ${suscription_init}, end_date = ${suscription_end}, anchor_day = ${anchor}
      from typed where h.id = typed.corrected)
    insert into user_subscriptions (user_id, subscription_id, start_date, end_date, status, payment_amount, payment_method,
      anchor_day, notes, created_by)
    select ${id}, ${suscriptionId}, ${suscription_init}, ${suscription_end}, 'active', 0, 'efectivo', ${anchor}, ${NOTE}, ${write.actor.id}
    from typed where corrected is null`.execute(write.db);
}
