import { COUNTRY, userListRow, userRow } from '@pulso/contract/accounts/users';
import { sql } from 'kysely';
import { fieldsOf } from '#db/stores/columns';

const countryCodeT = sql.lit(COUNTRY.countryCodeT);

/** The contract's fields of the list and the detail, so that no other column is exposed. */
export const listColumns = fieldsOf('u', userListRow, { countryCodeT });
export const userColumns = fieldsOf('u', userRow, { countryCodeT, countryCode: sql.lit(COUNTRY.countryCode) });
