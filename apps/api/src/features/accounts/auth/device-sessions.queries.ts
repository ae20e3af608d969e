import { randomUUID } from 'node:crypto';
import { DEVICE_SESSION_DAYS, MAX_DEVICE_SESSIONS, SESSION_HOURS } from '@pulso/contract/accounts/session';
import type { Role } from '@pulso/contract/accounts/users.labels';
import { sql } from 'kysely';
import { hashOfSecret, newDeviceSecret, type DeviceKey } from '#access/device-secret';
import type { Db } from '#db/schema/database';
import { insertLoginEvent } from '#db/writes/events';
import { isNotDeleted } from '#db/writes/visible-users';

const DAY_HOURS = 24;

const clientEnd = sql`now() + make_interval(days => ${sql.lit(DEVICE_SESSION_DAYS)})`;
const staffEnd = sql`now() + make_interval(hours => ${sql.lit(SESSION_HOURS)})`;
const isOpen = sql<boolean>`s.secret_hash is not null and s.ended_at is null and s.expires_at > now()`;

/** An account under its lock, for whoever is about to enter. */
export type EnteringAccount = { id: number; name: string; role: Role; status: boolean; password_hash: string };

export async function lockAccount(transaction: Db, id: number): Promise<EnteringAccount | undefined> {
  const { rows } = await sql<EnteringAccount>`
    select u.id, u.name, u.role, u.status, u.password_hash from users u
    where u.id = ${id} and ${isNotDeleted} for no key update`.execute(transaction);
  return rows[0];
}

type Origin = { address: string; device: string };

/** Opens a session that the device's cookie names, in the transaction that holds the account's lock. */
export async function openDeviceSession(
  transaction: Db,
  { id, role }: EnteringAccount,
  { address, device }: Origin,
): Promise<DeviceKey> {
  const cookie = { sessionId: randomUUID(), secret: newDeviceSecret() };
  await sql`
    insert into sessions (id, user_id, address, expires_at, secret_hash, device, last_used_at)
    values (${cookie.sessionId}, ${id}, ${address}, ${role === 'CLIENT' ? clientEnd : staffEnd},
      ${hashOfSecret(cookie.secret)}, ${device}, now())`.execute(transaction);
  await sql`
    insert into known_addresses (user_id, address) values (${id}, ${address})
    on conflict (user_id, address) do update set seen_at = now()`.execute(transaction);
  await insertLoginEvent('login', address, sql`users where id = ${id}`).execute(transaction);
  return cookie;
}

/** Ends those unused for longest. Apart from the entering, whose lock of the account a write of such a session may wait for. */
export async function endSurplusDevices(db: Db, userId: number): Promise<void> {
  await sql`
    update sessions set ended_at = now() where ended_at is null and id in (
      select s.id from sessions s where s.user_id = ${userId} and ${isOpen}
      order by s.last_used_at desc, s.created_at desc offset ${MAX_DEVICE_SESSIONS})`.execute(db);
}

/** A client's session goes on; its end is put off at most once a day, and a session of the staff ends when it was to end. */
export async function noteDeviceUse(db: Db, sessionId: string): Promise<void> {
  await sql`
    update sessions s set last_used_at = now(),
      expires_at = case when u.role = 'CLIENT' and s.expires_at < ${clientEnd} - make_interval(hours => ${sql.lit(DAY_HOURS)})
        then ${clientEnd} else s.expires_at end
    from users u where u.id = s.user_id and s.id = ${sessionId} and ${isOpen}`.execute(db);
}

/** Ends the session that the cookie names; nothing where it has ended, or never was. */
export async function leaveDevice(db: Db, { sessionId, secret }: DeviceKey): Promise<void> {
  await sql`
    update sessions set ended_at = now()
    where id = ${sessionId} and secret_hash = ${hashOfSecret(secret)} and ended_at is null`.execute(db);
}

export type OpenDevice = { id: string; device: string; created_at: string; last_used_at: string; address: string };

/** The last used one first. */
export async function listDevices(db: Db, userId: number): Promise<OpenDevice[]> {
  const { rows } = await sql<OpenDevice>`
    select s.id, s.device, s.created_at, s.last_used_at, s.address from sessions s
    where s.user_id = ${userId} and ${isOpen}
    order by s.last_used_at desc, s.created_at desc, s.id`.execute(db);
  return rows;
}

/** When the account was last seen on a device, as long as its sessions are remembered. */
export async function findLastDeviceUse(db: Db, userId: number): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select max(last_used_at) as at from sessions where user_id = ${userId} and secret_hash is not null`.execute(db);
  return rows[0]?.at ?? null;
}

/** Ends one session of an account's devices, or all of them; the number of those that there are. */
export async function endDevices(db: Db, userId: number, sessionId?: string): Promise<number> {
  const { rows } = await sql`
    update sessions set ended_at = coalesce(ended_at, now())
    where user_id = ${userId} and secret_hash is not null
      and ${sessionId === undefined ? sql`ended_at is null` : sql`id = ${sessionId}`}
    returning 1`.execute(db);
  return rows.length;
}

/** After a restore: the phones of whoever is inactive or deleted in it stay out. */
export async function endSessionsOfTheGone(db: Db): Promise<void> {
  await sql`
    update sessions s set ended_at = now() from users u
    where u.id = s.user_id and s.ended_at is null and not (u.status and ${isNotDeleted})`.execute(db);
}
