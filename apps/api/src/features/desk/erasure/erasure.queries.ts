import { ERASED_NAME } from '@pulso/contract/accounts/users';
import { sql } from 'kysely';
import type { Db } from '#db/database';
import { forgetAnswers } from '#db/idempotency';
import { Refusal } from '#db/refusal';

type Deleted = { deleted: boolean; profile_image: string | null };

/**
 * Whatever says who a deleted person was goes for good; what was paid, for what and when stays, so that the sums do.
 * Nothing is returned when there never was such a user; else the address of the picture that the row no longer names.
 */
export async function eraseUser(transaction: Db, id: number): Promise<{ picture: string | null } | undefined> {
  const { rows } = await sql<Deleted>`
    select deleted_at is not null as deleted, profile_image from users where id = ${id} for update`.execute(
    transaction,
  );
  const [user] = rows;
  if (!user) return undefined;
  if (!user.deleted) throw new Refusal('Solo se borran los datos de un usuario eliminado. Elimínalo primero.');
  await sql`
    update users set name = ${ERASED_NAME}, username = 'eliminado-' || id, phone = '0000000', gender = 'Unisex',
      password_hash = '', email = null, profile_image = null, notes = '', birth_date = null, age = null, height = null,
      weight = null
    where id = ${id}`.execute(transaction);
  await sql`
    update user_subscriptions set transaction_id = null, notes = null where user_id = ${id}`.execute(transaction);
  await sql`update payments set transaction_id = null, payment_url = null where user_id = ${id}`.execute(transaction);
  await sql`delete from devices where user_id = ${id}`.execute(transaction);
  await sql`delete from sessions where user_id = ${id}`.execute(transaction);
  await sql`delete from known_addresses where user_id = ${id}`.execute(transaction);
  await sql`delete from known_devices where user_id = ${id}`.execute(transaction);
  await forgetAnswers(transaction, id);
  return { picture: user.profile_image };
}
