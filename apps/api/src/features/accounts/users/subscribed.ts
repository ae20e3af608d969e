import { sql, type RawBuilder } from 'kysely';

/** The last day already counts as expired, as in the contract's `hasActiveSubscription`. */
const lastsBeyond = (until: RawBuilder<unknown>, today: string) => sql<boolean>`${until} > ${today}::date`;

/** Who has a subscription on this day, of a query over `users u`. */
export function subscribed(today: string): RawBuilder<boolean> {
  return sql<boolean>`(u.suscription_status and ${lastsBeyond(sql`u.suscription_end`, today)})`;
}

/** The same of `user_tally`, where `subscribed_until` has no date of a subscription that is paused. */
export function tallySubscribed(today: string): RawBuilder<boolean> {
  return sql<boolean>`(${lastsBeyond(sql`subscribed_until`, today)})`;
}
