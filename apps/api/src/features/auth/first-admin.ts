import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#db/database';
import type { Passwords } from '#http/passwords';

// Any constant will do, as long as every node uses the same one.
const FIRST_ADMIN_LOCK = 7_285_002;
// Nothing that can be mistaken for something else when it is copied from a screen.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 16;

const generatePassword = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

type Wanted = { username: string; password?: string };

/** Makes the first administrator when there is none; answers the password only if it had to be made up. */
export async function ensureFirstAdmin(db: Db, passwords: Passwords, { username, password }: Wanted) {
  const secret = password ?? generatePassword();
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${FIRST_ADMIN_LOCK})`.execute(transaction);
    const { rows } = await sql`select 1 from users where role = 'ADMIN' and deleted_at is null limit 1`.execute(
      transaction,
    );
    if (rows.length > 0) return undefined;
    const password_hash = await passwords.hash(secret);
    await sql`
      insert into users (name, gender, username, phone, role, password_hash)
      values ('Administrador', 'Unisex', ${username}, '0000000', 'ADMIN', ${password_hash})`.execute(transaction);
    return { username, generated: password === undefined ? secret : undefined };
  });
}
