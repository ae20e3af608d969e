import { packageDuration } from '@pulso/contract/package-duration';
import { sql } from 'kysely';
import type { Db } from '#db/database';
import { Refusal } from '#db/refusal';
import { lockHolder } from '#features/users/user-subscriptions.queries';

const TWICE_SECONDS = 10;

type Assignment = { user_id: number; package_id: number; status?: boolean };
type Package = { duration_days: number; status: boolean };

/** Nothing is returned when there is no such user. */
export async function activatePackage(
  transaction: Db,
  { user_id, package_id, status = true }: Assignment,
  { today, allowTwice }: { today: string; allowTwice: boolean },
): Promise<{ id: number } | undefined> {
  const user = await lockHolder(transaction, user_id);
  if (!user) return undefined;
  if (!user.status) throw new Refusal('El usuario está inactivo. Actívalo antes de asignarle un paquete.');
  const found = await sql<Package>`
    select duration_days, status from packages where id = ${package_id} for share`.execute(transaction);
  const [chosen] = found.rows;
  if (!chosen?.status) throw new Refusal('El paquete elegido ya no está disponible');
  if (!allowTwice) {
    const twice = await sql`
      select 1 from user_packages where user_id = ${user_id} and package_id = ${package_id}
        and created_at > now() - make_interval(secs => ${TWICE_SECONDS}) limit 1`.execute(transaction);
    if (twice.rows.length > 0)
      throw new Refusal('Este paquete se acaba de activar. Espera unos segundos para activarlo otra vez.');
  }
  const { rows } = await sql<{ id: number }>`
    insert into user_packages (user_id, package_id, start_date, end_date, status)
    values (${user_id}, ${package_id}, ${today}, ${packageDuration(chosen.duration_days).end(today)}, ${status})
    returning id`.execute(transaction);
  return rows[0];
}

/** The latest assignment of the package goes; nothing is returned when the user holds none. */
export async function removeUserPackage(transaction: Db, userId: number, packageId: number) {
  const user = await lockHolder(transaction, userId);
  if (!user) return undefined;
  const { rows } = await sql<{ id: number }>`
    delete from user_packages where id = (
      select id from user_packages where user_id = ${userId} and package_id = ${packageId} order by id desc limit 1
    ) returning id`.execute(transaction);
  return rows[0]?.id;
}
