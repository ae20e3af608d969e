import { createHash, randomUUID } from 'node:crypto';
import { SESSION_HOURS, type LoginUser } from '@pulso/contract/auth';
import { sql } from 'kysely';
import type { Db } from '#db/database';

export type Login = LoginUser & { password_hash: string };

export async function findLogin(db: Db, username: string): Promise<Login | undefined> {
  const { rows } = await sql<Login>`
    select id, name, username, role, status, password_hash from users
    where username_key = username_key(${username}) and deleted_at is null`.execute(db);
  return rows[0];
}

export type Session = { id: string; expiresAt: Date };

/** The session of an inactive account is born ended: activating the account later must not wake it. */
export async function startSession(db: Db, user: LoginUser, address: string): Promise<Session> {
  const id = randomUUID();
  const { rows } = await sql<{ expires_at: string }>`
    with known as (
      insert into known_addresses (user_id, address) values (${user.id}, ${address})
      on conflict (user_id, address) do update set seen_at = now()
    )
    insert into sessions (id, user_id, address, expires_at, ended_at)
    select ${id}, ${user.id}, ${address}, now() + make_interval(hours => ${SESSION_HOURS}),
      case when ${user.status} then null else now() end
    returning expires_at`.execute(db);
  return { id, expiresAt: new Date(rows[0]?.expires_at ?? 0) };
}

export async function endSession(db: Db, id: string): Promise<void> {
  await sql`update sessions set ended_at = now() where id = ${id} and ended_at is null`.execute(db);
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
