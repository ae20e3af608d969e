import { createHash } from 'node:crypto';
import type { Device, DeviceInput } from '@pulso/contract/accounts/devices';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { removeInBatches } from '#db/writes/remove-in-batches';
import type { Write } from '#db/writes/write';

/** Limit per user: one account with countless devices would slow down every notification. */
const MAX_DEVICES = 20;
/** Firebase expires tokens after the same time. */
const MAX_SILENCE_DAYS = 270;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** A device belongs to the last user who registered it, because a phone keeps its token when it changes hands. */
export async function saveDevice({ db, actor }: Write, input: DeviceInput): Promise<Device> {
  const { provider, token, platform, keys } = input;
  const { p256dh = null, auth = null } = (provider === 'webpush' ? keys : undefined) ?? {};
  const { rows } = await sql<Device>`
    insert into devices (user_id, provider, token, token_hash, platform, p256dh, auth)
    values (${actor.id}, ${provider}, ${token}, ${hashOf(token)}, ${platform}, ${p256dh}, ${auth})
    on conflict (token_hash) do update set user_id = excluded.user_id, provider = excluded.provider,
      platform = excluded.platform, p256dh = excluded.p256dh, auth = excluded.auth, seen_at = now()
    returning id, provider, platform, created_at`.execute(db);
  await sql`
    delete from devices where id in (
      select id from devices where user_id = ${actor.id} order by seen_at desc, id desc offset ${MAX_DEVICES}
    )`.execute(db);
  return rows[0]!;
}

/** Undefined when the user has no such device. */
export async function removeDevice({ db, actor }: Write, token: string): Promise<Device | undefined> {
  const { rows } = await sql<Device>`
    delete from devices where token_hash = ${hashOf(token)} and user_id = ${actor.id}
    returning id, provider, platform, created_at`.execute(db);
  return rows[0];
}

/** A person's devices, and which notifications were sent to him alone or with others. */
export async function eraseDevices(db: Db, userId: number): Promise<void> {
  await sql`delete from notification_recipients where user_id = ${userId}`.execute(db);
  await sql`delete from devices where user_id = ${userId}`.execute(db);
}

/** Rows are locked in order of id, which avoids deadlocks. */
export async function removeDevices(db: Db, ids: number[]): Promise<void> {
  await sql`
    delete from devices where id in (
      select id from devices where id = any(${ids}::int[]) order by id for update
    )`.execute(db);
}

export async function removeSilentDevices(db: Db): Promise<void> {
  await removeInBatches(db, 'devices', sql`seen_at < now() - make_interval(days => ${MAX_SILENCE_DAYS})`);
}
