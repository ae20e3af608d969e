import { COUNTRY, userListRow, userRow } from '@pulso/contract/accounts/users';
import { sql } from 'kysely';
import { fieldsOf } from '#db/stores/columns';
import { tagsOfUser } from '#features/accounts/tags/tags.queries';

const countryCodeT = sql.lit(COUNTRY.countryCodeT);

/** The last pause of which something was or is left: pauses share no day, so the last begins and ends last. */
const pause = sql`(
  select json_build_object('from', max(lower(h.covers)), 'to', max(upper(h.covers))) from user_subscriptions h
  where h.user_id = u.id and h.kind = 'pause' and not isempty(h.covers) having count(*) > 0)`;

const trainerOfUser = sql`(
  select json_build_object('id', t.id, 'name', t.name) from users t where t.id = u.trainer_id)`;

/** The contract's fields of the list and the detail, so that no other column is exposed. */
export const listColumns = fieldsOf('u', userListRow, { countryCodeT, pause, tags: tagsOfUser });
export const userColumns = fieldsOf('u', userRow, {
  countryCodeT,
  countryCode: sql.lit(COUNTRY.countryCode),
  pause,
  trainer: trainerOfUser,
  tags: tagsOfUser,
});
