import {
  promiseProblem,
  snoozeProblem,
  type Agreement,
  type Contact,
  type ContactInput,
  type PromiseInput,
} from '@pulso/contract/billing/collections';
import { type DateText } from '@pulso/contract/kit/dates';
import { timeAgo } from '@pulso/contract/kit/time-ago';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { recordEvent, recordNumberedEvent } from '#db/writes/events';
import { jsonArrayOf } from '#db/stores/json-list';
import { Refusal } from '#db/writes/refusal';
import { visibleUsers } from '#db/writes/visible-users';
import type { Read, Write } from '#db/writes/write';
import { lockUser } from '#features/accounts/users/users.queries';

const MAX_CONTACTS_SHOWN = 200;

const CONTACT_FIELDS = sql`
  e.id, iso(e.at) as at, coalesce(e.data ->> 'channel', 'otro') as channel,
  (select json_build_object('id', id, 'name', name) from users where id = e.actor_id) as by,
  (e.data ->> 'template_id')::int as template_id, e.data ->> 'text' as text, (e.data ->> 'rise_id')::int as rise_id`;

/** The newest first. Undefined when there is no such user. */
export async function listContacts({ db, actor }: Read, userId: number): Promise<Contact[] | undefined> {
  const { rows } = await sql<{ contacts: Contact[] }>`
    select ${jsonArrayOf(sql`
      select ${CONTACT_FIELDS} from events e
      where e.user_id = u.id and e.entity = 'client' and e.action = 'contact' order by e.id desc limit ${MAX_CONTACTS_SHOWN}`)} as contacts
    from users u where u.id = ${userId} and ${visibleUsers(actor)}`.execute(db);
  return rows[0]?.contacts;
}

type LastContact = { id: number | null; at: string | null; by: string | null };

async function findLastContact(db: Db, userId: number): Promise<LastContact | undefined> {
  const { rows } = await sql<LastContact>`
    select a.contact_id as id, a.contacted_at as at, u.name as by
    from client_accounts a left join users u on u.id = a.contacted_by where a.user_id = ${userId}`.execute(db);
  return rows[0];
}

/** Refuses what somebody did meanwhile. Undefined when there is no such user. */
export async function recordContact(
  write: Write,
  userId: number,
  { after = null, channel, template_id = null, text = null, rise_id = null }: ContactInput,
  now: Date,
): Promise<Contact | undefined> {
  const { db, actor } = write;
  if (!(await lockUser(write, userId))) return undefined;
  const last = await findLastContact(db, userId);
  if ((last?.id ?? null) !== after && last?.at)
    throw new Refusal(
      `${last.by ?? 'Alguien'} le escribió ${timeAgo(last.at, now)}.`,
      'conflict',
      undefined,
      'contacted',
    );
  const { id, at } = await recordNumberedEvent(write, {
    entity: 'client',
    entityId: userId,
    userId,
    action: 'contact',
    data: { channel, template_id, text, ...(rise_id === null ? {} : { rise_id }) },
    at: now,
  });
  await sql`
    insert into client_accounts (user_id, contact_id, contacted_at, contacted_by)
    values (${userId}, ${id}, ${at}, ${actor.id})
    on conflict (user_id) do update
    set contact_id = excluded.contact_id, contacted_at = excluded.contacted_at, contacted_by = excluded.contacted_by`.execute(
    db,
  );
  const { rows } = await sql<Contact>`select ${CONTACT_FIELDS} from events e where e.id = ${id}`.execute(db);
  return rows[0];
}

/** The amounts of an open promise: a promise that was kept has none. */
export const PROMISE_AMOUNTS = sql`
  case when a.open_promise is not null then a.promised_amount end as promised_amount,
  case when a.open_promise is not null then a.promise_paid end as promise_paid`;

async function readAgreement(db: Db, userId: number): Promise<Agreement> {
  const { rows } = await sql<Agreement>`
    select a.snoozed_until, a.open_promise as promised_on, ${PROMISE_AMOUNTS}
    from client_accounts a where a.user_id = ${userId}`.execute(db);
  return rows[0] ?? { snoozed_until: null, promised_on: null, promised_amount: null, promise_paid: null };
}

/** Undefined when there is no such user. */
export async function snooze(write: Write, userId: number, until: DateText): Promise<Agreement | undefined> {
  const problem = snoozeProblem(until, write.actor.today);
  if (problem) throw new Refusal({ until: problem });
  if (!(await lockUser(write, userId))) return undefined;
  await sql`
    insert into client_accounts (user_id, snoozed_until) values (${userId}, ${until})
    on conflict (user_id) do update set snoozed_until = excluded.snoozed_until`.execute(write.db);
  await recordEvent(write, { entity: 'client', entityId: userId, userId, action: 'snooze', data: { until } });
  return readAgreement(write.db, userId);
}

/** Undefined when there is no such user. */
export async function unsnooze(write: Write, userId: number): Promise<Agreement | undefined> {
  if (!(await lockUser(write, userId))) return undefined;
  const { rows } = await sql`
    update client_accounts set snoozed_until = null where user_id = ${userId} and snoozed_until is not null
    returning user_id`.execute(write.db);
  if (rows.length > 0) await recordEvent(write, { entity: 'client', entityId: userId, userId, action: 'unsnooze' });
  return readAgreement(write.db, userId);
}

/** Kept by the amount that was promised, or by any money if none was. Undefined when there is no such user. */
export async function recordPromise(
  write: Write,
  userId: number,
  { on, amount = null }: PromiseInput,
): Promise<Agreement | undefined> {
  const problem = promiseProblem(on, write.actor.today);
  if (problem) throw new Refusal({ on: problem });
  if (!(await lockUser(write, userId))) return undefined;
  await sql`
    insert into client_accounts (user_id, promised_on, promised_amount, promised_at)
    values (${userId}, ${on}, ${amount}, clock_timestamp())
    on conflict (user_id) do update
    set promised_on = excluded.promised_on, promised_amount = excluded.promised_amount, promised_at = excluded.promised_at,
      promise_paid = 0`.execute(write.db);
  await recordEvent(write, { entity: 'client', entityId: userId, userId, action: 'promise', data: { on, amount } });
  return readAgreement(write.db, userId);
}

/** Takes away the accounts of clients who were imported, whose debts are gone. */
export async function removeAccountsOf({ db }: Write, userIds: readonly number[]): Promise<void> {
  await sql`delete from client_accounts where user_id = any(${userIds}::int[])`.execute(db);
}
