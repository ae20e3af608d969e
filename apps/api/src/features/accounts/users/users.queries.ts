import type { User, UserInput, UserPatch } from '@pulso/contract/accounts/users';
import { pictureProblem, subscriptionDatesProblem } from '@pulso/contract/accounts/users';
import { sql } from 'kysely';
import type { Db } from '#db/database';
import { forgetAnswers } from '#db/idempotency';
import { Refusal } from '#db/refusal';
import { insertRow, updateRow } from '#db/rows';
import { inTransaction } from '#db/transaction';
import { userColumns } from '#features/accounts/users/user-columns';

// Any constant will do, as long as every node uses the same one.
const ADMINS_LOCK = 7_285_003;

/** Who makes the change, and in which session. */
export type Actor = { id: number; sessionId: string };
type Stored<T> = Omit<T, 'password'> & { password_hash?: string };

export async function findUser(db: Db, id: number): Promise<User | undefined> {
  const { rows } = await sql<User>`
    select ${userColumns} from users u where u.id = ${id} and u.deleted_at is null`.execute(db);
  return rows[0];
}

const refuseTakenName = (error: unknown): never => {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === '23505' && constraint === 'users_username_key') throw new Refusal('El nombre de usuario ya está en uso');
  throw error;
};

export function createUser(db: Db, values: Stored<UserInput>): Promise<User> {
  return inTransaction(db, async (transaction) => {
    const { id } = await insertRow(transaction, 'users', values).catch(refuseTakenName);
    return (await findUser(transaction, id))!;
  });
}

/**
 * At least one active administrator always remains, and nobody locks himself out. Such changes happen one after the
 * other, or two administrators could demote each other at the same moment.
 */
async function protectAdmins(transaction: Db, target: User, actor: Actor) {
  if (target.id === actor.id) throw new Refusal('No puedes quitarte a ti mismo el acceso de administrador');
  await sql`select pg_advisory_xact_lock(${ADMINS_LOCK})`.execute(transaction);
  const { rows } = await sql`
    select 1 from users where role = 'ADMIN' and status and deleted_at is null and id <> ${target.id} limit 1`.execute(
    transaction,
  );
  if (rows.length === 0) throw new Refusal('Debe quedar al menos un administrador activo');
}

async function endSessions(transaction: Db, userId: number, actor: Actor) {
  await sql`
    update sessions set ended_at = now()
    where user_id = ${userId} and ended_at is null and id <> ${actor.sessionId}`.execute(transaction);
}

async function lockUser(transaction: Db, id: number): Promise<User | undefined> {
  await sql`select 1 from users where id = ${id} for no key update`.execute(transaction);
  return findUser(transaction, id);
}

/** Nothing is returned when there is no such user, or when it has another version than the one given. */
export function changeUser(db: Db, id: number, values: Stored<UserPatch>, actor: Actor, version?: number) {
  return inTransaction(db, async (transaction) => {
    const before = await lockUser(transaction, id);
    if (!before) return undefined;
    const after = { ...before, ...values };
    const problems = { ...subscriptionDatesProblem(after), ...pictureProblem(values, before) };
    if (Object.keys(problems).length > 0) throw new Refusal(problems);
    const losesAccess = after.role !== 'ADMIN' || !after.status;
    if (before.role === 'ADMIN' && before.status && losesAccess) await protectAdmins(transaction, before, actor);
    const changed = await updateRow(transaction, 'users', { id, version }, values).catch(refuseTakenName);
    if (!changed) return undefined;
    if (values.password_hash || after.role !== before.role || !after.status) await endSessions(transaction, id, actor);
    return findUser(transaction, id);
  });
}

/** The user disappears from every answer, and holds no plan any more; what he paid stays. */
export function removeUser(db: Db, id: number, actor: Actor): Promise<User | undefined> {
  return inTransaction(db, async (transaction) => {
    const user = await lockUser(transaction, id);
    if (!user) return undefined;
    if (id === actor.id) throw new Refusal('No puedes eliminar tu propio usuario');
    if (user.role === 'ADMIN' && user.status) await protectAdmins(transaction, user, actor);
    await sql`update users set deleted_at = now(), "suscriptionId" = null where id = ${id}`.execute(transaction);
    await forgetAnswers(transaction, id);
    await endSessions(transaction, id, actor);
    return user;
  });
}
