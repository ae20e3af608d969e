import { EXPIRING_DAYS } from '@pulso/contract/accounts/subscription-state';
import type { UserFilterValue } from '@pulso/contract/accounts/users';
import { sql, type RawBuilder } from 'kysely';

/** The last day already counts as expired, as in the contract's `hasActiveSubscription`. */
const lastsBeyond = (until: RawBuilder<unknown>, today: string) => sql<boolean>`${until} > ${today}::date`;

/** Must match the contract's `subscriptionState`. */
const expires = (until: RawBuilder<unknown>, today: string) =>
  sql<boolean>`${lastsBeyond(until, today)} and ${until} <= ${today}::date + ${sql.lit(EXPIRING_DAYS)}`;

/** True for a row of `user_tally` with a subscription; a switched-off one has a null `subscribed_until`. */
export function tallySubscribed(today: string): RawBuilder<boolean> {
  return sql<boolean>`(${lastsBeyond(sql`subscribed_until`, today)})`;
}

export function tallyExpiring(today: string): RawBuilder<boolean> {
  return sql<boolean>`(${expires(sql`subscribed_until`, today)})`;
}

type Wanted = UserFilterValue<'subscription'>;

/** The users of one state of subscription, for queries over `users u`. */
export function inState(wanted: Wanted, today: string): RawBuilder<boolean> {
  const until = sql`u.suscription_end`;
  const within = wanted === 'expiring' ? expires(until, today) : lastsBeyond(until, today);
  return sql`(u.suscription_status and ${within})${wanted === 'inactive' ? sql` is not true` : sql``}`;
}

/** `inState` for queries over `user_tally`. */
export function tallyInState(wanted: Wanted, today: string): RawBuilder<boolean> {
  if (wanted === 'expiring') return tallyExpiring(today);
  return wanted === 'active' ? tallySubscribed(today) : sql`${tallySubscribed(today)} is not true`;
}
