import type { PushProvider } from '@pulso/contract/accounts/devices';
import { SEGMENT_GONE } from '@pulso/contract/accounts/users.labels';
import { MAX_AT_ONCE, whomParameter, type Whom } from '@pulso/contract/accounts/whom';
import { sendAtProblem, type GroupNotificationSend, type SentNotification } from '@pulso/contract/desk/notifications';
import { today } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { Refusal } from '#db/writes/refusal';
import { inTransaction } from '#db/writes/transaction';
import type { Read, SystemActor, Write } from '#db/writes/write';
import { requireShown } from '#features/accounts/users/user-bulk.queries';
import { findWhom } from '#features/accounts/users/user-list.queries';
import {
  dataAsJson,
  findSent,
  reachableDevices,
  refuseDuplicate,
} from '#features/desk/notifications/notifications.queries';

const BEGUN = 'Ya se empezó a enviar: no se puede cancelar.';
const OVER = 'Esta notificación ya no se va a enviar.';
/** A server that was off sends what is no older. */
const MAX_LATE_HOURS = 12;

/** Who belongs by now, as far as is counted. */
export async function findGroup(read: Read, whom: Whom): Promise<{ gone: boolean; users: number[] }> {
  const users = await findWhom(read, whom, { most: MAX_AT_ONCE });
  return users === 'gone' ? { gone: true, users: [] } : { gone: false, users };
}

type Sending = { providers: PushProvider[]; now: Date };

/** Only that it is to be sent: who belongs is asked by the sender of notifications, at once or at its hour. */
export async function sendToGroup(
  write: Write,
  { audience, send_at: sendAt, count, repeat = false, ...input }: GroupNotificationSend,
  { providers, now }: Sending,
): Promise<SentNotification | undefined> {
  const { db, actor } = write;
  const problem = sendAt === undefined ? undefined : sendAtProblem(sendAt, now);
  if (problem) throw new Refusal({ send_at: problem });
  if (!repeat) await refuseDuplicate(db, input, { audience: JSON.stringify(audience), sendAt });
  const { gone, users } = await findGroup(write, audience);
  if (gone) throw new Refusal(SEGMENT_GONE);
  if (sendAt === undefined && count !== undefined) requireShown(users.length, count);
  const startedAt = sendAt === undefined ? now.toISOString() : null;
  const { rows } = await sql<{ id: number }>`
    insert into notifications (title, body, data, created_by, providers, audience, send_at, started_at, users)
    select ${input.title}, ${input.body}, ${dataAsJson(input)}::jsonb, ${actor.id}, ${providers}::text[],
      ${JSON.stringify(audience)}::jsonb
        || coalesce((select jsonb_build_object('name', name) from segments where id = ${audience.segment_id ?? null}), '{}'),
      ${sendAt ?? null}::timestamptz, ${startedAt}::timestamptz, ${startedAt === null ? 0 : users.length}
    returning id`.execute(db);
  return findSent(db, rows[0]!.id);
}

/** Undefined if there is none. */
export async function cancelScheduled({ db }: Write, id: number): Promise<SentNotification | undefined> {
  const { rows } = await sql`
    update notifications set canceled_at = now()
    where id = ${id} and send_at is not null and started_at is null and canceled_at is null and unsent is null
    returning 1`.execute(db);
  const found = await findSent(db, id);
  if (!found || rows.length > 0) return found;
  const isOver = found.group?.state === 'canceled' || found.group?.state === 'unsent';
  throw new Refusal(isOver ? OVER : BEGUN);
}

/** Begins those whose hour has come; what is too late is not sent. */
export async function startDue(db: Db, { providers, now }: Sending): Promise<void> {
  await sql`
    update notifications set
      unsent = case when late then 'late' end, started_at = case when not late then ${now.toISOString()}::timestamptz end,
      providers = ${providers}::text[]
    from (
      select id as due, send_at < ${now.toISOString()}::timestamptz - make_interval(hours => ${MAX_LATE_HOURS}) as late
      from notifications
      where send_at <= ${now.toISOString()}::timestamptz and started_at is null and canceled_at is null and unsent is null
      for update skip locked
    ) waiting
    where id = due`.execute(db);
}

type Asking = { id: number; audience: Whom & { name?: string }; last_user: number };

/**
 * Writes down the next of those who belong to a notification that has begun, all or nothing, and after the last of them queues
 * its devices. Answers false where none waits.
 */
export async function writeRecipients(db: Db, now: Date, batchSize: number): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const { rows } = await sql<Asking>`
      select id, audience, last_user from notifications
      where started_at is not null and asked_at is null order by id limit 1 for update skip locked`.execute(
      transaction,
    );
    const [job] = rows;
    if (!job) return false;
    const { id, last_user: after } = job;
    const { name: _name, ...stored } = job.audience;
    const actor: SystemActor = { id: null, sessionId: null, address: null, name: 'notificaciones', today: today(now) };
    // A question that this version of Pulso cannot read finds nobody.
    const { data: whom } = whomParameter.safeParse(stored);
    const found = whom ? await findWhom({ db: transaction, actor }, whom, { most: batchSize, after }) : 'gone';
    const ids = found === 'gone' ? [] : found.slice(0, batchSize);
    await sql`
      insert into notification_recipients (notification_id, user_id, sent_at)
      select ${id}, one, (select started_at from notifications where id = ${id}) from unnest(${ids}::int[]) one`.execute(
      transaction,
    );
    if (ids.length < found.length && found !== 'gone')
      await sql`update notifications set last_user = ${ids.at(-1)} where id = ${id}`.execute(transaction);
    else await finishAsking(transaction, id, { now, isGone: found === 'gone' && after === 0 });
    return true;
  });
}

async function finishAsking(db: Db, id: number, { now, isGone }: { now: Date; isGone: boolean }): Promise<void> {
  await sql`
    update notifications n set
      asked_at = ${now.toISOString()}, unsent = ${isGone ? 'gone' : null},
      users = (select count(*) from notification_recipients where notification_id = n.id),
      (recipients, up_to_device) = (
        select count(*), coalesce(max(d.id), 0) from ${reachableDevices}
          join notification_recipients r on r.user_id = u.id and r.notification_id = n.id
        where d.provider = any(n.providers))
    where n.id = ${id}`.execute(db);
}
