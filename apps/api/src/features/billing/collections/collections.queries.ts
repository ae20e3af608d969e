import { MAX_AT_ONCE, TOO_MANY_AT_ONCE, type Whom } from '@pulso/contract/accounts/whom';
import {
  riseOfList,
  type CollectionPage,
  type CollectionQuery,
  type CollectionRow,
} from '@pulso/contract/billing/collections';
import type { CollectionSummary } from '@pulso/contract/billing/collections.summary';
import { collectionLists, type CollectionList } from '@pulso/contract/billing/collections.labels';
import { addDays, BUSINESS_ZONE, type DateText } from '@pulso/contract/kit/dates';
import { sql, type RawBuilder } from 'kysely';
import { forceCustomPlan } from '#db/connection/connect';
import type { Db } from '#db/schema/database';
import { cappedCount, idsOfPage, sourceOf, windowOf, type PagedList } from '#db/stores/paged-list';
import { Refusal } from '#db/writes/refusal';
import { inSnapshot } from '#db/writes/transaction';
import { visibleUsers } from '#db/writes/visible-users';
import type { Requester, Read } from '#db/writes/write';
import { PROMISE_AMOUNTS } from '#features/billing/collections/contacts.queries';
import { endsInState, isEndState } from '#features/accounts/users/subscription-conditions';
import { findWhom } from '#features/accounts/users/user-list.queries';
import { similarTerms } from '#features/accounts/users/similar-search';
import { matchesByIndex, termsOf, type Terms } from '#features/accounts/users/user-search';
import { isLinkCharge, openLinkUrl } from '#features/billing/ledger/link-charges.queries';
import { isOpenClaim } from '#features/billing/ledger/claims.queries';
import { countUnnotified, isUnnotified, unnotifiedOrder } from '#features/billing/prices/price-notices.queries';
import { findRiseWithPlans } from '#features/billing/prices/price-rises.queries';
import { isInForce, ownPriceOn } from '#features/billing/prices/prices.queries';

type Condition = RawBuilder<unknown>;

const endsInListRange = (list: CollectionList, end: Condition, today: DateText): Condition | undefined =>
  isEndState(list) ? endsInState(list, end, today) : undefined;

// The conditions repeat those of the partial indexes, so that a page comes from one in its order.
const activeUsers = (actor: Requester) => sql`${visibleUsers(actor)} and u.status`;
const id = sql`u.id`;
const FROM_USERS = sql`from users u`;
const FROM_ACCOUNTS = sql`from client_accounts a join users u on u.id = a.user_id`;

/** Clients of a list in its order, for queries over `users u` and, for a list led by accounts, `client_accounts a`. */
function clientsOf(list: CollectionList, actor: Requester): PagedList {
  const { today } = actor;
  const active = activeUsers(actor);
  const ends = endsInListRange(list, sql`u.suscription_end`, today);
  if (ends) {
    // Each order has an index: `users_overdue`, `users_due`.
    const newestFirst = list === 'overdue' || list === 'lapsed';
    const orderBy = sql`u.suscription_end ${newestFirst ? sql`desc` : sql``}, u.name_key, u.id`;
    return { from: FROM_USERS, id, conditions: [active, sql`u.suscription_status`, ends], orderBy };
  }
  if (list === 'no_plan') {
    const without = sql`u.role = 'CLIENT' and (not u.suscription_status or u.suscription_end is null)`;
    return { from: FROM_USERS, id, conditions: [active, without], orderBy: sql`u.id desc` };
  }
  // A debt does not shrink because somebody stopped coming.
  if (list === 'debt') {
    const conditions = [visibleUsers(actor), sql`a.owed > 0`];
    return { from: FROM_ACCOUNTS, id, conditions, orderBy: sql`a.owed_since, a.user_id` };
  }
  return {
    from: FROM_ACCOUNTS,
    id,
    conditions: [active, sql`a.open_promise <= ${today}::date`],
    orderBy: sql`a.open_promise, a.user_id`,
  };
}

/** Clients whom a rise affects and nobody has told, and how many they are; none if there is no such rise. */
async function unnotifiedList(read: Read, rise: number): Promise<{ clients: PagedList; count: Condition }> {
  const announced = await findRiseWithPlans(read, rise);
  const conditions = [announced ? isUnnotified(announced, read.actor) : sql`false`];
  return {
    clients: { from: FROM_USERS, id, conditions, orderBy: unnotifiedOrder },
    count: announced ? countUnnotified(announced, read.actor) : sql`0`,
  };
}

/** Clients whom a question about users finds, by name; undefined if it names what is gone. */
async function whomList(read: Read, whom: Whom): Promise<PagedList | undefined> {
  const ids = await findWhom(read, whom, { most: MAX_AT_ONCE });
  if (ids === 'gone') return undefined;
  if (ids.length > MAX_AT_ONCE) throw new Refusal({ whom: TOO_MANY_AT_ONCE });
  return {
    from: FROM_USERS,
    id,
    conditions: [visibleUsers(read.actor), sql`u.id = any(${ids}::int[])`],
    orderBy: sql`u.name_key, u.id`,
  };
}

type ContactWindow = { today: DateText; contactDays: number };

const startOfDay = (day: DateText) => sql`(${day}::timestamp at time zone ${sql.lit(BUSINESS_ZONE)})`;
const laterAgreedDay = (account: string) => sql`
  greatest(${sql.ref(`${account}.snoozed_until`)}, ${sql.ref(`${account}.open_promise`)})`;

/**
 * True for a row of `client_accounts` whose client need not be contacted today: somebody contacted is left alone for
 * some days, unless a day that was agreed since has come.
 */
const isHidden = (account: string, { today, contactDays }: ContactWindow) => sql<boolean>`(
  ${laterAgreedDay(account)} > ${today}::date
  or (${sql.ref(`${account}.contacted_at`)} >= ${startOfDay(addDays(today, 1 - contactDays))}
    and (${sql.ref(`${account}.contacted_at`)} at time zone ${sql.lit(BUSINESS_ZONE)})::date
      >= coalesce(${laterAgreedDay(account)}, '-infinity'::date)))`;

/** Hidden clients are few, and found by the indexes of the columns that hide them. */
const hiddenIds = (asked: ContactWindow) => sql`
  select h.user_id from client_accounts h
  where h.user_id in (
    select user_id from client_accounts where contacted_at >= ${startOfDay(addDays(asked.today, 1 - asked.contactDays))}
    union select user_id from client_accounts where snoozed_until > ${asked.today}::date
    union select user_id from client_accounts where open_promise > ${asked.today}::date
  ) and ${isHidden('h', asked)} is true`;

/** A lookup for each row of the page stays quick however many clients have an account. */
const isShown = (asked: ContactWindow) => sql<boolean>`
  (select ${isHidden('h', asked)} from client_accounts h where h.user_id = u.id) is not true`;

/** Price of a client's plan today: their own, or the list's if that is lower. */
const clientPriceOn = (today: DateText) => sql`least(${ownPriceOn(today)}, plan.amount)`;

const riseColumn = (rise: number | undefined) =>
  rise === undefined
    ? sql``
    : sql`, (select json_build_object('before', p.before, 'amount', p.amount, 'valid_from', p.valid_from) from prices p
             where p.rise_id = ${rise} and p.plan_id = u."suscriptionId" and p.user_id is null limit 1) as rise`;

/** Rows by the ids of a page, in its order. */
async function readRows(db: Db, ids: number[], today: DateText, rise?: number): Promise<CollectionRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ row: CollectionRow }>`
    select row_to_json(r) as row
    from unnest(${ids}::int[]) with ordinality as wanted (id, place)
      cross join lateral (
        select json_build_object('id', u.id, 'name', u.name, 'phone', u.phone, 'status', u.status, 'profile_image', u.profile_image) as user,
          case when plan.id is not null then json_build_object('id', plan.id, 'title', plan.title) end as plan,
          case when u.suscription_status then u.suscription_end end as end, ${clientPriceOn(today)} as price, coalesce(a.owed, 0) as owed,
          case when e.id is not null then json_build_object(
            'id', e.id, 'at', iso(e.at), 'channel', coalesce(e.data ->> 'channel', 'otro'),
            'by', (select json_build_object('id', id, 'name', name) from users where id = e.actor_id)) end as last_contact,
          a.snoozed_until, a.open_promise as promised_on, ${PROMISE_AMOUNTS},
          (select json_build_object('id', y.id, 'amount', y.amount, 'claimed_on', y.claimed_on) from payments y
           where y.user_id = u.id and ${isOpenClaim} order by y.id desc limit 1) as claim, ${openLinkUrl(today)} as link
          ${riseColumn(rise)}
        from users u left join plans plan on plan.id = u."suscriptionId"
          left join client_accounts a on a.user_id = u.id
          left join events e on e.id = a.contact_id
        where u.id = wanted.id
      ) r
    order by place`.execute(db);
  return rows.map(({ row }) => row);
}

async function countShown(db: Db, list: PagedList) {
  const { rows } = await sql<{
    total: number;
    more: boolean;
  }>`${cappedCount(sourceOf(list))} ${forceCustomPlan}`.execute(db);
  const { total, more } = rows[0]!;
  return { total, ...(more && { more }) };
}

/** `known` is the count of a whole list by its tally, `hidden` of the clients who need no contact today. */
type PageIds = { ids: number[]; hidden: number; known: number | null };
const UNCOUNTED = sql`null::int`;

/** People with similar words, if a search finds nobody. */
export function readCollection({ db, actor }: Read, query: CollectionQuery): Promise<CollectionPage> {
  const { search = '' } = query;
  return inSnapshot(db, async (snapshot) => {
    const read = { db: snapshot, actor };
    const page = await readPage(read, query, termsOf(search));
    if (page.meta.total > 0 || page.meta.hidden > 0) return page;
    const terms = await similarTerms(snapshot, search);
    const similar = terms && (await readPage(read, query, terms));
    return similar && similar.meta.total > 0 ? { ...similar, meta: { ...similar.meta, similar: true } } : page;
  });
}

/** Answers also how many clients are hidden; the total of a whole list comes from the tallies. */
async function readPage(read: Read, query: CollectionQuery, terms: Terms | undefined): Promise<CollectionPage> {
  const { db, actor } = read;
  const { today } = actor;
  const { list, hidden = false } = query;
  const window = windowOf(query);
  const rise = riseOfList(list);
  const name = collectionLists.find((one) => one === list);
  const { clients, count } = name
    ? { clients: clientsOf(name, actor), count: countOfList(name, today) }
    : rise === undefined
      ? { clients: await whomList(read, query.whom ?? { ids: [] }), count: UNCOUNTED }
      : await unnotifiedList(read, rise);
  if (!clients) {
    const { page, limit } = window;
    return { success: true, data: [], meta: { page, limit, total: 0, hidden: 0, gone: true } };
  }
  const all = {
    ...clients,
    conditions: [...clients.conditions, ...(terms ? [matchesByIndex(terms, undefined)] : [])],
  };
  const asked = { today, contactDays: await readContactDays(db) };
  // Everybody is told of a rise, even a client who was contacted about something else.
  const isHiding = rise === undefined && !hidden;
  const shownSource = isHiding ? { ...all, conditions: [...all.conditions, isShown(asked)] } : all;
  const { rows } = await sql<PageIds>`
      select array(${idsOfPage(shownSource, window)}) as ids,
        ${rise === undefined ? sql`(select count(*)::int ${sourceOf(all, sql`u.id in (${hiddenIds(asked)})`)})` : sql`0`} as hidden,
        ${terms ? UNCOUNTED : count} as known
      ${forceCustomPlan}`.execute(db);
  const found = rows[0]!;
  const total =
    found.known === null ? await countShown(db, shownSource) : { total: found.known - (hidden ? 0 : found.hidden) };
  const data = await readRows(db, found.ids, today, rise);
  const { page, limit } = window;
  return { success: true, data, meta: { page, limit, ...total, hidden: found.hidden } };
}

async function readContactDays(db: Db): Promise<number> {
  const { rows } = await sql<{ contact_days: number }>`select contact_days from business`.execute(db);
  return rows[0]!.contact_days;
}

const listsByDay = collectionLists.filter((list) => list !== 'debt' && list !== 'promised');

const isInTally = (list: CollectionList, today: DateText): Condition =>
  endsInListRange(list, sql`t.subscribed_until`, today) ?? sql`t.role = 'CLIENT' and t.subscribed_until is null`;

const figureOf = (condition: Condition) => sql`json_build_object(
  'count', coalesce(sum(t.change) filter (where ${condition}), 0),
  'sum', coalesce(sum(t.amount) filter (where ${condition}), 0))`;

/** Active accounts who pay less than the list, with the difference: few, and found by their prices. */
const ownPrices = (today: DateText) => sql`
  select u.role, case when u.suscription_status then u.suscription_end end as subscribed_until,
    case when a.promised_amount is null then a.open_promise end as promised_on, ${ownPriceOn(today)} - plan.amount as amount
  from (select distinct p.user_id from prices p where p.user_id is not null and ${isInForce(today)}) own
    join users u on u.id = own.user_id and u.status and u.deleted_at is null
    join plans plan on plan.id = u."suscriptionId" and ${ownPriceOn(today)} < plan.amount
    left join client_accounts a on a.user_id = u.id`;

const talliedFigures = (today: DateText) => sql`
  select ${sql.join(listsByDay.map((list) => sql`${figureOf(isInTally(list, today))} as ${sql.ref(list)}`))}
  from (
    select t.role, t.subscribed_until, t.change, t.change * plan.amount as amount
    from user_tally t left join plans plan on plan.id = t.plan_id where t.active
    union all select role, subscribed_until, 0, amount from own
  ) t`;

const promisedFigure = (today: DateText) => sql`(
  select json_build_object('count', coalesce(sum(t.clients), 0), 'sum', coalesce(sum(t.amount), 0))
  from (
    select t.promised_on, t.clients, t.amount + coalesce(t.clients * plan.amount, 0) as amount
    from promise_tally t left join plans plan on plan.id = t.plan_id
    union all select promised_on, 0, amount from own
  ) t where t.promised_on <= ${today}::date)`;

const debtFigure = sql`(
  select json_build_object('count', coalesce(sum(clients), 0), 'sum', coalesce(sum(owed), 0)) from debt_tally)`;

/** Count and sum of every list and of payments to verify, and since when the till is open. */
export async function readCollectionSummary({ db, actor: { today } }: Read): Promise<CollectionSummary> {
  const { rows } = await sql<CollectionSummary>`
    with own as materialized (${ownPrices(today)})
    select tallied.*, ${debtFigure} as debt, ${promisedFigure(today)} as promised,
      (select json_build_object('count', count(*), 'sum', coalesce(sum(amount), 0)) from payments y
       where y.status in ('pending', 'processing') and y.kind = 'charge' and not ${isLinkCharge}) as unverified,
      (select closed_at from till_closes where closed_at is not null order by id desc limit 1) as till_since
    from (${talliedFigures(today)}) tallied ${forceCustomPlan}`.execute(db);
  return rows[0]!;
}

/** The count of a list without its sum. */
function countOfList(list: CollectionList, today: DateText): Condition {
  if (list === 'debt') return sql`(select coalesce(sum(clients), 0)::int from debt_tally)`;
  if (list === 'promised')
    return sql`(select coalesce(sum(clients), 0)::int from promise_tally where promised_on <= ${today}::date)`;
  return sql`(
    select coalesce(sum(t.change), 0)::int from user_tally t where t.active and ${isInTally(list, today)})`;
}
