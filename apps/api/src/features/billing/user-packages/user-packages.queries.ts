import { userPackageRow, type UserPackage } from '@pulso/contract/billing/user-packages';
import { packageDuration } from '@pulso/contract/content/package-duration';
import { ENDS_TOO_LATE } from '@pulso/contract/billing/subscriptions';
import { isDate } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import { fieldsOf } from '#db/stores/columns';
import type { Db } from '#db/schema/database';
import { precompile } from '#db/stores/precompile';
import { isRecentDuplicate } from '#db/writes/idempotency';
import { jsonArrayOf } from '#db/stores/json-list';
import { Refusal } from '#db/writes/refusal';
import { visibleUsers } from '#db/writes/visible-users';
import type { Read, Write } from '#db/writes/write';
import { lockUser } from '#features/accounts/users/users.queries';

type Assignment = { user_id: number; package_id: number; status?: boolean };

async function lockPackageDuration(transaction: Db, packageId: number): Promise<number> {
  const { rows } = await sql<{ duration_days: number }>`
    select duration_days from packages where id = ${packageId} and status for share`.execute(transaction);
  if (!rows[0]) throw new Refusal('El paquete elegido ya no está disponible');
  return rows[0].duration_days;
}

async function refuseDuplicate(transaction: Db, assignment: Required<Assignment>) {
  const { rows } = await sql`select 1 from user_packages where ${isRecentDuplicate(assignment)} limit 1`.execute(
    transaction,
  );
  if (rows.length > 0)
    throw new Refusal('Este paquete se acaba de activar. Espera unos segundos para activarlo otra vez.');
}

/** Returns the id of the assignment; undefined when there is no such user. */
export async function activatePackage(
  write: Write,
  { user_id, package_id, status = true }: Assignment,
): Promise<number | undefined> {
  const { today } = write.actor;
  const user = await lockUser(write, user_id);
  if (!user) return undefined;
  if (!user.status) throw new Refusal('El usuario está inactivo. Actívalo antes de asignarle un paquete.');
  const end = packageDuration(await lockPackageDuration(write.db, package_id)).end(today);
  if (!isDate(end)) throw new Refusal({ package_id: ENDS_TOO_LATE });
  await refuseDuplicate(write.db, { user_id, package_id, status });
  const { id } = await write.db
    .insertInto('user_packages')
    .values({ user_id, package_id, start_date: today, end_date: end, status })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Removes the latest assignment of the package; undefined when the user has none. */
export async function removeUserPackage(write: Write, userId: number, packageId: number): Promise<number | undefined> {
  const user = await lockUser(write, userId);
  if (!user) return undefined;
  const { rows } = await sql<{ id: number }>`
    delete from user_packages where id = (
      select id from user_packages where user_id = ${userId} and package_id = ${packageId} order by id desc limit 1
    ) returning id`.execute(write.db);
  return rows[0]?.id;
}

/** A subquery for the user `u` of the outer query. */
export const packagesOfUser = precompile(
  jsonArrayOf(sql`
    select ${fieldsOf('a', userPackageRow, { package: sql`json_build_object('title', k.title)` })}
    from user_packages a join packages k on k.id = a.package_id
    where a.user_id = u.id order by a.id desc`),
);

/** Undefined when there is no such user. */
export async function listUserPackages({ db, actor }: Read, userId: number): Promise<UserPackage[] | undefined> {
  const { rows } = await sql<{ packages: UserPackage[] }>`
    select ${packagesOfUser} as packages from users u where u.id = ${userId} and ${visibleUsers(actor)}`.execute(db);
  return rows[0]?.packages;
}
