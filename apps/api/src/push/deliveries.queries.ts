import type { PushProvider } from '@pulso/contract/devices';
import { sql } from 'kysely';
import type { Db } from '#db/database';
import { WORTH_HOURS, type Delivery, type Result, type Trouble } from '#push/deliveries.rules';

/**
 * The next piece of a notification's range of devices becomes deliveries. Answers how many; nothing where there is
 * nothing to queue.
 */
export async function queueDeliveries(db: Db, most: number): Promise<number | undefined> {
  const { rows } = await sql<{ queued: number }>`
    with job as (
      select id, providers, last_device, up_to_device from notifications
      where last_device < up_to_device order by id limit 1 for update
    ), chosen as (
      select d.id, d.user_id, d.provider, coalesce(
        case d.provider when 'webpush' then substring(lower(d.token) from '^https?://([^/?#]+)') end, d.provider) as service
      from job cross join lateral (
        select d.id, d.user_id, d.provider, d.token from devices d
        join users u on u.id = d.user_id and u.status and u.deleted_at is null
        where d.id > job.last_device and d.id <= job.up_to_device and d.provider = any(job.providers)
        order by d.id limit ${most}
      ) d
    ), added as (
      insert into deliveries (notification_id, device_id, provider, service)
      select job.id, chosen.id, chosen.provider, chosen.service from job, chosen
      -- Nobody's second device before everybody's first. And devices of one age, which share their troubles, apart: in a
      -- row they would look like everybody's.
      order by row_number() over (partition by chosen.user_id), random()
    ), piece as (
      select count(*)::int as size, coalesce(max(id), 0) as last from chosen
    )
    update notifications n set queued = n.queued + size,
      last_device = case when size < ${most} then n.up_to_device else last end,
      -- Devices may have come or gone since it was sent: in the end, those it was queued for are the recipients.
      recipients = case when size < ${most} then n.queued + size else n.recipients end
    from job, piece where n.id = job.id returning size as queued`.execute(db);
  return rows[0]?.queued;
}

type Wanted = {
  provider: PushProvider;
  most: number;
  leaseSeconds: number;
  /** Services whose turn comes after all others'. */
  last: string[];
};

/** Takes what is due, each for one worker only, until its lease ends. */
export async function takeDeliveries(db: Db, { provider, most, leaseSeconds, last }: Wanted): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    with recursive services as (
      (select service from deliveries where provider = ${provider} order by service limit 1)
      union all
      -- One look into the index for each, however many wait there.
      select (select service from deliveries where provider = ${provider} and service > s.service order by service limit 1)
      from services s where s.service is not null
    ), due as (
      select d.notification_id, d.device_id from services s cross join lateral (
        select notification_id, device_id, due_at from deliveries
        where provider = ${provider} and service = s.service and due_at <= now()
        order by due_at limit ${most} for update skip locked
      ) d
      where not exists (
        select from provider_troubles t
        where t.provider = ${provider} and t.service = s.service and t.blocked_until > now())
      order by s.service = any(${last}::text[]), d.due_at limit ${most}
    ), taken as (
      update deliveries q set due_at = now() + make_interval(secs => ${leaseSeconds}), attempts = q.attempts + 1
      from due where q.notification_id = due.notification_id and q.device_id = due.device_id
      returning q.notification_id, q.device_id, q.provider, q.service, q.attempts, q.refusals
    )
    select t.*, n.title, n.body, n.data,
      (select p.trouble from provider_troubles p where p.provider = t.provider and p.service = t.service) as trouble,
      extract(epoch from n.created_at + make_interval(hours => ${WORTH_HOURS}) - now())::int as seconds_left,
      -- One by one: the planner cannot know how few there are, and would rather read all devices and all users.
      (select json_build_object('user_id', d.user_id, 'token', d.token, 'p256dh', d.p256dh, 'auth', d.auth)
       from devices d join users u on u.id = d.user_id and u.status and u.deleted_at is null
       where d.id = t.device_id) as device
    from taken t join notifications n on n.id = t.notification_id`.execute(db);
  return rows;
}

/**
 * What is finished leaves the queue and is counted, in the same step; whoever finished it before has counted it. One
 * notification at a time: two that count several at once could wait for each other.
 */
export async function recordResults(db: Db, notificationId: number, results: Result[]): Promise<void> {
  const columns = {
    devices: results.map(({ delivery }) => delivery.device_id),
    attempts: results.map(({ delivery }) => delivery.attempts),
    results: results.map(({ result }) => result),
    delays: results.map(({ delaySeconds = 0 }) => delaySeconds),
  };
  await sql`
    with outcome as (
      select * from unnest(${columns.devices}::int[], ${columns.attempts}::int[], ${columns.results}::text[],
        ${columns.delays}::float8[]) o (device_id, attempts, result, delay)
    ), purged as (
      delete from devices d using outcome o where d.id = o.device_id and o.result = 'gone'
    ), postponed as (
      update deliveries q set due_at = now() + make_interval(secs => o.delay),
        attempts = q.attempts - (o.result = 'released')::int, refusals = q.refusals + (o.result = 'refused')::int
      from outcome o
      where q.notification_id = ${notificationId} and q.device_id = o.device_id
        and o.result in ('later', 'refused', 'released')
        -- Somebody else's by now, where we were too late.
        and q.attempts = o.attempts
    ), finished as (
      delete from deliveries q using outcome o
      where q.notification_id = ${notificationId} and q.device_id = o.device_id
        and o.result in ('delivered', 'failed', 'gone')
      returning o.result
    )
    update notifications n set delivered = n.delivered + f.delivered, failed = n.failed + f.failed
    from (select count(*) filter (where result = 'delivered') as delivered,
            count(*) filter (where result <> 'delivered') as failed
          from finished) f
    where n.id = ${notificationId} and f.delivered + f.failed > 0`.execute(db);
}

type Service = Pick<Delivery, 'provider' | 'service'>;

export async function blockService(
  db: Db,
  { provider, service }: Service,
  trouble: Trouble,
  seconds: number,
): Promise<void> {
  await sql`
    insert into provider_troubles as t (provider, service, trouble, blocked_until)
    values (${provider}, ${service}, ${trouble}, now() + make_interval(secs => ${seconds}))
    on conflict (provider, service) do update set blocked_until = excluded.blocked_until, trouble = excluded.trouble,
      since = case when t.trouble = excluded.trouble then t.since else now() end`.execute(db);
}

export async function clearTrouble(db: Db, { provider, service }: Service): Promise<void> {
  await sql`delete from provider_troubles where provider = ${provider} and service = ${service}`.execute(db);
}

export async function unblockServices(db: Db): Promise<void> {
  await sql`update provider_troubles set blocked_until = now() where blocked_until > now()`.execute(db);
}
