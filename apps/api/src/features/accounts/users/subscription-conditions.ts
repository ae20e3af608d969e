import { EXPIRING_DAYS } from '@pulso/contract/accounts/subscription-state';
import type { UserFilterValue } from '@pulso/contract/accounts/users';
import { sql, type RawBuilder } from 'kysely';

/** The last day already counts as expired, as in the contract's `hasActiveSubscription`. */
const endsAfter = (until: RawBuilder<unknown>, today: string) => sql<boolean>`${until} > ${today}::date`;

/** Must match the contract's `subscriptionState`. */
const isExpiring = (until: RawBuilder<unknown>, today: string) =>
  sql<boolean>`${endsAfter(until, today)} and ${until} <= ${today}::date + ${sql.lit(EXPIRING_DAYS)}`;

/** True for a row of `user_tally` with a subscription; a switched-off one has a null `subscribed_until`. */
export function isSubscribedInTally(today: string): RawBuilder<boolean> {
  return sql<boolean>`(${endsAfter(sql`subscribed_until`, today)})`;
}

export function isExpiringInTally(today: string): RawBuilder<boolean> {
  return sql<boolean>`(${isExpiring(sql`subscribed_until`, today)})`;
}

type SubscriptionFilter = UserFilterValue<'subscription'>;

/** The users of one state of subscription, for queries over `users u`. */
export function isInState(wanted: SubscriptionFilter, today: string): RawBuilder<boolean> {
  const until = sql`u.suscription_end`;
  const isWithin = wanted === 'expiring' ? isExpiring(until, today) : endsAfter(until, today);
  return sql`(u.suscription_status and ${isWithin})${wanted === 'inactive' ? sql` is not true` : sql``}`;
}

/** `isInState` for queries over `user_tally`. */
export function isInStateInTally(wanted: SubscriptionFilter, today: string): RawBuilder<boolean> {
  if (wanted === 'expiring') return isExpiringInTally(today);
  return wanted === 'active' ? isSubscribedInTally(today) : sql`${isSubscribedInTally(today)} is not true`;
}
