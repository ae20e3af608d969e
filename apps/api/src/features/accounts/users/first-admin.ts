import { randomInt } from 'node:crypto';
import { loginInput } from '@pulso/contract/accounts/auth';
import { fieldErrors } from '@pulso/contract/kit/envelope';
import { sql } from 'kysely';
import type { Db } from '#db/database';
import { StartupError } from '#startup-error';
import { isUniqueError } from '#db/errors';
import { visibleUsers } from '#db/visible-users';
import type { Passwords } from '#access/passwords';

// Any constant will do, as long as every node uses the same one.
const FIRST_ADMIN_LOCK = 7_285_002;
// Nothing that can be mistaken for something else when it is copied from a screen.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 16;

const generatePassword = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

type Wanted = { username: string; password?: string };

/** What could not log in later must not be stored now. */
function checkWanted(wanted: { username: string; password: string }) {
  const parsed = loginInput.safeParse(wanted);
  if (parsed.success) return parsed.data;
  const problems = Object.entries(fieldErrors(parsed.error));
  const lines = problems.map(([field, message]) => `  ADMIN_${field.toUpperCase()}: ${message}`);
  throw new StartupError(`El primer administrador no se puede crear:\n${lines.join('\n')}`);
}

/** Makes the first administrator when there is none; answers the password only if it had to be made up. */
export async function ensureFirstAdmin(db: Db, passwords: Passwords, wanted: Wanted) {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${FIRST_ADMIN_LOCK})`.execute(transaction);
    const { rows } = await sql`select 1 from users u where u.role = 'ADMIN' and ${visibleUsers} limit 1`.execute(
      transaction,
    );
    if (rows.length > 0) return undefined;
    const { username, password } = checkWanted({ ...wanted, password: wanted.password ?? generatePassword() });
    const password_hash = await passwords.hash(password);
    await sql`
      insert into users (name, gender, username, phone, role, password_hash)
      values ('Administrador', 'Unisex', ${username}, '0000000', 'ADMIN', ${password_hash})`
      .execute(transaction)
      .catch((error: unknown) => {
        if (!isUniqueError(error)) throw error;
        throw new StartupError(
          `No hay ningún administrador y el usuario ${username} ya es de otra persona. Elige otro con ADMIN_USERNAME.`,
        );
      });
    return { username, generated: wanted.password === undefined ? password : undefined };
  });
}
