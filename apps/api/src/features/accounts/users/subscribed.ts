import { sql, type RawBuilder } from 'kysely';

/** The last day already counts as expired, as in the contract's `hasActiveSubscription`. */
const lastsBeyond = (until: RawBuilder<unknown>, today: string) => sql<boolean>`${until} > ${today}::date`;

/** Whether the user has a subscription on this day, for queries over `users u`. */
export function subscribed(today: string): RawBuilder<boolean> {
  return sql<boolean>`(u.suscription_status and ${lastsBeyond(sql`u.suscription_end`, today)})`;
}

/** The same for `user_tally`, where a paused subscription has no `subscribed_until`. */
export function tallySubscribed(today: string): RawBuilder<boolean> {
  return sql<boolean>`(${lastsBeyond(sql`subscribed_until`, today)})`;
}
