import type { PushProvider } from '@pulso/contract/accounts/devices';
import {
  DUPLICATE_WINDOW_SECONDS,
  DUPLICATE_SENT,
  type Audience,
  type Notification,
  type NotificationInput,
  type NotificationsQuery,
  type SentNotification,
} from '@pulso/contract/desk/notifications';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/schema/database';
import { Refusal } from '#db/writes/refusal';
import { isNotDeleted } from '#db/writes/visible-users';
import type { Read, Write } from '#db/writes/write';

// Arbitrary, but the same on every node.
const SEND_LOCK = 7_285_005;
const DEFAULT_LIMIT = 20;
const MAX_LISTED = 100;
const MAX_TROUBLE_AGE_DAYS = 7;

const dataAsJson = ({ data }: NotificationInput) => (data === undefined ? null : JSON.stringify(data));

/** A lock makes the second of two concurrent identical requests see the first. */
export async function refuseDuplicate(transaction: Db, input: NotificationInput): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SEND_LOCK})`.execute(transaction);
  const { rows } = await sql`
    select 1 from notifications
    where created_at > now() - make_interval(secs => ${DUPLICATE_WINDOW_SECONDS}) and title = ${input.title}
      and body = ${input.body} and data is not distinct from ${dataAsJson(input)}::jsonb limit 1`.execute(transaction);
  if (rows.length > 0) throw new Refusal(DUPLICATE_SENT);
}

/** Only active users get notifications. */
const reachableDevices = sql`devices d join users u on u.id = d.user_id and u.status and ${isNotDeleted}`;

const sentColumns = sql`
  n.id, n.title, n.body, n.data, n.created_at, n.recipients, n.delivered, n.failed,
  greatest(n.recipients - n.delivered - n.failed, 0) as pending,
  case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as created_by`;

/** One row for any number of devices: the dispatcher queues the range of their ids later, in batches. */
export async function createNotification(
  { db, actor }: Write,
  input: NotificationInput,
  providers: PushProvider[],
): Promise<SentNotification> {
  const { title, body } = input;
  const { rows } = await sql<{ id: number }>`
    insert into notifications (title, body, data, created_by, providers, recipients, up_to_device)
    select ${title}, ${body}, ${dataAsJson(input)}::jsonb, ${actor.id}, ${providers}::text[], count(*), coalesce(max(d.id), 0)
    from ${reachableDevices} where d.provider = any(${providers}::text[])
    returning id`.execute(db);
  return findSent(db, rows[0]!.id);
}

async function findSent(db: Db, id: number): Promise<SentNotification> {
  const { rows } = await sql<SentNotification>`
    select ${sentColumns} from notifications n left join users u on u.id = n.created_by where n.id = ${id}`.execute(db);
  return rows[0]!;
}

export async function listSent({ db }: Read, { page = 1, limit = DEFAULT_LIMIT }: NotificationsQuery) {
  const [{ rows }, { rows: countRows }] = await Promise.all([
    sql<SentNotification>`
      select ${sentColumns} from notifications n left join users u on u.id = n.created_by
      order by n.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ total: number }>`select count(*) as total from notifications`.execute(db),
  ]);
  return { rows, meta: { total: countRows[0]?.total ?? 0, page, limit } };
}

/** The newest notifications; the same for all users. */
export async function listForUser({ db }: Read): Promise<Notification[]> {
  const { rows } = await sql<Notification>`
    select id, title, body, data, created_at from notifications order by id desc limit ${MAX_LISTED}`.execute(db);
  return rows;
}

type QueueableNotification = { id: number; providers: PushProvider[]; last_device: number; up_to_device: number };

/** The oldest notification with devices left to queue, locked until the transaction ends. */
export async function lockNextToQueue(transaction: Db): Promise<QueueableNotification | undefined> {
  const { rows } = await sql<QueueableNotification>`
    select id, providers, last_device, up_to_device from notifications
    where last_device < up_to_device order by id limit 1 for update`.execute(transaction);
  return rows[0];
}

type QueueProgress = { size: number; lastDevice: number };

/** Once all are queued, `recipients` is corrected to their number: devices may have come or gone since the request. */
export async function saveQueueProgress(transaction: Db, id: number, { size, lastDevice }: QueueProgress) {
  await sql`
    update notifications set queued = queued + ${size}, last_device = ${lastDevice},
      recipients = case when up_to_device = ${lastDevice} then queued + ${size} else recipients end
    where id = ${id}`.execute(transaction);
}

/**
 * Adds the results of `finished`, a statement that ends deliveries and returns `is_delivered` for each. Handles one
 * notification at a time: several in one statement could deadlock.
 */
export async function countResults(db: Db, id: number, finished: RawBuilder<unknown>): Promise<void> {
  await sql`
    with finished as (${finished})
    update notifications n set delivered = n.delivered + f.delivered, failed = n.failed + f.failed
    from (select count(*) filter (where is_delivered) as delivered,
            count(*) filter (where not is_delivered) as failed
          from finished) f
    where n.id = ${id} and f.delivered + f.failed > 0`.execute(db);
}

/** Gives up undelivered notifications: after everything was restored they are old news. */
export async function failUndelivered(db: Db): Promise<void> {
  await sql`
    update notifications set failed = greatest(recipients - delivered, failed), last_device = up_to_device
    where last_device < up_to_device or recipients > delivered + failed`.execute(db);
}

type ProviderState = Audience['providers'][number]['state'];
type ProviderReach = {
  provider: PushProvider;
  devices: number;
  trouble: Exclude<ProviderState, 'ready' | 'off'> | null;
  since: string | null;
};

export async function findAudience(
  { db }: Read,
  all: readonly PushProvider[],
  configured: PushProvider[],
): Promise<Audience> {
  const { rows } = await sql<ProviderReach>`
    select p.provider, coalesce(r.devices, 0)::int as devices, t.trouble, t.since
    from unnest(${[...all]}::text[]) with ordinality p (provider, position)
    left join (select d.provider, count(*) as devices from ${reachableDevices} group by 1) r on r.provider = p.provider
    left join (
      -- Of several troubles the one that an administrator can fix; old ones may be over already.
      select distinct on (provider) provider, trouble, since from provider_troubles
      where blocked_until > now() - make_interval(days => ${MAX_TROUBLE_AGE_DAYS})
      order by provider, trouble = 'credentials' desc, since
    ) t on t.provider = p.provider
    order by p.position`.execute(db);
  const providers = rows.map(({ trouble, since, ...reached }) =>
    configured.includes(reached.provider)
      ? { ...reached, state: trouble ?? ('ready' as const), since }
      : { ...reached, state: 'off' as const, since: null },
  );
  const reachedDevices = providers.filter(({ state }) => state !== 'off').map(({ devices }) => devices);
  return { devices: reachedDevices.reduce((sum, devices) => sum + devices, 0), providers };
}
