import { COUNTRY, userListRow, userRow } from '@pulso/contract/accounts/users';
import { sql } from 'kysely';
import { fieldsOf } from '#db/stores/columns';

const countryCodeT = sql.lit(COUNTRY.countryCodeT);

/** The last pause of which something was or is left. */
const pause = sql`(
  select json_build_object('from', lower(h.covers), 'to', upper(h.covers)) from user_subscriptions h
  where h.user_id = u.id and h.kind = 'pause' and not isempty(h.covers) order by h.start_date desc limit 1)`;

/** The contract's fields of the list and the detail, so that no other column is exposed. */
export const listColumns = fieldsOf('u', userListRow, { countryCodeT, pause });
export const userColumns = fieldsOf('u', userRow, { countryCodeT, countryCode: sql.lit(COUNTRY.countryCode), pause });
