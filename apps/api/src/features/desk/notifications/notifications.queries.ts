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
import type { Person, Read, Write } from '#db/writes/write';

// Arbitrary, but the same on every node.
const SEND_LOCK = 7_285_005;
const DEFAULT_LIMIT = 20;
const MAX_LISTED = 100;
const MAX_TROUBLE_AGE_DAYS = 7;

export const dataAsJson = ({ data }: NotificationInput) => (data === undefined ? null : JSON.stringify(data));

type Group = { audience?: string; sendAt?: string };

/** A lock makes the second of two concurrent identical requests see the first. */
export async function refuseDuplicate(
  transaction: Db,
  input: NotificationInput,
  { audience, sendAt }: Group = {},
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SEND_LOCK})`.execute(transaction);
  const { rows } = await sql`
    select 1 from notifications
    where created_at > now() - make_interval(secs => ${DUPLICATE_WINDOW_SECONDS}) and title = ${input.title}
      and body = ${input.body} and data is not distinct from ${dataAsJson(input)}::jsonb
      and audience - 'name' is not distinct from ${audience ?? null}::jsonb
      and send_at is not distinct from ${sendAt ?? null}::timestamptz and canceled_at is null limit 1`.execute(
    transaction,
  );
  if (rows.length > 0) throw new Refusal(DUPLICATE_SENT);
}

/** Only active users get notifications. */
export const reachableDevices = sql`devices d join users u on u.id = d.user_id and u.status and ${isNotDeleted}`;

const isWaiting = sql`n.started_at is null and n.canceled_at is null and n.unsent is null`;

const sentColumns = sql`
  n.id, n.title, n.body, n.data, n.created_at, n.recipients, n.delivered, n.failed,
  greatest(n.recipients - n.delivered - n.failed, 0) as pending,
  case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as created_by,
  case when n.audience is not null then json_build_object(
    'state', case when n.canceled_at is not null then 'canceled' when n.unsent is not null then 'unsent'
      when n.started_at is null then 'scheduled' when n.asked_at is null then 'asking' else 'sent' end,
    'unsent', n.unsent, 'send_at', iso(n.send_at), 'started_at', iso(n.started_at), 'users', n.users,
    'segment', case when n.audience ? 'segment_id' then json_build_object('id', (n.audience ->> 'segment_id')::int,
      'name', coalesce(s.name, n.audience ->> 'name')) end,
    'query', n.audience -> 'query', 'chosen', jsonb_array_length(n.audience -> 'ids')) end as "group"`;
const sentRows = sql`
  notifications n left join users u on u.id = n.created_by
  left join segments s on s.id = (n.audience ->> 'segment_id')::int`;

type StoredSent = Omit<SentNotification, 'group'> & { group: SentNotification['group'] | null };
/** One to everybody says nothing of groups. */
const asSent = ({ group, ...row }: StoredSent): SentNotification => (group ? { ...row, group } : row);

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
  return (await findSent(db, rows[0]!.id))!;
}

export async function findSent(db: Db, id: number): Promise<SentNotification | undefined> {
  const { rows } = await sql<StoredSent>`select ${sentColumns} from ${sentRows} where n.id = ${id}`.execute(db);
  return rows[0] && asSent(rows[0]);
}

const lists = {
  all: { condition: sql`n.audience is null`, order: sql`n.id desc` },
  /** The next one first. */
  scheduled: { condition: sql`n.send_at is not null and ${isWaiting}`, order: sql`n.send_at, n.id` },
  group: {
    condition: sql`n.audience is not null and not (${isWaiting})`,
    order: sql`coalesce(n.canceled_at, n.started_at, n.send_at) desc, n.id desc`,
  },
};

export async function listSent({ db }: Read, { list = 'all', page = 1, limit = DEFAULT_LIMIT }: ListQuery) {
  const { condition, order } = lists[list];
  const [{ rows }, { rows: countRows }] = await Promise.all([
    sql<StoredSent>`
      select ${sentColumns} from ${sentRows} where ${condition}
      order by ${order} limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ total: number }>`select count(*) as total from notifications n where ${condition}`.execute(db),
  ]);
  return { rows: rows.map(asSent), meta: { total: countRows[0]?.total ?? 0, page, limit } };
}
type ListQuery = Omit<NotificationsQuery, 'list'> & { list?: keyof typeof lists };

/** The newest that went to everybody or to this person, by when they were sent. */
export async function listForUser({ db, actor }: Read<Person>): Promise<Notification[]> {
  const { rows } = await sql<Notification>`
    select * from (
      (select id, title, body, data, created_at from notifications where audience is null
       order by id desc limit ${MAX_LISTED})
      union all
      (select n.id, n.title, n.body, n.data, r.sent_at from notification_recipients r
         join notifications n on n.id = r.notification_id
       where r.user_id = ${actor.id} order by r.sent_at desc limit ${MAX_LISTED})
    ) own order by created_at desc, id desc limit ${MAX_LISTED}`.execute(db);
  return rows;
}

type QueueableNotification = {
  id: number;
  providers: PushProvider[];
  last_device: number;
  up_to_device: number;
  /** True if only its recipients get it. */
  is_for_group: boolean;
};

/** The oldest notification with devices left to queue, locked until the transaction ends. */
export async function lockNextToQueue(transaction: Db): Promise<QueueableNotification | undefined> {
  const { rows } = await sql<QueueableNotification>`
    select id, providers, last_device, up_to_device, audience is not null as is_for_group from notifications
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

/**
 * Gives up undelivered notifications: after everything was restored they are old news. Those to a group may have been sent at their
 * hour, after the backup was made: no device gets one twice.
 */
export async function failUndelivered(db: Db, now: Date): Promise<void> {
  await sql`
    update notifications n set unsent = 'restored' where n.send_at <= ${now.toISOString()} and ${isWaiting}`.execute(
    db,
  );
  await sql`update notifications set providers = '{}' where started_at is not null and asked_at is null`.execute(db);
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
  users?: number[],
): Promise<Audience> {
  const among = users ? sql`where u.id = any(${users}::int[])` : sql``;
  const { rows } = await sql<ProviderReach>`
    select p.provider, coalesce(r.devices, 0)::int as devices, t.trouble, t.since
    from unnest(${[...all]}::text[]) with ordinality p (provider, position)
    left join (select d.provider, count(*) as devices from ${reachableDevices} ${among} group by 1) r on r.provider = p.provider
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
