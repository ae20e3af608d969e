import type { PushProvider } from '@pulso/contract/devices';
import {
  REPEAT_SECONDS,
  SENT_TWICE,
  type Audience,
  type Notification,
  type NotificationInput,
  type NotificationsQuery,
  type SentNotification,
} from '@pulso/contract/notifications';
import { sql } from 'kysely';
import type { Db } from '#db/database';
import { Refusal } from '#db/refusal';
import type { Trouble } from '#push/deliveries.rules';

// Any constant will do, as long as every node uses the same one.
const SEND_LOCK = 7_285_005;
const DEFAULT_LIMIT = 20;
const MOST_OWN = 100;
const TROUBLE_DAYS = 7;

type Sent = { input: NotificationInput; adminId: number; providers: PushProvider[] };

const asJson = ({ data }: NotificationInput) => (data === undefined ? null : JSON.stringify(data));

/** Of two that send the same at the same moment, the second one sees the first. */
export async function refuseTwice(transaction: Db, input: NotificationInput): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SEND_LOCK})`.execute(transaction);
  const { rows } = await sql`
    select 1 from notifications
    where created_at > now() - make_interval(secs => ${REPEAT_SECONDS}) and title = ${input.title}
      and body = ${input.body} and data is not distinct from ${asJson(input)}::jsonb limit 1`.execute(transaction);
  if (rows.length > 0) throw new Refusal(SENT_TWICE);
}

/** The devices of active users, which are those that get anything. */
const reachable = sql`devices d join users u on u.id = d.user_id and u.status and u.deleted_at is null`;

/** Kept for all users of the app, and queued for the devices that they have at this moment. */
export async function createNotification(transaction: Db, { input, adminId, providers }: Sent): Promise<Notification> {
  const { title, body } = input;
  const { rows } = await sql<Notification>`
    insert into notifications (title, body, data, created_by, providers, recipients, up_to_device)
    select ${title}, ${body}, ${asJson(input)}::jsonb, ${adminId}, ${providers}::text[], count(*), coalesce(max(d.id), 0)
    from ${reachable} where d.provider = any(${providers}::text[])
    returning id, title, body, data, created_at`.execute(transaction);
  return rows[0]!;
}

const sentColumns = sql`
  n.id, n.title, n.body, n.data, n.created_at, n.recipients, n.delivered, n.failed,
  greatest(n.recipients - n.delivered - n.failed, 0) as pending,
  case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as created_by`;

export async function findSent(db: Db, id: number): Promise<SentNotification> {
  const { rows } = await sql<SentNotification>`
    select ${sentColumns} from notifications n left join users u on u.id = n.created_by where n.id = ${id}`.execute(db);
  return rows[0]!;
}

export async function listSent(db: Db, { page = 1, limit = DEFAULT_LIMIT }: NotificationsQuery) {
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<SentNotification>`
      select ${sentColumns} from notifications n left join users u on u.id = n.created_by
      order by n.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ total: number }>`select count(*) as total from notifications`.execute(db),
  ]);
  return { rows, meta: { total: counted[0]?.total ?? 0, page, limit } };
}

/** The newest, for the app of whoever asks: they are for all users. */
export async function listForUser(db: Db): Promise<Notification[]> {
  const { rows } = await sql<Notification>`
    select id, title, body, data, created_at from notifications order by id desc limit ${MOST_OWN}`.execute(db);
  return rows;
}

type Reached = {
  provider: PushProvider;
  devices: number;
  trouble: Trouble | null;
  since: string | null;
};

export async function findAudience(
  db: Db,
  all: readonly PushProvider[],
  configured: PushProvider[],
): Promise<Audience> {
  const { rows } = await sql<Reached>`
    select p.provider, coalesce(r.devices, 0)::int as devices, t.trouble, t.since
    from unnest(${[...all]}::text[]) with ordinality p (provider, position)
    left join (select d.provider, count(*) as devices from ${reachable} group by 1) r on r.provider = p.provider
    left join (
      -- Of several services' troubles the one that somebody has to mend; what nobody has met for long is no news.
      select distinct on (provider) provider, trouble, since from provider_troubles
      where blocked_until > now() - make_interval(days => ${TROUBLE_DAYS})
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
