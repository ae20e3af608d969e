import { loginInput } from '@pulso/contract/accounts/auth';
import { adminPassword } from '@pulso/contract/accounts/users.input';
import { fieldErrors } from '@pulso/contract/kit/envelope';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { generatePassword, type Passwords } from '#access/passwords';
import type { Db } from '#db/schema/database';
import { isUniqueError } from '#db/connection/errors';
import { isNotDeleted } from '#db/writes/visible-users';
import type { Credentials } from '#features/accounts/users/first-password';
import { StartupError } from '#startup-error';

// Arbitrary, but the same on every node.
const FIRST_ADMIN_LOCK = 7_285_002;

type FirstAdminInput = { username: string; password?: string };

const firstAdmin = z.extend(loginInput, { password: adminPassword });

/** Checks by the rules of the login, too, so that the stored account can log in. */
function checkFirstAdmin(wanted: { username: string; password: string }) {
  const parsed = firstAdmin.safeParse(wanted);
  if (parsed.success) return parsed.data;
  const problems = Object.entries(fieldErrors(parsed.error));
  const lines = problems.map(([field, message]) => `  ADMIN_${field.toUpperCase()}: ${message}`);
  throw new StartupError(`El primer administrador no se puede crear:\n${lines.join('\n')}`);
}

/** Creates an administrator if there is none; a password that had to be generated is kept first. */
export async function ensureFirstAdmin(
  db: Db,
  passwords: Passwords,
  wanted: FirstAdminInput,
  storeAccess: (access: Credentials) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${FIRST_ADMIN_LOCK})`.execute(transaction);
    const { rows } = await sql`select 1 from users u where u.role = 'ADMIN' and ${isNotDeleted} limit 1`.execute(
      transaction,
    );
    if (rows.length > 0) return;
    const { username, password } = checkFirstAdmin({ ...wanted, password: wanted.password ?? generatePassword() });
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
    if (wanted.password === undefined) await storeAccess({ username, password });
  });
}
