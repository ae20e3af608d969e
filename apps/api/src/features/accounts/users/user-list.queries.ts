import type { userSorts } from '@pulso/contract/accounts/users';
import { filtersOfMoney, type UserListQuery } from '@pulso/contract/accounts/users.questions';
import { MAX_AT_ONCE, type Whom } from '@pulso/contract/accounts/whom';
import { sql, type RawBuilder } from 'kysely';
import { forceCustomPlan } from '#db/connection/connect';
import type { Db } from '#db/schema/database';
import {
  cappedCount,
  idsOfPage,
  isFirstWindow,
  MAX_COUNTED_ROWS,
  openPageAnchors,
  sourceOf,
  windowOf,
  type FindStart,
  type PagedList,
  type PageWindow,
} from '#db/stores/paged-list';
import { Refusal } from '#db/writes/refusal';
import { isTrainer, scopeOf, visibleUsers } from '#db/writes/visible-users';
import type { Requester, Read } from '#db/writes/write';
import { findQuestion, goneIn } from '#features/accounts/segments/segments.queries';
import { openSearchSample } from '#features/accounts/users/search-sample';
import { listColumns, pageColumnsFor } from '#features/accounts/users/user-columns';
import {
  filterConditions,
  isFiltered,
  lookedAt,
  tallyConditions,
  trainingConditions,
} from '#features/accounts/users/user-filters';
import { similarTerms } from '#features/accounts/users/similar-search';
import {
  hasSurelyMoreThan,
  isOrderScanFaster,
  matchesByIndex,
  matchesByScan,
  termsOf,
  type SearchSample,
  type Terms,
} from '#features/accounts/users/user-search';

const BATCH_SIZE = 5_000;

type Batch = { rows: string | null; size: number; last: number };

/** All users in batches, as JSON text: a hundred thousand rows need not become objects in between. */
export async function* readAllUsers({ db, actor }: Read): AsyncGenerator<string> {
  for (let after = 0, size = BATCH_SIZE; size === BATCH_SIZE;) {
    const { rows } = await sql<Batch>`
      select json_agg(r)::text as rows, count(*) as size, max(r.id) as last
      from (select ${listColumns} from users u where ${visibleUsers(actor)} and u.id > ${after} order by u.id
            limit ${BATCH_SIZE}) r`.execute(db);
    const [batch] = rows;
    if (!batch?.rows) return;
    // The brackets are cut off, so that the batches join into one array.
    yield batch.rows.slice(1, -1);
    ({ size, last: after } = batch);
  }
}

type Sort = (typeof userSorts)[number];

/** Folded names sort as a Spanish reader expects, the same on every server. */
const sortKeys: Partial<Record<Sort, string>> = { name: 'name_key', username: 'username_key' };
const keyOf = (sort: Sort) => sql.ref(`u.${sortKeys[sort] ?? sort}`);

type Order = 'asc' | 'desc';

function orderClause(sort: Sort, order: Order) {
  // Nulls count as the earliest. Only for this column, because its index was created with the same order of nulls.
  const nulls = sort !== 'suscription_end' ? sql`` : order === 'asc' ? sql`nulls first` : sql`nulls last`;
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  return sql`${keyOf(sort)} ${direction} ${nulls}, u.id ${direction}`;
}

const NOT_FOR_TRAINERS = 'No tienes permisos para realizar esta acción';

/** A trainer asks about his own clients, and not about their money. */
function questionFor<Query extends UserListQuery>(query: Query, actor: Requester): Query {
  if (!isTrainer(actor) || actor.id === null) return query;
  const forbidden = ['segment_id', ...filtersOfMoney] as const;
  if (forbidden.some((name) => query[name] !== undefined)) throw new Refusal(NOT_FOR_TRAINERS, 'forbidden');
  return { trainer: actor.id, ...query };
}

const isAboutTraining = ({ training, idle }: UserListQuery) => training !== undefined || idle !== undefined;

/** The list that a query asks for, without its search. */
function pagedListOf({ page: _page, limit: _limit, ...query }: UserListQuery, actor: Requester): PagedList {
  const conditions = filterConditions(query, actor.today);
  if (isAboutTraining(query)) {
    const { sort = 'suscription_end', order = 'asc' } = query;
    const { from } = lookedAt(visibleUsers(actor), actor.today);
    const asked = [...trainingConditions(query, actor.today), ...conditions];
    return { from, conditions: asked, id: sql`u.id`, orderBy: orderClause(sort, order) };
  }
  const { sort = query.note ? 'suscription_end' : 'id', order = 'asc' } = query;
  return {
    from: sql`from users u`,
    conditions: [visibleUsers(actor), ...conditions],
    id: sql`u.id`,
    orderBy: orderClause(sort, order),
    deep: {
      // The whole query, so that filters added later are part of the name too.
      name: JSON.stringify({ ...query, scope: scopeOf(actor) }),
      key: keyOf(sort),
      isDescending: order === 'desc',
      reversed: orderClause(sort, order === 'asc' ? 'desc' : 'asc'),
    },
  };
}

type SearchedBy = { sample: SearchSample | undefined; isAll: boolean };

/** `counted` has the columns `total` and, if the total is not exact beyond `MAX_COUNTED_ROWS`, `more`. */
type PageQuery = {
  hits?: RawBuilder<unknown>;
  rows: RawBuilder<unknown>;
  counted: RawBuilder<unknown>;
  isCapped?: boolean;
  /** `more` says that not all of the others were looked at, whichever page it is. */
  isLookedAt?: boolean;
};

/** A list of users, with what its rows tell the one who asks. */
type UserPages = PagedList & { columns: RawBuilder<unknown> };

const rowsOf = (ids: RawBuilder<unknown>, { columns, orderBy }: UserPages) =>
  sql`select ${columns} from users u where u.id in (${ids}) order by ${orderBy}`;

/**
 * A common word with filters is counted only among the first rows that the filters leave: going on until enough match would
 * take longer the more users there are. The count is then a lower bound.
 */
const countAmongFirst = (list: PagedList, matches: RawBuilder<unknown>) => sql`
  select count(*) filter (where place <= ${sql.lit(MAX_COUNTED_ROWS)} and matches)::int as total,
    count(*) > ${sql.lit(MAX_COUNTED_ROWS)} as more
  from (
    select ${matches} as matches, row_number() over () as place ${sourceOf(list)} limit ${sql.lit(MAX_COUNTED_ROWS + 1)}
  ) first`;

function searchPage(list: UserPages, window: PageWindow, terms: Terms, { sample, isAll }: SearchedBy): PageQuery {
  const { offset, limit } = window;
  const walking = { ...list, conditions: [...list.conditions, matchesByScan(terms)] };
  const indexed = () => sourceOf(list, matchesByIndex(terms, sample));
  // The sample knows nothing of filters.
  const countCommon = () => {
    if (!isAll) return countAmongFirst(list, matchesByScan(terms));
    if (hasSurelyMoreThan(terms, MAX_COUNTED_ROWS, sample))
      return sql`select ${sql.lit(MAX_COUNTED_ROWS)} as total, true as more`;
    return cappedCount(isOrderScanFaster(terms, MAX_COUNTED_ROWS, sample) ? sourceOf(walking) : indexed());
  };
  if (isOrderScanFaster(terms, offset + limit, sample))
    return { rows: rowsOf(idsOfPage(walking, window), list), counted: countCommon(), isCapped: true };
  return {
    hits: sql`select u.* ${indexed()}`,
    // The rows' JSON is made only after the page is cut.
    rows: sql`
      select ${list.columns} from (
        select u.* from hits u order by ${list.orderBy} limit ${sql.lit(limit)} offset ${sql.lit(offset)}
      ) u`,
    counted: cappedCount(sql`from hits`),
    isCapped: true,
  };
}

/** The total comes from the tally: counting rows would take longer than the page itself. */
function listPage(list: UserPages, window: PageWindow, counts: RawBuilder<unknown>[], findStart: FindStart): PageQuery {
  const kinds = sql.join([sql`true`, ...counts], sql` and `);
  return {
    counted: sql`select coalesce(sum(change), 0)::int as total from user_tally where ${kinds}`,
    rows: rowsOf(idsOfPage(list, window, findStart, sql`(select total from counted)`), list),
  };
}

/**
 * A page of filters that the tally does not know. Few who match are found first, by whatever index is best, and put in order;
 * of many the order's own index is soon at the next one.
 */
function questionPage(list: UserPages, { offset, limit }: PageWindow): PageQuery {
  const page = sql`order by ${list.orderBy} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;
  return {
    hits: sql`select u.id ${sourceOf(list)} limit ${sql.lit(MAX_AT_ONCE + 1)}`,
    // Up to as many as can be changed at once.
    counted: cappedCount(sql`from hits`, MAX_AT_ONCE),
    rows: rowsOf(
      sql`
        (select u.id from users u where u.id in (select id from hits) and not (select more from counted) ${page})
        union all
        (select u.id ${sourceOf(list, sql`(select more from counted)`)} ${page})`,
      list,
    ),
    isCapped: true,
  };
}

const countLookedAt = (list: PagedList, actor: Requester) => sql`
  select count(*)::int as total, ${lookedAt(visibleUsers(actor), actor.today).more} as more ${sourceOf(list)}`;

/** A page of a filter that looks at some users only, all of whom are counted. */
const lookedAtPage = (list: UserPages, window: PageWindow, actor: Requester): PageQuery => ({
  counted: countLookedAt(list, actor),
  rows: rowsOf(idsOfPage(list, window), list),
  isLookedAt: true,
});

/** How many users a question about training shows in the list. */
export async function countQuestion(
  { db, actor }: Read,
  query: Pick<UserListQuery, 'training' | 'idle' | 'note'>,
): Promise<{ count: number; more: boolean }> {
  const list = pagedListOf(query, actor);
  const counted = isAboutTraining(query) ? countLookedAt(list, actor) : cappedCount(sourceOf(list), MAX_AT_ONCE);
  const { rows } = await sql<{ count: number; more: boolean }>`
    select total as count, more from (${counted}) counted`.execute(db);
  return rows[0]!;
}

/** A list's filters with a saved filter's question in the place of its name; undefined if that finds nobody. */
async function withQuestion<Filters extends UserListQuery>(
  read: Read,
  filters: Filters,
): Promise<Omit<Filters, 'segment_id'> | undefined> {
  const { segment_id, ...own } = questionFor(filters, read.actor);
  if (segment_id === undefined) return own;
  if (isFiltered(own) || own.search !== undefined || isAboutTraining(own))
    throw new Refusal({ segment_id: 'Un filtro guardado va sin otros filtros' });
  const question = await findQuestion(read, segment_id);
  return question && { ...question, ...own };
}

type ListFilters = Omit<UserListQuery, 'page' | 'limit'>;

/** Up to one more id than is asked for. With `after` they are in their own order, and those beyond that one. */
type IdWindow = { most: number; after?: number };

/** The ids of those whom a list shows. */
export async function listUserIds(read: Read, filters: ListFilters, { most, after }: IdWindow): Promise<number[]> {
  const query = await withQuestion(read, filters);
  if (!query) return [];
  const list = pagedListOf(query, read.actor);
  const find = async (terms: Terms | undefined, from = after, size = most + 1) => {
    const matches = [
      ...(terms ? [matchesByIndex(terms, undefined)] : []),
      ...(from === undefined ? [] : [sql`${list.id} > ${from}`]),
    ];
    const { rows } = await sql<{ id: number }>`
      select ${list.id} as id ${sourceOf(list, ...matches)}
      order by ${from === undefined ? list.orderBy : list.id} limit ${size}`.execute(read.db);
    return rows.map(({ id }) => id);
  };
  const terms = termsOf(query.search ?? '');
  const ids = await find(terms);
  if (ids.length > 0 || query.search === undefined) return ids;
  // Similar words are for a search that nobody matches, not for its last piece.
  if (after && (await find(terms, 0, 1)).length > 0) return ids;
  const similar = await similarTerms(read.db, query.search);
  return similar ? find(similar) : ids;
}

/** True if a question, or the saved one, names what is gone. */
async function isGone(read: Read, { query, segment_id }: Whom): Promise<boolean> {
  if (segment_id !== undefined) return (await findQuestion(read, segment_id)) === undefined;
  const gone = goneIn(query ?? {});
  if (!gone) return false;
  const { rows } = await sql<{ gone: boolean }>`select ${gone} as gone`.execute(read.db);
  return rows[0]!.gone;
}

/** The ids of those whom a call is about; 'gone' if nobody is, because the question names what was deleted. */
export async function findWhom(read: Read, whom: Whom, window: IdWindow): Promise<number[] | 'gone'> {
  const { ids, query, segment_id } = whom;
  if (ids === undefined)
    return (await isGone(read, whom)) ? 'gone' : listUserIds(read, { ...query, segment_id }, window);
  const { most, after = 0 } = window;
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.id = any(${ids}::int[]) and u.id > ${after} and ${visibleUsers(read.actor)}
    order by u.id limit ${most + 1}`.execute(read.db);
  return rows.map(({ id }) => id);
}

/** Search sample and page anchors, which decide how a page is found. */
type PageAids = { sample: SearchSample | undefined; findStart: FindStart };

/** A page of the list as the whole body of its answer; `similar` are terms in place of those that nobody has. */
export function userPage(
  asked: UserListQuery,
  actor: Requester,
  { sample, findStart }: PageAids,
  similar?: Terms,
): RawBuilder<string> {
  const query = questionFor(asked, actor);
  const list = { ...pagedListOf(query, actor), columns: pageColumnsFor(actor) };
  const window = windowOf(query);
  const terms = similar ?? termsOf(query.search ?? '');
  const isLimited = isAboutTraining(query);
  const counts = tallyConditions(query, actor.today);
  const searched = terms && isLimited ? { ...list, conditions: [...list.conditions, matchesByScan(terms)] } : list;
  const { hits, rows, counted, isCapped, isLookedAt } = isLimited
    ? lookedAtPage(searched, window, actor)
    : terms
      ? searchPage(list, window, terms, { sample, isAll: !isFiltered(query) })
      : counts
        ? listPage(list, window, counts, findStart)
        : questionPage(list, window);
  const isFirst = isFirstWindow(window) && !isFiltered(query) && !isLimited;
  const { page, limit, offset } = window;
  // A page that is not full is the last one, and tells the total; an empty one may lie beyond it.
  const isLast = sql`size between ${offset === 0 ? 0 : 1}::int and ${limit - 1}::int`;
  const meta = isCapped
    ? sql`
      'total', case when ${isLast} then ${offset}::int + size when size = 0 then total
        else greatest(total, ${offset}::int + size) end,
      'more', more and not ${isLast}`
    : sql`'total', total${isLookedAt ? sql`, 'more', more` : sql``}`;
  const gone = goneIn(query);
  // The best plan depends on the offset and on how many users a filter leaves.
  return sql<string>`(${isFirst ? sql`` : forceCustomPlan}
    with ${hits ? sql`hits as materialized (${hits}),` : sql``} counted as materialized (${counted})
    select json_build_object(
      'success', true,
      'data', data,
      'meta', json_build_object('page', ${page}::int, 'limit', ${limit}::int, ${meta} ${similar ? sql`, 'similar', true` : sql``}
        ${gone ? sql`, 'gone', ${gone}` : sql``}))::text
    from counted, (select coalesce(json_agg(rows), '[]') as data, count(*) as size from (${rows}) rows) page)`;
}

const isEmptyPage = (body: string) => (JSON.parse(body) as { meta: { total: number } }).meta.total === 0;

export function openUserList(db: Db, now: () => Date) {
  const sample = openSearchSample(db, now);
  const findStart = openPageAnchors(db, now);
  const pageOf = (query: UserListQuery, actor: Requester, similar?: Terms) =>
    userPage(query, actor, { sample: sample(actor), findStart }, similar);
  /** The page of those with similar words, if there are any, in place of one that says that nobody has the words. */
  const findSimilar = async (read: Read, query: UserListQuery, body: string): Promise<string> => {
    if (query.search === undefined || !isEmptyPage(body)) return body;
    const similar = await similarTerms(read.db, query.search);
    if (!similar) return body;
    const { rows } = await sql<{ body: string }>`select ${pageOf(query, read.actor, similar)} as body`.execute(read.db);
    return rows[0] && !isEmptyPage(rows[0].body) ? rows[0].body : body;
  };
  /** A page of a saved filter, whose question has to be found first. */
  const readSegmentPage = async (read: Read, filters: UserListQuery): Promise<string> => {
    const query = await withQuestion(read, filters);
    const { page, limit } = windowOf(filters);
    if (!query) return JSON.stringify({ success: true, data: [], meta: { page, limit, total: 0, gone: true } });
    const { rows } = await sql<{ body: string }>`select ${pageOf(query, read.actor)} as body`.execute(read.db);
    return findSimilar(read, query, rows[0]!.body);
  };
  return { pageOf, findSimilar, readSegmentPage };
}
