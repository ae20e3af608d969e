import { createHash, randomUUID } from 'node:crypto';
import type { LoginUser } from '@pulso/contract/accounts/auth';
import { KEPT_SESSION_DAYS, KEPT_SESSION_MAX_DAYS, SESSION_HOURS } from '@pulso/contract/accounts/session';
import type { Role } from '@pulso/contract/accounts/users.labels';
import { sql } from 'kysely';
import { pipelineWithNext } from '#db/connection/connect';
import type { Db } from '#db/schema/database';
import { insertLoginEvent } from '#db/writes/events';
import { removeInBatches } from '#db/writes/remove-in-batches';
import { inTransaction } from '#db/writes/transaction';
import { isNotDeleted } from '#db/writes/visible-users';

const KNOWN_ADDRESS_DAYS = 90;
const KNOWN_DEVICE_DAYS = 180;
/** Limit of known devices per account; beyond it the one unused for longest is removed. */
const MAX_DEVICES = 20;
/** Time in which a renewal may be asked for again: by another tab, or by a phone that the answer did not reach. */
const REPEAT_SECONDS = 120;

const isRecent = (days: number) => sql<boolean>`seen_at > now() - make_interval(days => ${days})`;

export type Login = LoginUser & { password_hash: string };

export async function findLogin(db: Db, username: string): Promise<Login | undefined> {
  const { rows } = await sql<Login>`
    select u.id, u.name, u.username, u.role, u.status, u.password_hash from users u
    where u.username_key = username_key(${username}) and ${isNotDeleted}`.execute(db);
  return rows[0];
}

/** The user name of somebody who has a session. */
export async function findUsername(db: Db, id: number): Promise<string> {
  const { rows } = await sql<{ username: string }>`select username from users where id = ${id}`.execute(db);
  return rows[0]?.username ?? '';
}

/** `expires_at` is the end of its next token: of a session that is kept on a device, before its own end. */
export type Session = LoginUser & { session_id: string; expires_at: string };

/** Origin of a login; devices are an extra. */
type Origin = { address: string; device?: string };

const keptEnd = sql`now() + make_interval(days => ${sql.lit(KEPT_SESSION_DAYS)})`;
const renewedEnd = sql`least(${keptEnd}, created_at + make_interval(days => ${sql.lit(KEPT_SESSION_MAX_DAYS)}))`;
const tokenEnd = sql`now() + make_interval(hours => ${sql.lit(SESSION_HOURS)})`;

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * Opens a session if the account still has the password that was checked: a change of password, role or status during
 * the slow hash ends existing sessions, and the row lock serializes the two. The session of an inactive account starts
 * ended, so that activating the account later does not revive it.
 */
export async function startSession(
  db: Db,
  { id, password_hash }: Pick<Login, 'id' | 'password_hash'>,
  { address, device, secret }: Origin & { secret?: string },
): Promise<Session | undefined> {
  const { rows } = await sql<Session>`
    with account as (
      select u.id, u.name, u.username, u.role, u.status from users u
      where u.id = ${id} and u.password_hash = ${password_hash} and ${isNotDeleted}
      for share
    ), known as (
      insert into known_addresses (user_id, address) select id, ${address} from account
      on conflict (user_id, address) do update set seen_at = now()
    ), session as (
      insert into sessions (id, user_id, address, expires_at, kept_hash, ended_at)
      select ${randomUUID()}::uuid, id, ${address}, ${secret === undefined ? tokenEnd : keptEnd},
        ${secret === undefined ? null : hashOf(secret)}::bytea, case when not status then now() end
      from account
      returning id
    ), told as (
      ${insertLoginEvent('login', address, sql`account`)}
    )
    select account.*, session.id as session_id, ${tokenEnd} as expires_at from account, session`.execute(db);
  const session = rows[0];
  if (session && device) await rememberDevice(db, session.id, device);
  return session;
}

/** Inserts only for existing accounts, since invented names would fill the table; runs for all, to cost the same. */
export async function recordRefusedLogin(db: Db, userId: number, address: string): Promise<void> {
  await insertLoginEvent('refused-login', address, sql`users where id = ${userId}`).execute(db);
}

async function rememberDevice(db: Db, userId: number, device: string): Promise<void> {
  await sql`
    insert into known_devices (user_id, token_hash) values (${userId}, ${hashOf(device)})
    on conflict (user_id, token_hash) do update set seen_at = now()`.execute(db);
  await sql`
    delete from known_devices where user_id = ${userId} and token_hash in (
      select token_hash from known_devices where user_id = ${userId} order by seen_at desc offset ${MAX_DEVICES}
    )`.execute(db);
}

/** `secret` is what the device presents, `next` what follows it. */
type Renewal = { id: string; secret: string; next: string; address: string };
type KeptSession = LoginUser & { session_id: string; known_address: string; is_newest: boolean; is_repeated: boolean };

/**
 * Puts off the end of a session that is kept on a device; undefined if it has ended, or its account may not enter. A secret
 * is good for one renewal. Two devices have it where an older one comes back, and nobody knows which of them is the
 * owner's: the session ends for both.
 */
export function renewSession(db: Db, { id, secret, next, address }: Renewal): Promise<Session | undefined> {
  return inTransaction(db, async (transaction) => {
    const { rows } = await sql<KeptSession>`
      select u.id, u.name, u.username, u.role, u.status, s.id as session_id, s.address as known_address,
        s.kept_hash = ${hashOf(secret)} as is_newest,
        s.kept_hash = ${hashOf(next)} and s.renewed_at > now() - make_interval(secs => ${REPEAT_SECONDS}) as is_repeated
      from sessions s join users u on u.id = s.user_id
      where s.id = ${id} and s.kept_hash is not null and s.ended_at is null and s.expires_at > now()
        and u.status and ${isNotDeleted}
      for no key update of s`.execute(transaction);
    const [kept] = rows;
    if (!kept) return undefined;
    const { known_address, is_newest, is_repeated, ...session } = kept;
    const account = sql`users where id = ${session.id}`;
    if (!is_newest && !is_repeated) {
      await endSession(transaction, id);
      await insertLoginEvent('reused-login', address, account).execute(transaction);
      return undefined;
    }
    if (address !== known_address) await insertLoginEvent('renewed-login', address, account).execute(transaction);
    const { rows: renewed } = await sql<{ expires_at: string }>`
      update sessions set address = ${address}, kept_hash = ${hashOf(next)}, expires_at = ${renewedEnd},
        renewed_at = ${is_newest ? sql`now()` : sql`renewed_at`}
      where id = ${id} returning least(${tokenEnd}, expires_at) as expires_at`.execute(transaction);
    return { ...session, expires_at: renewed[0]!.expires_at };
  });
}

export async function endSession(db: Db, id: string): Promise<void> {
  await sql`update sessions set ended_at = now() where id = ${id} and ended_at is null`.execute(db);
}

/** Ends every session of the same user. A session that has ended cannot end others. */
export async function endAllSessions(db: Db, id: string): Promise<void> {
  await sql`
    update sessions set ended_at = now()
    where ended_at is null and user_id = (
      select user_id from sessions where id = ${id} and ended_at is null and expires_at > now()
    )`.execute(db);
}

type UserIds = number | readonly number[];

const losesAccess = (userIds: UserIds, exceptSession: string | null) => sql`
  user_id = any(${[userIds].flat()}::int[]) and ended_at is null and (id is distinct from ${exceptSession}::uuid or kept_hash is not null)`;

/** Ends the sessions of users whose access changes, except the one that makes the change: that is no longer kept. */
export async function endSessionsOf(db: Db, userIds: UserIds, exceptSession: string | null): Promise<void> {
  await sql`
    update sessions set kept_hash = null, expires_at = least(expires_at, ${tokenEnd}),
      ended_at = case when id is distinct from ${exceptSession}::uuid then now() end
    where ${losesAccess(userIds, exceptSession)}`.execute(db);
}

/**
 * Waits for what these sessions are writing. Before the user is locked, because a write has its author's session first and
 * may want his row afterwards.
 */
export async function lockSessionsOf(db: Db, userIds: UserIds, exceptSession: string | null): Promise<void> {
  await sql`
    select from sessions where ${losesAccess(userIds, exceptSession)}
    for no key update ${pipelineWithNext}`.execute(db);
}

export type OpenSession = {
  id: string;
  user_id: number;
  username: string;
  role: Role;
  address: string;
  created_at: string;
  expires_at: string;
};

/** Sessions that are still valid, of one user or of all. */
export async function listSessions(db: Db, userId?: number): Promise<OpenSession[]> {
  const { rows } = await sql<OpenSession>`
    select s.id, s.user_id, u.username, u.role, s.address, s.created_at, s.expires_at
    from sessions s join users u on u.id = s.user_id
    where s.ended_at is null and s.expires_at > now() and u.status and ${isNotDeleted}
      and ${userId === undefined ? sql`true` : sql`s.user_id = ${userId}`}
    order by s.created_at, s.id`.execute(db);
  return rows;
}

export async function eraseLogins(db: Db, userId: number): Promise<void> {
  await sql`delete from sessions where user_id = ${userId}`.execute(db);
  await sql`delete from known_addresses where user_id = ${userId}`.execute(db);
  await sql`delete from known_devices where user_id = ${userId}`.execute(db);
}

type HistoryQuery = Origin & { userId: number; windowMinutes: number };
type LoginHistory = { address: boolean; device: boolean; logins: number; seconds: number };

/** `address` and `device` are true if known; `seconds` is when the oldest of the recent `logins` leaves the window. */
export async function findLoginHistory(db: Db, query: HistoryQuery): Promise<LoginHistory> {
  const { userId, address, device, windowMinutes } = query;
  const token = device === undefined ? null : hashOf(device);
  const { rows } = await sql<LoginHistory>`
    select
      exists (select from known_addresses
        where user_id = ${userId} and address = ${address} and ${isRecent(KNOWN_ADDRESS_DAYS)}) as address,
      exists (select from known_devices
        where user_id = ${userId} and token_hash = ${token} and ${isRecent(KNOWN_DEVICE_DAYS)}) as device,
      count(*)::int as logins,
      coalesce(ceil(extract(epoch from min(created_at) + make_interval(mins => ${windowMinutes}) - now())), 0)::int as seconds
    from sessions
    where user_id = ${userId} and created_at > now() - make_interval(mins => ${windowMinutes})`.execute(db);
  return rows[0]!;
}

const failureKey = (parts: string[]) => hashOf(JSON.stringify(parts));

/**
 * Counts a failure and returns how many there were in this window, and its seconds left. Stops at `max` + 1: a refused
 * attempt is not a guess, and those in progress may still be undone.
 */
export async function countFailure(
  db: Db,
  parts: string[],
  { windowMinutes, max }: { windowMinutes: number; max: number },
) {
  const { rows } = await sql<{ failures: number; seconds: number }>`
    insert into login_failures as f (key, failures, until)
    values (${failureKey(parts)}, 1, now() + make_interval(mins => ${windowMinutes}))
    on conflict (key) do update set
      failures = case when f.until < now() then 1 else least(f.failures, ${max}) + 1 end,
      until = case when f.until < now() then excluded.until else f.until end
    returning failures, ceil(extract(epoch from until - now()))::int as seconds`.execute(db);
  return rows[0] ?? { failures: 1, seconds: 0 };
}

/** Removes the row at zero failures, so that invented names leave nothing behind. */
export async function undoFailure(db: Db, parts: string[]): Promise<void> {
  const key = failureKey(parts);
  const { rows } = await sql<{ failures: number }>`
    update login_failures set failures = greatest(failures - 1, 0) where key = ${key} returning failures`.execute(db);
  if (rows[0]?.failures === 0) await sql`delete from login_failures where key = ${key} and failures = 0`.execute(db);
}

/** Clears everybody's failures: the keys are hashes, with addresses in them that are not stored. */
export async function removeFailures(db: Db): Promise<void> {
  await sql`delete from login_failures`.execute(db);
}

export async function removeExpiredSessions(db: Db): Promise<void> {
  await removeInBatches(db, 'sessions', sql`expires_at < now() - interval '1 day'`);
}

export async function removeExpiredFailures(db: Db): Promise<void> {
  await removeInBatches(db, 'login_failures', sql`until < now()`);
}

export async function removeOldOrigins(db: Db): Promise<void> {
  await removeInBatches(db, 'known_addresses', sql`not ${isRecent(KNOWN_ADDRESS_DAYS)}`);
  await removeInBatches(db, 'known_devices', sql`not ${isRecent(KNOWN_DEVICE_DAYS)}`);
}
