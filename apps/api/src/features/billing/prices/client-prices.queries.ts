import type { ClientPrice, ClientPriceInput, PriceRise } from '@pulso/contract/billing/prices';
import { addDays, type DateText } from '@pulso/contract/kit/dates';
import { sql, type RawBuilder } from 'kysely';
import { recordEvent } from '#db/writes/events';
import { Refusal } from '#db/writes/refusal';
import { visibleUsers } from '#db/writes/visible-users';
import type { Read, Write } from '#db/writes/write';
import { lockUser } from '#features/accounts/users/users.queries';
import { isInForce, lockPrices, personJson } from '#features/billing/prices/prices.queries';

/** Client prices that fulfil a condition on `prices p`. */
async function listClientPrices({ db, actor }: Read, condition: RawBuilder<unknown>): Promise<ClientPrice[]> {
  const { rows } = await sql<ClientPrice>`
    select p.id, json_build_object('id', u.id, 'name', u.name) as user,
      json_build_object('id', plan.id, 'title', plan.title) as plan, p.amount, p.valid_from, p.valid_to as until,
      ${personJson('p.created_by')} as created_by
    from prices p join users u on u.id = p.user_id join plans plan on plan.id = p.plan_id
    where ${condition} and ${visibleUsers(actor)} order by u.name_key, u.id, plan.title, p.id`.execute(db);
  return rows;
}

type AnnouncedRise = { state: PriceRise['state']; valid_from: DateText; plans: number[] };

/** Prices of clients who do not pay more on the day of a rise: kept by it, or before it. */
export async function listPromisedPrices(
  read: Read,
  { state, valid_from, plans }: AnnouncedRise,
): Promise<ClientPrice[]> {
  if (state === 'undone') return [];
  return listClientPrices(
    read,
    sql`p.id in (
      select distinct on (p.user_id, p.plan_id) p.id from prices p
      where p.user_id is not null and p.plan_id = any(${plans}::int[]) and ${isInForce(valid_from)}
      order by p.user_id, p.plan_id, p.id desc)`,
  );
}

type PricePromise = {
  rise: number;
  valid_from: DateText;
  plans: { id: number; before: number }[];
  user_ids: number[];
  until?: DateText | null;
};

/** Clients keep what they would pay on the day of a rise without it, also if another promise says the same today. */
export async function promisePrices(
  { db, actor }: Write,
  { rise, valid_from, plans, user_ids, until = null }: PricePromise,
) {
  await sql`
    insert into prices (kind, item_id, user_id, valid_from, valid_to, amount, rise_id, created_by)
    select 'plan', plan.id, u.id, ${valid_from}::date, ${until}::date, least(own.amount, plan.before), ${rise}, ${actor.id}
    from unnest(${user_ids}::int[]) as u (id)
      cross join jsonb_to_recordset(${JSON.stringify(plans)}::jsonb) as plan (id integer, before numeric)
      left join lateral (
        select p.amount from prices p
        where p.user_id = u.id and p.plan_id = plan.id and ${isInForce(valid_from)}
        order by p.id desc limit 1) own on true`.execute(db);
}

const isNotOver = (today: DateText) =>
  sql<boolean>`coalesce(p.valid_to, 'infinity') >= greatest(p.valid_from, ${today}::date) and p.removed_on is null`;

/** Replaces the price that somebody set for the client before; the promises of rises stand. Undefined without such a user or plan. */
export async function putClientPrice(write: Write, input: ClientPriceInput): Promise<ClientPrice | undefined> {
  const { db, actor } = write;
  const { user_id, plan_id, amount, until = null } = input;
  if (until !== null && until < actor.today) throw new Refusal({ until: 'No puede ser anterior a hoy' });
  if (!(await lockUser(write, user_id))) return undefined;
  await lockPrices(db);
  const { rows: plans } = await sql`select 1 from plans where id = ${plan_id} for key share`.execute(db);
  if (plans.length === 0) return undefined;
  const replaced = sql`p.user_id = ${user_id} and p.plan_id = ${plan_id} and p.rise_id is null and ${isNotOver(actor.today)}`;
  await sql`update prices p set valid_to = ${addDays(actor.today, -1)}::date where ${replaced}`.execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into prices (kind, item_id, user_id, valid_from, valid_to, amount, created_by)
    values ('plan', ${plan_id}, ${user_id}, ${actor.today}, ${until}, ${amount}::numeric, ${actor.id})
    returning id`.execute(db);
  const { id } = rows[0]!;
  const data = { plan_id, amount, until };
  await recordEvent(write, { entity: 'client-price', entityId: id, userId: user_id, action: 'put', data });
  return (await listClientPrices(write, sql`p.id = ${id}`))[0];
}

/** Undefined when there is no such price. */
export async function removeClientPrice(write: Write, id: number): Promise<ClientPrice | undefined> {
  await lockPrices(write.db);
  const [price] = await listClientPrices(write, sql`p.id = ${id} and ${isNotOver(write.actor.today)}`);
  if (!price) return undefined;
  await sql`update prices set removed_on = ${write.actor.today}::date where id = ${id}`.execute(write.db);
  const data = { plan_id: price.plan.id, amount: price.amount, until: price.until };
  await recordEvent(write, {
    entity: 'client-price',
    entityId: id,
    userId: price.user.id,
    action: 'remove',
    data,
  });
  return price;
}
