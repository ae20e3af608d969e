import type { DateText } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import type { Actor, Write } from '#db/writes/write';

/** Payments of `payments y` that wait for somebody to pay at a link: nobody has to verify them. */
export const isLinkCharge = sql<boolean>`exists (select from payment_links where payment_id = y.id)`;

/** The address of the newest link at which the user `u` of the outer query can pay; null without one. */
export const openLinkUrl = (today: DateText) => sql<string | null>`(
  select y.payment_url from payment_links l join payments y on y.id = l.payment_id
  where l.user_id = u.id and y.status = 'pending' and y.payment_url is not null and l.expires_at > ${today}::date
  order by l.id desc limit 1)`;

/** Fee and net of the payment `y`; null for money that came by no link. */
export const LINK_FEE = sql`(select fee from link_payments where payment_id = y.id)`;
export const LINK_NET = sql`(select net from link_payments where payment_id = y.id)`;

/** A charge that is not money yet waits for it, at the address that it can be paid at, or is being paid; also one that had failed. */
export async function reopenCharge(
  { db }: Write<Actor>,
  id: number,
  { status, url }: { status: 'pending' | 'processing'; url?: string },
): Promise<void> {
  await sql`
    update payments set status = ${status}, reason = null, settled_by = null, settled_at = null,
      payment_url = coalesce(${url ?? null}, payment_url)
    where id = ${id} and status <> 'completed'`.execute(db);
}

/** Notes something on a charge before it is completed. */
export async function noteOnCharge({ db }: Write<Actor>, id: number, note: string): Promise<void> {
  await sql`
    update payments set notes = concat_ws(' ', notes, ${note}::text), reason = null where id = ${id} and status <> 'completed'`.execute(
    db,
  );
}
