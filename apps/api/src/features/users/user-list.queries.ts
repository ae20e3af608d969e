import { userSorts, type UserListQuery, type UserListRow } from '@pulso/contract/users';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database';
import { listColumns } from '#features/users/user-columns';

const BATCH = 5_000;
export const DEFAULT_LIMIT = 50;

/** As text, because the answer is text: a hundred thousand rows need not become objects in between. */
const rowText = sql`
  json_build_object('id', u.id, 'name', u.name, 'gender', u.gender, 'username', u.username, 'countryCodeT', '+54',
    'phone', u.phone, 'role', u.role, 'status', u.status, 'suscription_status', u.suscription_status,
    'suscription_end', u.suscription_end, 'created_at', iso(u.created_at))::text`;

/** All users, a batch at a time: memory and transactions stay small however long the reader takes. */
export async function* readAllUsers(db: Db): AsyncGenerator<string[]> {
  let after = 0;
  for (;;) {
    const { rows } = await sql<{ id: number; text: string }>`
      select u.id, ${rowText} as text from users u
      where u.deleted_at is null and u.id > ${after} order by u.id limit ${BATCH}`.execute(db);
    if (rows.length > 0) yield rows.map(({ text }) => text);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
}

/** What the person typed, literally, wherever it stands; a phone number also as its digits alone. */
function matches(search: string): RawBuilder<unknown> {
  const digits = /^[\d\s+()./-]+$/.test(search) ? search.replace(/\D/g, '').replace(/^54(?=\d{7})/, '') : '';
  const term = (text: string) => sql`
    u.search like '%' || replace(replace(replace(fold(${text}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`;
  return digits ? sql`(${term(search)} or ${term(digits)})` : term(search);
}

/** Folded names sort as a Spanish reader expects, the same on every server. */
const sortKeys: Partial<Record<(typeof userSorts)[number], string>> = { name: 'name_key', username: 'username_key' };

export async function listUsers(db: Db, query: UserListQuery, today: string) {
  const { page = 1, limit = DEFAULT_LIMIT, search, role, status, subscription, sort = 'id', order = 'asc' } = query;
  const wanted = [sql`u.deleted_at is null`];
  if (search?.trim()) wanted.push(matches(search.trim()));
  if (role) wanted.push(sql`u.role = ${role}`);
  if (status) wanted.push(sql`u.status = ${status === 'active'}`);
  const subscribed = sql`(u.suscription_status and u.suscription_end > ${today}::date)`;
  if (subscription === 'active') wanted.push(subscribed);
  if (subscription === 'inactive') wanted.push(sql`${subscribed} is not true`);
  const where = sql.join(wanted, sql` and `);
  const direction = order === 'asc' ? sql`asc` : sql`desc nulls last`;
  const key = sql.ref(`u.${sortKeys[sort] ?? sort}`);
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<UserListRow>`
      select ${listColumns} from users u where ${where}
      order by ${key} ${direction}, u.id ${direction} limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ total: number }>`select count(*) as total from users u where ${where}`.execute(db),
  ]);
  return { rows, meta: { total: counted[0]?.total ?? 0, page, limit } };
}
