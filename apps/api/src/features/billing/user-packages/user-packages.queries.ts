import { isDate } from '@pulso/contract/kit/dates';
import { packageDuration } from '@pulso/contract/content/package-duration';
import { ENDS_TOO_LATE } from '@pulso/contract/accounts/subscription-state';
import { sql } from 'kysely';
import type { Db } from '#db/database';
import { sentTwice } from '#db/idempotency';
import { Refusal } from '#db/refusal';
import { lockHolder } from '#features/billing/subscriptions/subscriptions.queries';

type Assignment = { user_id: number; package_id: number; status?: boolean };

async function takeDuration(transaction: Db, packageId: number): Promise<number> {
  const { rows } = await sql<{ duration_days: number }>`
    select duration_days from packages where id = ${packageId} and status for share`.execute(transaction);
  if (!rows[0]) throw new Refusal('El paquete elegido ya no está disponible');
  return rows[0].duration_days;
}

async function refuseTwice(transaction: Db, sent: Required<Assignment>) {
  const { rows } = await sql`select 1 from user_packages where ${sentTwice(sent)} limit 1`.execute(transaction);
  if (rows.length > 0)
    throw new Refusal('Este paquete se acaba de activar. Espera unos segundos para activarlo otra vez.');
}

/** The id of the assignment; nothing is returned when there is no such user. */
export async function activatePackage(
  transaction: Db,
  { user_id, package_id, status = true }: Assignment,
  today: string,
): Promise<number | undefined> {
  const user = await lockHolder(transaction, user_id);
  if (!user) return undefined;
  if (!user.status) throw new Refusal('El usuario está inactivo. Actívalo antes de asignarle un paquete.');
  const end = packageDuration(await takeDuration(transaction, package_id)).end(today);
  if (!isDate(end)) throw new Refusal({ package_id: ENDS_TOO_LATE });
  await refuseTwice(transaction, { user_id, package_id, status });
  const { rows } = await sql<{ id: number }>`
    insert into user_packages (user_id, package_id, start_date, end_date, status)
    values (${user_id}, ${package_id}, ${today}, ${end}, ${status})
    returning id`.execute(transaction);
  return rows[0]?.id;
}

/** The latest assignment of the package goes; nothing is returned when the user holds none. */
export async function removeUserPackage(
  transaction: Db,
  userId: number,
  packageId: number,
): Promise<number | undefined> {
  const user = await lockHolder(transaction, userId);
  if (!user) return undefined;
  const { rows } = await sql<{ id: number }>`
    delete from user_packages where id = (
      select id from user_packages where user_id = ${userId} and package_id = ${packageId} order by id desc limit 1
    ) returning id`.execute(transaction);
  return rows[0]?.id;
}
