import type { User } from '@pulso/contract/accounts/users';
import type { UserInput, UserPatch } from '@pulso/contract/accounts/users.input';
import { ERASED_NAME } from '@pulso/contract/accounts/users';
import { pictureProblem, subscriptionDatesProblem } from '@pulso/contract/accounts/users.input';
import type { Role } from '@pulso/contract/accounts/users.labels';
import type { FieldErrors } from '@pulso/contract/kit/envelope';
import { sql } from 'kysely';
import { eraseDeletedRow, storeDeletedRow, takeDeletedRow } from '#db/stores/deleted-rows';
import { changesOf, recordEvent, recordEvents, type Event } from '#db/writes/events';
import { forgetAnswers } from '#db/writes/idempotency';
import { Refusal } from '#db/writes/refusal';
import { insertRow, updateRow } from '#db/stores/rows';
import { isNotDeleted, visibleUsers } from '#db/writes/visible-users';
import type { Actor, Read, Write } from '#db/writes/write';
import { endSessionsOf, lockSessionsOf } from '#features/accounts/auth/auth.queries';
import { checkSummaryChange } from '#features/accounts/users/subscription-summary.queries';
import { userColumns } from '#features/accounts/users/user-columns';

// Arbitrary, but the same on every node.
const ADMINS_LOCK = 7_285_003;

type StoredInput<T> = Omit<T, 'password'> & {
  password_hash?: string;
  /** The address of a picture that came with the request; null takes the stored one away. */
  uploaded?: string | null;
};
const withPicture = <T extends object>(values: T, uploaded: string | null | undefined) =>
  uploaded === undefined ? values : { ...values, profile_image: uploaded };

export async function findUser({ db, actor }: Read, id: number): Promise<User | undefined> {
  const { rows } = await sql<User>`
    select ${userColumns} from users u where u.id = ${id} and ${visibleUsers(actor)}`.execute(db);
  return rows[0];
}

const refuseTakenUsername = (error: unknown): never => {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === '23505' && constraint === 'users_username_key') throw new Refusal('El nombre de usuario ya está en uso');
  throw error;
};

/** A trainer of that id, who stays one until the transaction ends. */
export async function lockTrainer({ db }: Write<Actor>, id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined) return;
  const { rows } = await sql`
    select from users u where u.id = ${id} and u.role = 'TRAINER' and ${isNotDeleted} for share`.execute(db);
  if (rows.length === 0) throw new Refusal({ trainer_id: 'Ese entrenador ya no existe' });
}

const trainerProblem = ({ role = 'CLIENT', trainer_id }: { role?: Role; trainer_id?: number | null }): FieldErrors =>
  trainer_id && role !== 'CLIENT' ? { trainer_id: 'Solo un cliente tiene entrenador' } : {};

/** The fields that give somebody access or a period: every change of them is told. */
const RECORDED_FIELDS = [
  'username',
  'role',
  'status',
  'suscriptionId',
  'suscription_status',
  'suscription_init',
  'suscription_end',
] as const;
const recordedFieldsOf = (user: object) =>
  Object.fromEntries(RECORDED_FIELDS.map((name) => [name, (user as Partial<User>)[name] ?? null]));

async function recordAccountEvent(
  write: Write<Actor>,
  userId: number,
  action: string,
  changes?: Event['changes'],
): Promise<void> {
  await recordEvent(write, { entity: 'account', entityId: userId, userId, action, changes });
}

/** Called with the id of a user whose subscription was typed by hand. */
type AfterTyping = (id: number) => Promise<void>;

export async function createUser(
  write: Write<Actor>,
  { uploaded, ...values }: StoredInput<UserInput>,
  afterTyping?: AfterTyping,
): Promise<User> {
  const { db } = write;
  const problems = trainerProblem(values);
  if (Object.keys(problems).length > 0) throw new Refusal(problems);
  await lockTrainer(write, values.trainer_id);
  const columns = { ...withPicture(values, uploaded), ...checkSummaryChange(values) };
  const { id } = await insertRow({ db }, 'users', columns).catch(refuseTakenUsername);
  const user = (await findUser(write, id))!;
  await recordAccountEvent(write, id, 'create', changesOf(recordedFieldsOf({}), recordedFieldsOf(user)));
  await afterTyping?.(id);
  return user;
}

/**
 * At least one active administrator must remain. Under a lock, because two administrators could demote each other at the
 * same moment.
 */
async function protectAdmins({ db, actor }: Write<Actor>, target: User) {
  if (target.id === actor.id) throw new Refusal('No puedes quitarte a ti mismo el acceso de administrador');
  await sql`select pg_advisory_xact_lock(${ADMINS_LOCK})`.execute(db);
  const { rows } = await sql`
    select 1 from users u where u.role = 'ADMIN' and u.status and ${isNotDeleted} and u.id <> ${target.id} limit 1`.execute(
    db,
  );
  if (rows.length === 0) throw new Refusal('Debe quedar al menos un administrador activo');
}

/** Serializes the changes of a user. */
export async function lockUser(write: Write<Actor>, id: number): Promise<User | undefined> {
  await sql`select 1 from users where id = ${id} for no key update`.execute(write.db);
  return findUser(write, id);
}

/** Undefined when there is no such user, or when it has another version. */
export async function changeUser(
  write: Write<Actor>,
  id: number,
  change: StoredInput<UserPatch>,
  { version, afterTyping }: { version?: number; afterTyping?: AfterTyping } = {},
) {
  const { db, actor } = write;
  const { uploaded, ...values } = change;
  if (values.password_hash !== undefined || values.role !== undefined || values.status === false)
    await lockSessionsOf(db, id, actor.sessionId);
  await lockTrainer(write, values.trainer_id);
  const before = await lockUser(write, id);
  if (!before) return undefined;
  const after = { ...before, ...values };
  const problems = { ...subscriptionDatesProblem(after), ...pictureProblem(values, before), ...trainerProblem(after) };
  if (Object.keys(problems).length > 0) throw new Refusal(problems);
  const columns = { ...withPicture(values, uploaded), ...checkSummaryChange(values, before) };
  const losesAccess = after.role !== 'ADMIN' || !after.status;
  if (before.role === 'ADMIN' && before.status && losesAccess) await protectAdmins(write, before);
  const changedRow = await updateRow({ db }, 'users', { id, version }, columns).catch(refuseTakenUsername);
  if (!changedRow) return undefined;
  const isNewAccess = values.password_hash !== undefined || after.role !== before.role || !after.status;
  if (isNewAccess) await endSessionsOf(db, id, actor.sessionId);
  const user = (await findUser(write, id))!;
  const changes = changesOf(recordedFieldsOf(before), recordedFieldsOf(user));
  if (values.password_hash !== undefined) changes.password = [null, 'cambiada'];
  if (Object.keys(changes).length > 0) await recordAccountEvent(write, id, 'change', changes);
  if (Object.keys(changes).some((field) => field.startsWith('suscription'))) await afterTyping?.(id);
  return user;
}

/** The administrator who has to keep his access, if no other were left without those who are about to lose it. */
async function findLastAdmin({ db }: Write, ids: readonly number[]): Promise<number | undefined> {
  await sql`select pg_advisory_xact_lock(${ADMINS_LOCK})`.execute(db);
  const admins = sql`users u where u.role = 'ADMIN' and u.status and ${isNotDeleted}`;
  const { rows } = await sql<{ id: number }>`
    select u.id from ${admins} and u.id = any(${ids}::int[])
      and not exists (select from ${admins} and u.id <> all(${ids}::int[]))
    order by u.id limit 1`.execute(db);
  return rows[0]?.id;
}

export type StatusChange = { changed: number[]; isSelfKept: boolean; isLastAdminKept: boolean };

/** Switches many accounts on or off, as `changeUser` does one; oneself and the last administrator stay on. */
export async function changeStatus(write: Write, ids: readonly number[], status: boolean): Promise<StatusChange> {
  const { db, actor } = write;
  const isSelfKept = !status && ids.includes(actor.id);
  const others = status ? [...ids] : ids.filter((id) => id !== actor.id);
  if (!status) await lockSessionsOf(db, others, actor.sessionId);
  await sql`select from users where id = any(${others}::int[]) order by id for no key update`.execute(db);
  const last = status ? undefined : await findLastAdmin(write, others);
  const { rows } = await sql<{ id: number }>`
    update users u set status = ${status}
    where u.id = any(${others}::int[]) and u.id is distinct from ${last ?? null}::int and u.status <> ${status}
      and ${visibleUsers(actor)}
    returning u.id`.execute(db);
  const changed = rows.map(({ id }) => id);
  if (!status) await endSessionsOf(db, changed, actor.sessionId);
  await recordEvents(
    write,
    changed.map((id) => ({
      entity: 'account',
      entityId: id,
      userId: id,
      action: 'change',
      changes: { status: [!status, status] },
    })),
  );
  return { changed, isSelfKept, isLastAdminKept: last !== undefined };
}

/** Gives many clients a trainer, or none; whoever is no client is left out. */
export async function assignTrainer({ db, actor }: Write, ids: readonly number[], trainerId: number | null) {
  const among = sql`u.id = any(${ids}::int[]) and ${visibleUsers(actor)}`;
  const { rows } = await sql<{ others: number }>`
    select count(*) filter (where u.role <> 'CLIENT')::int as others from users u where ${among}`.execute(db);
  const { numAffectedRows } = await sql`
    update users u set trainer_id = ${trainerId}
    where ${among} and u.role = 'CLIENT' and u.trainer_id is distinct from ${trainerId}::int`.execute(db);
  return { changed: Number(numAffectedRows), others: rows[0]!.others };
}

/** A soft delete, because the payments stay. */
export async function removeUser(write: Write, id: number): Promise<User | undefined> {
  const { db, actor } = write;
  await lockSessionsOf(db, id, actor.sessionId);
  const user = await lockUser(write, id);
  if (!user) return undefined;
  if (id === actor.id) throw new Refusal('No puedes eliminar tu propio usuario');
  if (user.role === 'ADMIN' && user.status) await protectAdmins(write, user);
  await storeDeletedRow(db, 'users', id, sql`jsonb_build_object('suscriptionId', "suscriptionId")`);
  const columns = { deleted_at: sql`now()`, ...checkSummaryChange({ suscriptionId: null }, user) };
  await updateRow({ db }, 'users', { id }, columns);
  await forgetAnswers(db, id);
  await endSessionsOf(db, id, actor.sessionId);
  await recordAccountEvent(write, id, 'delete');
  return user;
}

/** Undefined when the user was not deleted, or too long ago, or is erased. Sessions stay ended. */
export async function restoreUser(write: Write, id: number): Promise<User | undefined> {
  const { db } = write;
  // First, as an erasure does: each could wait for the other.
  await lockUser(write, id);
  const deletedRow = await takeDeletedRow<Pick<User, 'suscriptionId'>>(db, 'users', id);
  if (!deletedRow) return undefined;
  await updateRow({ db }, 'users', { id }, { deleted_at: null, ...deletedRow }).catch(refuseTakenUsername);
  await recordAccountEvent(write, id, 'restore');
  return findUser(write, id);
}

type ErasedUser = { deleted: boolean; profile_image: string | null };

/** Overwrites the personal data of a deleted user; returns the former picture, or undefined when there is no such user. */
export async function eraseUser(write: Write, id: number): Promise<{ picture: string | null } | undefined> {
  const { db } = write;
  const { rows } = await sql<ErasedUser>`
    select deleted_at is not null as deleted, profile_image from users where id = ${id} for update`.execute(db);
  const [user] = rows;
  if (!user) return undefined;
  if (!user.deleted) throw new Refusal('Solo se borran los datos de un usuario eliminado. Elimínalo primero.');
  await sql`
    update users set name = ${ERASED_NAME}, username = 'eliminado-' || id, phone = '0000000', gender = 'Unisex',
      password_hash = '', email = null, profile_image = null, notes = '', birth_date = null, age = null, height = null,
      weight = null
    where id = ${id}`.execute(db);
  await eraseDeletedRow(db, 'users', id);
  await recordAccountEvent(write, id, 'erase');
  return { picture: user.profile_image };
}
