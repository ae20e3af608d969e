import { EXPIRING_DAYS, OVERDUE_DAYS } from '@pulso/contract/accounts/subscription-state';
import type { UserFilterValue } from '@pulso/contract/accounts/users.questions';
import type { UserState } from '@pulso/contract/accounts/users.labels';
import { addDays, type DateText } from '@pulso/contract/kit/dates';
import { sql, type RawBuilder } from 'kysely';

/** Range of a subscription's end for each state that follows from it, in days from today. */
const endDayRanges = {
  due_today: [0, 0],
  due_soon: [1, EXPIRING_DAYS],
  overdue: [-OVERDUE_DAYS, -1],
  lapsed: [undefined, -OVERDUE_DAYS - 1],
} satisfies Partial<Record<UserState, [from: number | undefined, to: number]>>;
type EndState = keyof typeof endDayRanges;

export const isEndState = (state: string): state is EndState => state in endDayRanges;

/** A subscription's end is in the range of a state; whether it is switched on is another condition. */
export function endsInState(state: EndState, end: RawBuilder<unknown>, today: DateText): RawBuilder<boolean> {
  const day = (days: number) => sql`${addDays(today, days)}::date`;
  const [from, to] = endDayRanges[state];
  if (from === to) return sql<boolean>`${end} = ${day(to)}`;
  return from === undefined
    ? sql<boolean>`${end} <= ${day(to)}`
    : sql<boolean>`${end} between ${day(from)} and ${day(to)}`;
}

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

/** The users in a state, for queries over `users u`. Staff buys nothing, so its lack of a subscription is no state. */
export function isInUserState(state: UserState, today: DateText): RawBuilder<boolean> {
  const isOn = sql<boolean>`u.suscription_status`;
  if (state === 'covered') return isInState('active', today);
  if (state === 'none')
    return sql<boolean>`(u.role = 'CLIENT' and (not u.suscription_status or u.suscription_end is null))`;
  if (state === 'paused')
    return sql<boolean>`(${isOn} and exists (
      select from user_subscriptions h where h.user_id = u.id and h.kind = 'pause' and h.covers @> ${today}::date))`;
  return sql<boolean>`(${isOn} and ${endsInState(state, sql`u.suscription_end`, today)})`;
}
