import type { UserListQuery, UserListRow, userSorts } from '@pulso/contract/users';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database';
import { listColumns } from '#features/users/user-columns';

const BATCH = 5_000;
const DEFAULT_LIMIT = 50;
/** The search index knows groups of three characters. */
const INDEXED_LENGTH = 3;

type Batch = { rows: string | null; size: number; last: number };

/**
 * All users, a batch at a time: memory and transactions stay small however long the reader takes. As text, because
 * the answer is text: a hundred thousand rows need not become objects in between.
 */
export async function* readAllUsers(db: Db): AsyncGenerator<string> {
  for (let after = 0, size = BATCH; size === BATCH;) {
    const { rows } = await sql<Batch>`
      select json_agg(r)::text as rows, count(*) as size, max(r.id) as last
      from (select ${listColumns} from users u where u.deleted_at is null and u.id > ${after} order by u.id
            limit ${BATCH}) r`.execute(db);
    const [batch] = rows;
    if (!batch?.rows) return;
    // Without the brackets, so that the batches make one array.
    yield batch.rows.slice(1, -1);
    ({ size, last: after } = batch);
  }
}

/** What the person typed, literally, wherever it stands; a phone number also as its digits alone. */
function matches(search: string): RawBuilder<unknown> {
  const digits = /^[\d\s+()./-]+$/.test(search) ? search.replace(/\D/g, '').replace(/^54(?=\d{7})/, '') : '';
  const term = (text: string) => sql`
    u.search like '%' || replace(replace(replace(fold(${text}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`;
  return digits ? sql`(${term(search)} or ${term(digits)})` : term(search);
}

type Sort = (typeof userSorts)[number];

/** Folded names sort as a Spanish reader expects, the same on every server. */
const sortKeys: Partial<Record<Sort, string>> = { name: 'name_key', username: 'username_key' };

function ordering(sort: Sort, order: 'asc' | 'desc') {
  const key = sql.ref(`u.${sortKeys[sort] ?? sort}`);
  // Nobody's end comes before all others. Said of this column alone, because an index serves its very words only.
  const nulls = sort !== 'suscription_end' ? sql`` : order === 'asc' ? sql`nulls first` : sql`nulls last`;
  return order === 'asc' ? sql`${key} asc ${nulls}, u.id asc` : sql`${key} desc ${nulls}, u.id desc`;
}

export async function listUsers(db: Db, query: UserListQuery, today: string) {
  const { page = 1, limit = DEFAULT_LIMIT, role, status, subscription, sort = 'id', order = 'asc' } = query;
  const search = query.search?.trim();
  const wanted = [sql`u.deleted_at is null`];
  if (search) wanted.push(matches(search));
  if (role) wanted.push(sql`u.role = ${role}`);
  if (status) wanted.push(sql`u.status = ${status === 'active'}`);
  const subscribed = sql`(u.suscription_status and u.suscription_end > ${today}::date)`;
  if (subscription === 'active') wanted.push(subscribed);
  if (subscription === 'inactive') wanted.push(sql`${subscribed} is not true`);
  const found = sql`from users u where ${sql.join(wanted, sql` and `)}`;
  // 'offset 0' is a fence: what an index can find is found first, then sorted. The planner would rather walk the whole
  // list in the wanted order, in the hope of soon meeting enough.
  const source = search && search.length >= INDEXED_LENGTH ? sql`from (select u.* ${found} offset 0) u` : found;
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<UserListRow>`
      select ${listColumns} ${source} order by ${ordering(sort, order)}
      limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ total: number }>`select count(*) as total ${found}`.execute(db),
  ]);
  return { rows, meta: { total: counted[0]?.total ?? 0, page, limit } };
}
