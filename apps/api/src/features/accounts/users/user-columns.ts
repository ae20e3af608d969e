import { COUNTRY } from '@pulso/contract/accounts/users';
import { sql } from 'kysely';

/** The contract's columns of the list and the detail, one by one, so that no other is exposed. */
export const listColumns = sql`
  u.id, u.name, u.gender, u.username, ${sql.lit(COUNTRY.countryCodeT)} as "countryCodeT", u.phone, u.role, u.status,
  u.suscription_status, u.suscription_end, iso(u.created_at) as created_at`;

export const userColumns = sql`
  ${listColumns}, u.email, u.birth_date, u.age, u.height, u.weight, u.profile_image,
  ${sql.lit(COUNTRY.countryCode)} as "countryCode", u."suscriptionId", u.suscription_init, u.notes, u.version`;
