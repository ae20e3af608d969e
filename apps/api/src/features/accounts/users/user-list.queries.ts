import type { UserListQuery, userSorts } from '@pulso/contract/accounts/users';
import { sql, type RawBuilder } from 'kysely';
import { plannedEachTime } from '#db/connection/connect';
import type { Db } from '#db/schema/database';
import { visibleUsers } from '#db/writes/visible-users';
import type { Asker, Read } from '#db/writes/write';
import { openPageAnchors, type FindStart } from '#features/accounts/users/page-anchors';
import { openSearchSample } from '#features/accounts/users/search-sample';
import { listColumns } from '#features/accounts/users/user-columns';
import { filterConditions, isFiltered } from '#features/accounts/users/user-filters';
import {
  isSurelyMore,
  isWalked,
  matchesIndexed,
  matchesWalked,
  termsOf,
  type SearchSample,
  type Terms,
} from '#features/accounts/users/user-search';

const BATCH_SIZE = 5_000;
const DEFAULT_LIMIT = 50;
const MAX_COUNTED = 1_000;

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
const opposite = (order: Order) => (order === 'asc' ? 'desc' : 'asc');

function ordering(sort: Sort, order: Order) {
  // Nulls count as the earliest. Only for this column, because its index was created with the same order of nulls.
  const nulls = sort !== 'suscription_end' ? sql`` : order === 'asc' ? sql`nulls first` : sql`nulls last`;
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  return sql`${keyOf(sort)} ${direction} ${nulls}, u.id ${direction}`;
}

function foundBy({ query, actor }: Asked, more: RawBuilder<unknown>[] = []) {
  const wanted = [visibleUsers(actor), ...filterConditions(query, actor.today, 'users'), ...more];
  return sql`from users u where ${sql.join(wanted, sql` and `)}`;
}

/** `counted` has the columns `total` and, if the total is not exact beyond `MAX_COUNTED`, `more`. */
type Page = { hits?: RawBuilder<unknown>; rows: RawBuilder<unknown>; counted: RawBuilder<unknown>; more?: boolean };
type Asked = { query: UserListQuery; actor: Asker; offset: number; limit: number; sort: Sort; order: Order };

/** The ids come first, by an index-only scan, so that the rows of earlier pages are not read. */
const rowsOf = (ids: RawBuilder<unknown>, { sort, order }: Asked) =>
  sql`select ${listColumns} from users u where u.id in (${ids}) order by ${ordering(sort, order)}`;

/** The total is exact up to `MAX_COUNTED`: whoever finds more looks for something else. */
function searchPage(asked: Asked, terms: Terms, sample: SearchSample | undefined): Page {
  const { query, offset, limit, sort, order } = asked;
  const window = sql`order by ${ordering(sort, order)} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;
  const walking = () => foundBy(asked, [matchesWalked(terms)]);
  const indexed = () => foundBy(asked, [matchesIndexed(terms, sample)]);
  const count = (rows: RawBuilder<unknown>) => sql`
    select least(count(*), ${sql.lit(MAX_COUNTED)}) as total, count(*) > ${sql.lit(MAX_COUNTED)} as more
    from (${rows} limit ${sql.lit(MAX_COUNTED + 1)}) first`;
  if (isWalked(terms, offset + limit, sample)) {
    const others = isWalked(terms, MAX_COUNTED, sample) ? walking : indexed;
    // The filters are not in the sample.
    const isSure = !isFiltered(query) && isSurelyMore(terms, MAX_COUNTED, sample);
    return {
      rows: rowsOf(sql`select u.id ${walking()} ${window}`, asked),
      counted: isSure ? sql`select ${sql.lit(MAX_COUNTED)} as total, true as more` : count(sql`select ${others()}`),
      more: true,
    };
  }
  return {
    hits: sql`select u.* ${indexed()}`,
    // The rows' JSON is made only after the page is cut.
    rows: sql`select ${listColumns} from (select u.* from hits u ${window}) u`,
    counted: count(sql`select from hits`),
    more: true,
  };
}

/** The total comes from the tally: counting rows would take longer than the page itself. */
function listPage(asked: Asked, findStart: FindStart): Page {
  const { query, actor, offset, limit, sort, order } = asked;
  const kinds = [sql`true`, ...filterConditions(query, actor.today, 'tally')];
  const counted = sql`select coalesce(sum(change), 0)::int as total from user_tally where ${sql.join(kinds, sql` and `)}`;
  const inOrder = ordering(sort, order);
  const source = foundBy(asked);
  const start = findStart(asked, offset, { key: keyOf(sort), order, inOrder, source });
  if (start === 'near the end')
    return {
      counted,
      // The planner cannot see how few rows the counted limit leaves, so they are limited once more.
      rows: rowsOf(
        sql`
        select id from (
          select u.id ${source} order by ${ordering(sort, opposite(order))}
          limit (select greatest(0, least(${limit}::int, total - ${offset}::int)) from counted)
          offset (select greatest(0, total - ${offset}::int - ${limit}::int) from counted)
        ) last limit ${sql.lit(limit)}`,
        asked,
      ),
    };
  const { after, skip } = start;
  const from = after ? foundBy(asked, [after]) : source;
  const ids = sql`select u.id ${from} order by ${inOrder} limit ${sql.lit(limit)} offset ${sql.lit(skip)}`;
  return { rows: rowsOf(ids, asked), counted };
}

/** Search sample and page anchors, which decide how a page is found. */
type Known = { sample: SearchSample | undefined; findStart: FindStart };

/** A page of the list as the whole body of its answer. */
export function userPage(query: UserListQuery, actor: Asker, { sample, findStart }: Known): RawBuilder<string> {
  const { page = 1, limit = DEFAULT_LIMIT, search = '', sort = 'id', order = 'asc' } = query;
  const asked = { query, actor, offset: (page - 1) * limit, limit, sort, order };
  const terms = termsOf(search);
  const { hits, rows, counted, more } = terms ? searchPage(asked, terms, sample) : listPage(asked, findStart);
  const isFirst = page === 1 && limit === DEFAULT_LIMIT && !isFiltered(query);
  // The best plan depends on the offset and on how many users a filter leaves.
  return sql<string>`(${isFirst ? sql`` : plannedEachTime}
    with ${hits ? sql`hits as materialized (${hits}),` : sql``} counted as materialized (${counted})
    select json_build_object(
      'success', true,
      'data', coalesce((select json_agg(rows) from (${rows}) rows), '[]'),
      'meta', json_build_object(
        'total', total, 'page', ${page}::int, 'limit', ${limit}::int${more ? sql`, 'more', more` : sql``}))::text
    from counted)`;
}

export function openUserList(db: Db, now: () => Date) {
  const sample = openSearchSample(db, now);
  const findStart = openPageAnchors(db, now);
  return (query: UserListQuery, actor: Asker) => userPage(query, actor, { sample: sample(actor), findStart });
}
