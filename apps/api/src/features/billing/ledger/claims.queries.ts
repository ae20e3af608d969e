import { BUSINESS_ZONE, type DateText } from '@pulso/contract/kit/dates';
import { sql, type RawBuilder } from 'kysely';

/** Payments of `payments y` that clients told in their app: who recorded one settles it alone by taking it back. */
export const isOpenClaim = sql<boolean>`y.claim is not null and y.status in ('pending', 'processing')`;
export const isWithdrawnClaim = sql<boolean>`
  (y.claim is not null and y.status = 'failed' and y.settled_by is not distinct from y.user_id)`;

/**
 * The day on which the newest open claim of the user `u` of the outer query was made; null without one, and if the last one
 * that was decided was rejected.
 */
export const openClaimDay: RawBuilder<DateText | null> = sql<DateText | null>`(
  select (max(y.created_at) at time zone ${sql.lit(BUSINESS_ZONE)})::date from payments y
  where y.user_id = u.id and ${isOpenClaim} and 'failed' is distinct from (
    select decided.status from payments decided
    where decided.user_id = u.id and decided.claim is not null and decided.status in ('completed', 'failed')
      and decided.settled_by is distinct from decided.user_id
    order by decided.settled_at desc, decided.id desc limit 1))`;
