import type { PriceItem, PriceKind, PriceVersion } from '@pulso/contract/billing/prices';
import { RENEWAL_GRACE_DAYS } from '@pulso/contract/billing/renewals';
import { addDays, type DateText } from '@pulso/contract/kit/dates';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/schema/database';
import { precompile } from '#db/stores/precompile';
import { jsonArrayOf } from '#db/stores/json-list';
import { pricedTables } from '#features/billing/prices/priced-tables.queries';
import { visibleUsers } from '#db/writes/visible-users';
import type { Requester, Read } from '#db/writes/write';

// Arbitrary, but the same on every node.
const PRICE_LOCK = 7_285_007;

/** Only one transaction at a time writes prices: the second sees what the first has written. */
export async function lockPrices(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${PRICE_LOCK})`.execute(db);
}

const hasStatus = (kind: PriceKind) => kind !== 'product';

/** Everything that has a price. */
export const pricedItems = precompile(
  sql`(${sql.join(
    pricedTables.map(
      ({ kind, table, column }) =>
        sql`select ${sql.lit(kind)} as kind, id, title, ${hasStatus(kind) ? sql`status` : sql`true`} as status,
          ${sql.ref(column)} as amount from ${sql.table(table)}`,
    ),
    sql` union all `,
  )})`,
);

/** List price of the item `i` of the outer query on a day: the newest version that has begun, else its own column. */
export function listPriceOn(day: DateText): RawBuilder<number> {
  return sql<number>`coalesce((
    select p.amount from prices p
    where p.kind = i.kind and p.item_id = i.id and p.user_id is null and p.valid_from <= ${day}::date
    order by p.valid_from desc, p.id desc limit 1), i.amount)`;
}

/** True for a row of `prices p` that is in force on a day. One that was taken away protects from no rise, older ones included. */
export const isInForce = (day: DateText) => sql<boolean>`
  p.valid_from <= ${day}::date and (p.valid_to is null or p.valid_to >= ${day}::date) and p.removed_on is null`;

/**
 * The prices that one client has of his own today, one for each plan: of those in force the one set last. They protect from
 * rises, so a lower list price counts instead.
 */
export function clientPricesOf(userId: number, today: DateText) {
  return jsonArrayOf(sql`
    select distinct on (p.plan_id) p.plan_id, least(p.amount, plan.amount) as amount, p.valid_to as until
    from prices p join plans plan on plan.id = p.plan_id
    where p.user_id = ${userId} and p.kind = 'plan' and ${isInForce(today)}
    order by p.plan_id, p.id desc`);
}

/** The price that a row of `users u` has of his own for his plan on a day; null without one. */
export const ownPriceOn = (day: DateText) => sql<number | null>`(
  select p.amount from prices p where p.user_id = u.id and p.plan_id = u."suscriptionId" and ${isInForce(day)}
  order by p.id desc limit 1)`;

/** True for a row of `users u` who has not left. Clients who lapsed longer ago would come back as new ones. */
export const isCurrentClient = (actor: Requester) => sql<boolean>`
  u.status and ${visibleUsers(actor)} and u.suscription_status
    and u.suscription_end >= ${addDays(actor.today, -RENEWAL_GRACE_DAYS)}::date`;

/** True for a row of `users u` who pays less than the list for their plan on a day. */
export const hasOwnPrice = (day: DateText) => sql<boolean>`
  exists (select from (select 'plan' as kind, plan.id, plan.amount from plans plan where plan.id = u."suscriptionId") i
          where ${ownPriceOn(day)} < ${listPriceOn(day)})`;

/** How many clients each plan has, from the tally. */
export const clientsByPlan = ({ today }: Requester) => sql`(
  select plan_id, sum(change)::int as clients from user_tally
  where active and subscribed_until >= ${addDays(today, -RENEWAL_GRACE_DAYS)}::date group by plan_id)`;

/** Number of each plan's clients with a price of their own on a day. */
export const ownPricesByPlan = (actor: Requester, day: DateText) => sql`(
  select u."suscriptionId" as plan_id, count(*)::int as clients from users u
  where u.id in (select user_id from prices where user_id is not null) and ${isCurrentClient(actor)} and ${hasOwnPrice(day)}
  group by 1)`;

export async function readPriceList({ db, actor }: Read): Promise<PriceItem[]> {
  const { today } = actor;
  const { rows } = await sql<Omit<PriceItem, 'next'>>`
    select i.kind, i.id, i.title, i.status, ${listPriceOn(today)} as price,
      ${jsonArrayOf(sql`
        select p.amount, p.valid_from from prices p
        where p.kind = i.kind and p.item_id = i.id and p.user_id is null and p.valid_from > ${today}::date
        order by p.valid_from`)} as coming,
      case when i.kind = 'plan' then greatest(0, coalesce(c.clients, 0) - coalesce(o.clients, 0)) end as clients
    from ${pricedItems} i
      left join ${clientsByPlan(actor)} c on i.kind = 'plan' and c.plan_id = i.id
      left join ${ownPricesByPlan(actor, today)} o on i.kind = 'plan' and o.plan_id = i.id
    order by i.kind, i.title, i.id`.execute(db);
  return rows.map(({ clients, ...item }) => ({ ...item, next: item.coming[0] ?? null, clients }));
}

/** The person whom a column of `prices p` or `price_rises r` refers to. */
export const personJson = (column: string) =>
  sql`(select json_build_object('id', id, 'name', name) from users where id = ${sql.ref(column)})`;

/** Every price that an item has had, has and will have, and those of clients. Undefined when there is no such item. */
export async function readPriceHistory(
  { db, actor }: Read,
  kind: PriceKind,
  id: number,
): Promise<PriceVersion[] | undefined> {
  const { rows } = await sql<{ history: PriceVersion[] }>`
    select ${jsonArrayOf(sql`
      select p.id, p.amount, p.valid_from,
        least(p.valid_to, p.removed_on - 1) as until, ${personJson('p.user_id')} as user,
        (select json_build_object('id', r.id, 'reason', r.reason) from price_rises r where r.id = p.rise_id) as rise,
        ${personJson('p.created_by')} as created_by, iso(p.created_at) as created_at
      from prices p left join users u on u.id = p.user_id
      where p.kind = i.kind and p.item_id = i.id and ${visibleUsers(actor)}
      order by p.user_id is not null, p.valid_from desc, p.id desc`)} as history
    from ${pricedItems} i where i.kind = ${kind} and i.id = ${id}`.execute(db);
  return rows[0]?.history;
}
