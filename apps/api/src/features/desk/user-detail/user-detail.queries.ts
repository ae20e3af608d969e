import type { SubscriptionHistoryItem, UserDetail, UserPackage } from '@pulso/contract/accounts/users';
import { sql } from 'kysely';
import type { Db } from '#db/database';
import { userColumns } from '#features/accounts/users/user-columns';

/** The state of the current item follows from the user and the day; what was replaced or removed stays what it was. */
const historyStatus = (today: string) => sql`
  case when h.status <> 'active' then h.status
    when not u.suscription_status then 'canceled'
    when h.end_date <= ${today}::date then 'expired'
    when h.start_date > ${today}::date then 'pending'
    else 'active' end`;

/** Each is of the user `u` of the query around it. */
const historyOf = (today: string) => sql`
  select h.id, h.subscription_id, json_build_object('title', p.title) as subscription, h.start_date, h.end_date,
    ${historyStatus(today)} as status, h.payment_amount, h.payment_method, iso(h.created_at) as created_at,
    h.transaction_id, h.notes
  from user_subscriptions h join plans p on p.id = h.subscription_id
  where h.user_id = u.id order by h.id desc`;

const packages = sql`
  select a.id, a.package_id, json_build_object('title', k.title) as package, a.start_date, a.end_date, a.status,
    iso(a.created_at) as created_at
  from user_packages a join packages k on k.id = a.package_id
  where a.user_id = u.id order by a.id desc`;

const payments = sql`
  select y.id, y.type, y.item_id, y.amount, y.payment_method, y.status, iso(y.created_at) as created_at,
    y.transaction_id, y.payment_url
  from payments y where y.user_id = u.id order by y.id desc`;

const listOf = (query: unknown) => sql`(select coalesce(json_agg(r), '[]') from (${query}) r)`;

/** The user with all records, in one query. */
export async function findUserDetail(db: Db, id: number, today: string): Promise<UserDetail | undefined> {
  const { rows } = await sql<UserDetail>`
    select ${userColumns}, ${listOf(historyOf(today))} as subscription_history,
      ${listOf(packages)} as user_packages, ${listOf(payments)} as payments
    from users u where u.id = ${id} and u.deleted_at is null`.execute(db);
  return rows[0];
}

async function recordsOf<T>(db: Db, id: number, query: unknown): Promise<T[] | undefined> {
  const { rows } = await sql<{ records: T[] }>`
    select ${listOf(query)} as records from users u where u.id = ${id} and u.deleted_at is null`.execute(db);
  return rows[0]?.records;
}

/** Nothing is returned when there is no such user. */
export function listSubscriptionHistory(db: Db, id: number, today: string) {
  return recordsOf<SubscriptionHistoryItem>(db, id, historyOf(today));
}

export function listUserPackages(db: Db, id: number) {
  return recordsOf<UserPackage>(db, id, packages);
}
