import type { PriceRiseDetail } from '@pulso/contract/billing/prices';
import type { DateText } from '@pulso/contract/kit/dates';
import { sql, type RawBuilder } from 'kysely';
import { forceCustomPlan } from '#db/connection/connect';
import { jsonArrayOf } from '#db/stores/json-list';
import type { Requester, Read } from '#db/writes/write';
import { clientsByPlan, hasOwnPrice, isCurrentClient, ownPricesByPlan } from '#features/billing/prices/prices.queries';

const MAX_UNNOTIFIED_SHOWN = 50;
const TEMPLATE_TITLE = 'Aumento';

export type AnnouncedRise = { id: number; state: PriceRiseDetail['state']; valid_from: DateText; plans: number[] };

/** The contacts that told a client of a rise. */
const noticesOf = (rise: number) =>
  sql`select e.* from events e where e.action = 'contact' and (e.data ->> 'rise_id')::int = ${rise}`;

/** True for a row of `users u` whom a rise affects: they will renew at its price and not at one of their own. */
const isAffected = ({ state, valid_from, plans }: AnnouncedRise, actor: Requester) =>
  state === 'undone'
    ? sql<boolean>`false`
    : sql<boolean>`${isCurrentClient(actor)} and u."suscriptionId" = any(${plans}::int[]) and not ${hasOwnPrice(valid_from)}`;

/**
 * True for a row of `users u` whom a rise affects and nobody has told. To be planned with the plans that the rise
 * names: many clients are found on the way through their order, few by their plan.
 */
export const isUnnotified = (rise: AnnouncedRise, actor: Requester) =>
  sql<boolean>`${isAffected(rise, actor)} and not u.id in (
    select e.user_id from (${noticesOf(rise.id)}) e where e.user_id is not null)`;

/** How many clients `isUnnotified` finds, without looking at them: those of the plans, but for the ones who are told or keep a price. */
export const countUnnotified = (rise: AnnouncedRise, actor: Requester) => {
  const { state, valid_from, plans } = rise;
  if (state === 'undone') return sql`0`;
  const ofPlans = (source: RawBuilder<unknown>) => sql`
    (select coalesce(sum(clients), 0)::int from ${source} c where plan_id = any(${plans}::int[]))`;
  return sql`greatest(0, ${ofPlans(clientsByPlan(actor))} - ${ofPlans(ownPricesByPlan(actor, valid_from))}
    - (select count(*)::int from users u
       where u.id in (select e.user_id from (${noticesOf(rise.id)}) e) and ${isAffected(rise, actor)}))`;
};

/** Clients whose subscription ends first have to be told first. */
export const unnotifiedOrder = sql`u.suscription_end, u.name_key, u.id`;

type NoticeCounts = Pick<PriceRiseDetail, 'told' | 'notice' | 'business' | 'notices'> & { left: number };

/** Clients to be told of a rise, those told already, and the text of the notice. */
export async function readNotices({ db, actor }: Read, rise: AnnouncedRise) {
  const { rows } = await sql<NoticeCounts>`
    with told as materialized (${noticesOf(rise.id)})
    select coalesce((select text from message_templates where name = ${TEMPLATE_TITLE} order by id limit 1), '') as notice,
      (select name from business) as business,
      (select count(distinct user_id)::int from told) as told,
      ${countUnnotified(rise, actor)} as left,
      ${jsonArrayOf(sql`
        select json_build_object('id', u.id, 'name', u.name) as user, iso(e.at) as at,
          coalesce(e.data ->> 'channel', '') as channel, coalesce(e.data ->> 'text', '') as text,
          (select json_build_object('id', a.id, 'name', a.name) from users a where a.id = e.actor_id) as author
        from told e join users u on u.id = e.user_id order by e.id`)} as notices`.execute(db);
  const { rows: untold } = await sql<PriceRiseDetail['untold'][number]>`
    select u.id, u.name from users u where ${isUnnotified(rise, actor)}
    order by ${unnotifiedOrder} limit ${MAX_UNNOTIFIED_SHOWN} ${forceCustomPlan}`.execute(db);
  const { left, ...notices } = rows[0]!;
  return { ...notices, untold, affected: notices.told + left };
}
