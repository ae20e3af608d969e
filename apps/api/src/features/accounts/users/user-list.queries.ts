import {
  userFilters,
  type UserFilter,
  type UserFilterValue,
  type UserListQuery,
  type UserListRow,
  type userSorts,
} from '@pulso/contract/accounts/users';
import { phoneSearchDigits } from '@pulso/contract/kit/phone';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database';
import { visibleUsers } from '#db/visible-users';
import { subscribed, tallySubscribed } from '#features/accounts/users/subscribed';
import { listColumns } from '#features/accounts/users/user-columns';

const BATCH_SIZE = 5_000;
const DEFAULT_LIMIT = 50;
/** The trigram index needs at least three characters. */
const MIN_INDEXED_LENGTH = 3;

type Batch = { rows: string | null; size: number; last: number };

/** All users in batches, as JSON text: a hundred thousand rows need not become objects in between. */
export async function* readAllUsers(db: Db): AsyncGenerator<string> {
  for (let after = 0, size = BATCH_SIZE; size === BATCH_SIZE;) {
    const { rows } = await sql<Batch>`
      select json_agg(r)::text as rows, count(*) as size, max(r.id) as last
      from (select ${listColumns} from users u where ${visibleUsers} and u.id > ${after} order by u.id
            limit ${BATCH_SIZE}) r`.execute(db);
    const [batch] = rows;
    if (!batch?.rows) return;
    // Without the brackets, so that the batches join into one array.
    yield batch.rows.slice(1, -1);
    ({ size, last: after } = batch);
  }
}

/** The literal text anywhere in the search column; a phone number also as its digits alone. */
function matches(search: string): RawBuilder<unknown> {
  const digits = phoneSearchDigits(search);
  const term = (text: string) => sql`
    u.search like '%' || replace(replace(replace(fold(${text}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`;
  return digits ? sql`(${term(search)} or ${term(digits)})` : term(search);
}

/** How many users a word or a filter finds decides how they are found: such a query is planned each time. */
const PLANNED = sql`/* planned for its values */`;

type Sort = (typeof userSorts)[number];

/** Folded names sort as a Spanish reader expects, the same on every server. */
const sortKeys: Partial<Record<Sort, string>> = { name: 'name_key', username: 'username_key' };

function ordering(sort: Sort, order: 'asc' | 'desc') {
  const key = sql.ref(`u.${sortKeys[sort] ?? sort}`);
  // Nulls count as the earliest. Only for this column, because its index was created with the same order of nulls.
  const nulls = sort !== 'suscription_end' ? sql`` : order === 'asc' ? sql`nulls first` : sql`nulls last`;
  return order === 'asc' ? sql`${key} asc ${nulls}, u.id asc` : sql`${key} desc ${nulls}, u.id desc`;
}

type Conditions = { [Name in UserFilter]: (value: UserFilterValue<Name>) => RawBuilder<unknown> };

const conditionsOn = (today: string): Conditions => ({
  role: (role) => sql`u.role = ${role}`,
  status: (status) => sql`u.status = ${status === 'active'}`,
  subscription: (state) => (state === 'active' ? subscribed(today) : sql`${subscribed(today)} is not true`),
});

/** The filters that the tally can count. */
const tallyConditionsOn = (today: string): Omit<Conditions, 'role'> => ({
  status: (status) => sql`active = ${status === 'active'}`,
  subscription: (state) => (state === 'active' ? tallySubscribed(today) : sql`${tallySubscribed(today)} is not true`),
});

/** The requested filters, as far as there are conditions for them. */
function wantedOf(query: UserListQuery, conditions: Partial<Conditions>): RawBuilder<unknown>[] {
  const known = conditions as Record<string, ((value: unknown) => RawBuilder<unknown>) | undefined>;
  return Object.keys(userFilters).flatMap((name) => {
    const value = query[name as UserFilter];
    const condition = value === undefined ? undefined : known[name]?.(value);
    return condition ? [condition] : [];
  });
}

function found(query: UserListQuery, today: string) {
  const wanted = [visibleUsers, ...wantedOf(query, conditionsOn(today))];
  if (query.search) wanted.push(matches(query.search));
  return sql`from users u where ${sql.join(wanted, sql` and `)}`;
}

/** From the tally where it has the filters: counting rows would take longer than the page itself. */
function totalOf(query: UserListQuery, today: string) {
  const { search, role } = query;
  if (search || role) return sql<{ total: number }>`${PLANNED} select count(*) as total ${found(query, today)}`;
  const kinds = [sql`true`, ...wantedOf(query, tallyConditionsOn(today))];
  return sql<{ total: number }>`
    select coalesce(sum(change), 0) as total from user_tally where ${sql.join(kinds, sql` and `)}`;
}

export async function listUsers(db: Db, asked: UserListQuery, today: string) {
  const query = { ...asked, search: asked.search?.trim() };
  const { page = 1, limit = DEFAULT_LIMIT, search = '', sort = 'id', order = 'asc' } = query;
  // 'offset 0' is an optimization fence: the search index first, then the sort. The planner would rather scan all users
  // in the wanted order.
  const isFenced = search.length >= MIN_INDEXED_LENGTH;
  const source = isFenced ? sql`from (select u.* ${found(query, today)} offset 0) u` : found(query, today);
  const inOrder = ordering(sort, order);
  // First the ids, by an index-only scan, so that the rows of earlier pages are not read.
  const ids = sql`select u.id ${source} order by ${inOrder} limit ${limit} offset ${(page - 1) * limit}`;
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<UserListRow>`${PLANNED} select ${listColumns} from users u where u.id in (${ids}) order by ${inOrder}`.execute(
      db,
    ),
    totalOf(query, today).execute(db),
  ]);
  return { rows, meta: { total: counted[0]?.total ?? 0, page, limit } };
}
