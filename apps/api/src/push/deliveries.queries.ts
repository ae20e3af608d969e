import type { PushProvider } from '@pulso/contract/accounts/devices';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { isNotDeleted } from '#db/writes/visible-users';
import { removeDevices } from '#features/accounts/devices/devices.queries';
import { countResults, lockNextToQueue, saveQueueProgress } from '#features/desk/notifications/notifications.queries';
import { MAX_AGE_HOURS, type Delivery, type Result, type Trouble } from '#push/deliveries.rules';

/**
 * Turns the next part of a notification's range of devices into deliveries, all or nothing. Answers how many; nothing
 * where no notification waits to be queued.
 */
export async function queueDeliveries(db: Db, batchSize: number): Promise<number | undefined> {
  return db.transaction().execute(async (transaction) => {
    const job = await lockNextToQueue(transaction);
    if (!job) return undefined;
    const { rows } = await sql<{ size: number; last: number }>`
      with chosen as (
        select d.id, d.user_id, d.provider, coalesce(
          case d.provider when 'webpush' then substring(lower(d.token) from '^https?://([^/?#]+)') end, d.provider) as service
        from devices d
        join users u on u.id = d.user_id and u.status and ${isNotDeleted}
        where d.id > ${job.last_device} and d.id <= ${job.up_to_device} and d.provider = any(${job.providers}::text[])
          ${job.is_for_group ? sql`and d.user_id in (select user_id from notification_recipients where notification_id = ${job.id})` : sql``}
        order by d.id limit ${batchSize}
      ), added as (
        insert into deliveries (notification_id, device_id, provider, service)
        select ${job.id}::int, id, provider, service from chosen
        -- Everybody's first device before anybody's second. Shuffled, because devices registered together often fail
        -- together, and in a row they would look like an outage of the service.
        order by row_number() over (partition by user_id), random()
      )
      select count(*)::int as size, coalesce(max(id), 0) as last from chosen`.execute(transaction);
    const { size, last } = rows[0]!;
    await saveQueueProgress(transaction, job.id, { size, lastDevice: size < batchSize ? job.up_to_device : last });
    return size;
  });
}

type Claim = {
  provider: PushProvider;
  batchSize: number;
  leaseSeconds: number;
  /** Services that come after all others, because they have enough under way. */
  lowPriority: readonly string[];
};

/** Claims what is due for one worker only, until the lease ends. */
export async function claimDeliveries(db: Db, claim: Claim): Promise<Delivery[]> {
  const { provider, batchSize, leaseSeconds, lowPriority } = claim;
  const { rows } = await sql<Delivery>`
    with recursive services as (
      (select service from deliveries where provider = ${provider} order by service limit 1)
      union all
      -- A skip scan: one index lookup for each service, however many deliveries it has.
      select (select service from deliveries where provider = ${provider} and service > s.service order by service limit 1)
      from services s where s.service is not null
    ), due as (
      select d.notification_id, d.device_id from services s cross join lateral (
        select notification_id, device_id, due_at from deliveries
        where provider = ${provider} and service = s.service and due_at <= now()
        order by due_at limit ${batchSize} for update skip locked
      ) d
      where not exists (
        select from provider_troubles t
        where t.provider = ${provider} and t.service = s.service and t.blocked_until > now())
      order by s.service = any(${lowPriority}::text[]), d.due_at limit ${batchSize}
    ), claimed as (
      update deliveries q set due_at = now() + make_interval(secs => ${leaseSeconds}), attempts = q.attempts + 1
      from due where q.notification_id = due.notification_id and q.device_id = due.device_id
      returning q.notification_id, q.device_id, q.provider, q.service, q.attempts, q.refusals
    )
    select c.*, n.title, n.body, n.data,
      (select p.trouble from provider_troubles p where p.provider = c.provider and p.service = c.service) as trouble,
      extract(epoch from coalesce(n.started_at, n.created_at) + make_interval(hours => ${MAX_AGE_HOURS}) - now())::int as seconds_left,
      -- A subquery for each row: the planner cannot know how few there are, and would scan all devices and users.
      (select json_build_object('user_id', d.user_id, 'token', d.token, 'p256dh', d.p256dh, 'auth', d.auth)
       from devices d join users u on u.id = d.user_id and u.status and ${isNotDeleted}
       where d.id = c.device_id) as device
    from claimed c join notifications n on n.id = c.notification_id`.execute(db);
  return rows;
}

const isFinished = ({ result }: Result) => result === 'delivered' || result === 'failed' || result === 'gone';
const deviceOf = ({ delivery }: Result) => delivery.device_id;

/**
 * Writes the results of one notification. Each step is one statement that may run again: a process that is killed
 * loses at most the steps it had not sent yet, and nothing is counted twice.
 */
export async function writeResults(db: Db, notificationId: number, results: Result[]): Promise<void> {
  const finished = results.filter(isFinished);
  const postponed = results.filter((result) => !isFinished(result));
  // First, so that no token outlives its delivery; a delivery without a device fails in any case.
  const goneDevices = finished.filter(({ result }) => result === 'gone').map(deviceOf);
  if (goneDevices.length > 0) await removeDevices(db, goneDevices);
  if (finished.length > 0) await finishDeliveries(db, notificationId, finished);
  // Last, because a refusal that is written again would count again.
  if (postponed.length > 0) await postponeDeliveries(db, notificationId, postponed);
}

/** Leaves the queue and is counted in one statement; what another worker finished before is gone, and not counted again. */
async function finishDeliveries(db: Db, notificationId: number, results: Result[]): Promise<void> {
  const finished = sql`
    delete from deliveries q
    using unnest(${results.map(deviceOf)}::int[], ${results.map(({ result }) => result === 'delivered')}::boolean[])
      o (device_id, is_delivered)
    where q.notification_id = ${notificationId} and q.device_id = o.device_id
    returning o.is_delivered`;
  await countResults(db, notificationId, finished);
}

async function postponeDeliveries(db: Db, notificationId: number, results: Result[]): Promise<void> {
  const attempts = results.map(({ delivery }) => delivery.attempts);
  const delays = results.map(({ delaySeconds = 0 }) => delaySeconds);
  await sql`
    update deliveries q set due_at = now() + make_interval(secs => o.delay),
      attempts = q.attempts - (o.result = 'released')::int, refusals = q.refusals + (o.result = 'refused')::int
    from unnest(${results.map(deviceOf)}::int[], ${attempts}::int[], ${results.map(({ result }) => result)}::text[],
      ${delays}::float8[]) o (device_id, attempts, result, delay)
    where q.notification_id = ${notificationId} and q.device_id = o.device_id
      -- Otherwise our lease has ended and another worker has claimed it.
      and q.attempts = o.attempts`.execute(db);
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
