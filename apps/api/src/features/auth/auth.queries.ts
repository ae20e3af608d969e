import { createHash, randomUUID } from 'node:crypto';
import type { LoginUser } from '@pulso/contract/auth';
import { SESSION_HOURS } from '@pulso/contract/session';
import { sql } from 'kysely';
import type { Db } from '#db/database';

export type Login = LoginUser & { password_hash: string };

export async function findLogin(db: Db, username: string): Promise<Login | undefined> {
  const { rows } = await sql<Login>`
    select id, name, username, role, status, password_hash from users
    where username_key = username_key(${username}) and deleted_at is null`.execute(db);
  return rows[0];
}

export type Session = LoginUser & { session_id: string; expires_at: string };

/**
 * Opens a session if the account still has the password that was checked: hashing takes its time, and whoever changes a
 * password, a role or a status meanwhile ends the sessions that there are. The lock makes the two wait for each other.
 * The session of an inactive account is born ended: activating the account later must not wake it.
 */
export async function startSession(
  db: Db,
  { id, password_hash }: Pick<Login, 'id' | 'password_hash'>,
  address: string,
): Promise<Session | undefined> {
  const { rows } = await sql<Session>`
    with account as (
      select id, name, username, role, status from users
      where id = ${id} and password_hash = ${password_hash} and deleted_at is null
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
  return rows[0];
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

export async function isKnownAddress(db: Db, userId: number, address: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from known_addresses
    where user_id = ${userId} and address = ${address} and seen_at > now() - interval '90 days'`.execute(db);
  return rows.length > 0;
}

const keyOf = (parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest();

/** Counts one more failure and answers how many there were in this window, and how long it still lasts. */
export async function countFailure(db: Db, parts: string[], windowMinutes: number) {
  const { rows } = await sql<{ failures: number; seconds: number }>`
    insert into login_failures as f (key, failures, until)
    values (${keyOf(parts)}, 1, now() + make_interval(mins => ${windowMinutes}))
    on conflict (key) do update set
      failures = case when f.until < now() then 1 else f.failures + 1 end,
      until = case when f.until < now() then excluded.until else f.until end
    returning failures, ceil(extract(epoch from until - now()))::int as seconds`.execute(db);
  return rows[0] ?? { failures: 1, seconds: 0 };
}

export async function forgiveFailure(db: Db, parts: string[]): Promise<void> {
  await sql`update login_failures set failures = greatest(failures - 1, 0) where key = ${keyOf(parts)}`.execute(db);
}

/** What has run out is of no use to anybody. */
export async function removeExpiredAccess(db: Db): Promise<void> {
  await sql`delete from sessions where expires_at < now() - interval '1 day'`.execute(db);
  await sql`delete from login_failures where until < now()`.execute(db);
  await sql`delete from known_addresses where seen_at < now() - interval '90 days'`.execute(db);
}
