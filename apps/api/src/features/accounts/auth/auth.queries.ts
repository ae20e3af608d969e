import { createHash, randomUUID } from 'node:crypto';
import type { LoginUser } from '@pulso/contract/accounts/auth';
import { SESSION_HOURS } from '@pulso/contract/accounts/session';
import { sql } from 'kysely';
import type { Db } from '#db/database';
import { visibleUsers } from '#db/visible-users';
import { removeInBatches } from '#db/remove-in-batches';

const ADDRESS_DAYS = 90;
const DEVICE_DAYS = 180;
/** Nobody logs in from more; the one that was not seen for longest makes room. */
const MOST_DEVICES = 20;

const isRecent = (days: number) => sql<boolean>`seen_at > now() - make_interval(days => ${days})`;

export type Login = LoginUser & { password_hash: string };

export async function findLogin(db: Db, username: string): Promise<Login | undefined> {
  const { rows } = await sql<Login>`
    select u.id, u.name, u.username, u.role, u.status, u.password_hash from users u
    where u.username_key = username_key(${username}) and ${visibleUsers}`.execute(db);
  return rows[0];
}

export type Session = LoginUser & { session_id: string; expires_at: string };

/** From where somebody logs in: the address, and the device where devices are known. */
type Place = { address: string; device?: string };

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * Opens a session if the account still has the password that was checked: hashing takes its time, and whoever changes a
 * password, a role or a status meanwhile ends the sessions that there are. The lock makes the two wait for each other.
 * The session of an inactive account is born ended: activating the account later must not wake it.
 */
export async function startSession(
  db: Db,
  { id, password_hash }: Pick<Login, 'id' | 'password_hash'>,
  { address, device }: Place,
): Promise<Session | undefined> {
  const { rows } = await sql<Session>`
    with account as (
      select u.id, u.name, u.username, u.role, u.status from users u
      where u.id = ${id} and u.password_hash = ${password_hash} and ${visibleUsers}
      for share
    ), known as (
      insert into known_addresses (user_id, address) select id, ${address} from account
      on conflict (user_id, address) do update set seen_at = now()
    ), session as (
      insert into sessions (id, user_id, address, expires_at, ended_at)
      select ${randomUUID()}::uuid, id, ${address}, now() + make_interval(hours => ${SESSION_HOURS}),
        case when not status then now() end
      from account
      returning id, expires_at
    )
    select account.*, session.id as session_id, session.expires_at from account, session`.execute(db);
  const session = rows[0];
  if (session && device) await rememberDevice(db, session.id, device);
  return session;
}

async function rememberDevice(db: Db, userId: number, device: string): Promise<void> {
  await sql`
    insert into known_devices (user_id, token_hash) values (${userId}, ${hashOf(device)})
    on conflict (user_id, token_hash) do update set seen_at = now()`.execute(db);
  await sql`
    delete from known_devices where user_id = ${userId} and token_hash in (
      select token_hash from known_devices where user_id = ${userId} order by seen_at desc offset ${MOST_DEVICES}
    )`.execute(db);
}

export async function endSession(db: Db, id: string): Promise<void> {
  await sql`update sessions set ended_at = now() where id = ${id} and ended_at is null`.execute(db);
}

/** Every session of whoever this one belongs to, here and elsewhere. One that has ended already ends no other. */
export async function endAllSessions(db: Db, id: string): Promise<void> {
  await sql`
    update sessions set ended_at = now()
    where ended_at is null and user_id = (
      select user_id from sessions where id = ${id} and ended_at is null and expires_at > now()
    )`.execute(db);
}

/** Whoever loses his access loses his sessions, but for the one in which he changes his own. */
export async function endSessionsOf(db: Db, userId: number, exceptSession: string): Promise<void> {
  await sql`
    update sessions set ended_at = now()
    where user_id = ${userId} and ended_at is null and id <> ${exceptSession}`.execute(db);
}

/** From where and when an erased person logged in. */
export async function eraseLogins(db: Db, userId: number): Promise<void> {
  await sql`delete from sessions where user_id = ${userId}`.execute(db);
  await sql`delete from known_addresses where user_id = ${userId}`.execute(db);
  await sql`delete from known_devices where user_id = ${userId}`.execute(db);
}

type Visit = Place & { userId: number; windowMinutes: number };
type Acquaintance = { address: boolean; device: boolean; logins: number; seconds: number };

/** Whether the account has logged in from here before; and how often at all of late, and when that will be fewer. */
export async function recognise(db: Db, { userId, address, device, windowMinutes }: Visit): Promise<Acquaintance> {
  const token = device === undefined ? null : hashOf(device);
  const { rows } = await sql<Acquaintance>`
    select
      exists (select from known_addresses
        where user_id = ${userId} and address = ${address} and ${isRecent(ADDRESS_DAYS)}) as address,
      exists (select from known_devices
        where user_id = ${userId} and token_hash = ${token} and ${isRecent(DEVICE_DAYS)}) as device,
      count(*)::int as logins,
      coalesce(ceil(extract(epoch from min(created_at) + make_interval(mins => ${windowMinutes}) - now())), 0)::int as seconds
    from sessions
    where user_id = ${userId} and created_at > now() - make_interval(mins => ${windowMinutes})`.execute(db);
  return rows[0]!;
}

const keyOf = (parts: string[]) => hashOf(JSON.stringify(parts));

/**
 * Counts one more failure and answers how many there were in this window, and how long it still lasts. Beyond `most` there is
 * nothing to count: whoever is refused makes no guess, and those under way may still turn out right.
 */
export async function countFailure(
  db: Db,
  parts: string[],
  { windowMinutes, most }: { windowMinutes: number; most: number },
) {
  const { rows } = await sql<{ failures: number; seconds: number }>`
    insert into login_failures as f (key, failures, until)
    values (${keyOf(parts)}, 1, now() + make_interval(mins => ${windowMinutes}))
    on conflict (key) do update set
      failures = case when f.until < now() then 1 else least(f.failures, ${most}) + 1 end,
      until = case when f.until < now() then excluded.until else f.until end
    returning failures, ceil(extract(epoch from until - now()))::int as seconds`.execute(db);
  return rows[0] ?? { failures: 1, seconds: 0 };
}

/** The last one takes the row with it: a name that somebody invented must not stay for its own sake. */
export async function forgiveFailure(db: Db, parts: string[]): Promise<void> {
  const key = keyOf(parts);
  const { rows } = await sql<{ failures: number }>`
    update login_failures set failures = greatest(failures - 1, 0) where key = ${key} returning failures`.execute(db);
  if (rows[0]?.failures === 0) await sql`delete from login_failures where key = ${key} and failures = 0`.execute(db);
}

export async function removeExpiredSessions(db: Db): Promise<void> {
  await removeInBatches(db, 'sessions', sql`expires_at < now() - interval '1 day'`);
}

export async function removeExpiredFailures(db: Db): Promise<void> {
  await removeInBatches(db, 'login_failures', sql`until < now()`);
}

/** Addresses and devices from which nobody came back. */
export async function forgetOldPlaces(db: Db): Promise<void> {
  await removeInBatches(db, 'known_addresses', sql`not ${isRecent(ADDRESS_DAYS)}`);
  await removeInBatches(db, 'known_devices', sql`not ${isRecent(DEVICE_DAYS)}`);
}
