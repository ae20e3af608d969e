import { linkRow, type LinkPage, type LinkQuery, type PaymentLink } from '@pulso/contract/billing/links';
import type { LinkState } from '@pulso/contract/billing/links.labels';
import { sql, type RawBuilder } from 'kysely';
import { fieldsOf } from '#db/stores/columns';
import { jsonArrayOf } from '#db/stores/json-list';
import { cappedCount, idsOfPage, sourceOf, windowOf, type PagedList } from '#db/stores/paged-list';
import type { Read } from '#db/writes/write';
import { LINK_FEE, LINK_NET } from '#features/billing/ledger/link-charges.queries';

/** The states of a link, by that of its charge `y`. */
const CHARGE_STATUSES: Record<LinkState, string> = {
  open: 'pending',
  processing: 'processing',
  paid: 'completed',
  failed: 'failed',
};
const LINK_STATE = sql`case y.status ${sql.join(
  Object.entries(CHARGE_STATUSES).map(([state, status]) => sql`when ${sql.lit(status)} then ${sql.lit(state)}`),
  sql` `,
)} end`;

const waitsForPerson = (alias: string) =>
  sql`${sql.ref(`${alias}.problem`)} is not null and ${sql.ref(`${alias}.solved_at`)} is null`;

const LINK_FIELDS = fieldsOf('l', linkRow, {
  user: sql`(select json_build_object('id', id, 'name', name, 'deleted', deleted_at is not null) from users where id = l.user_id)`,
  plan: sql`case when l.debt_id is null then
    (select json_build_object('id', id, 'title', title) from plans where id = y.plan_id) end`,
  concept: sql`y.concept`,
  amount: sql`y.amount`,
  url: sql`coalesce(y.payment_url, '')`,
  state: LINK_STATE,
  expires_at: sql`iso(l.expires_at)`,
  created_by: sql`(select json_build_object('id', id, 'name', name) from users where id = y.recorded_by)`,
  payment_id: sql`y.id`,
  paid_on: sql`y.paid_on`,
  fee: LINK_FEE,
  net: LINK_NET,
  problems: jsonArrayOf(sql`
    select f.id, f.problem, f.amount, f.currency, f.outside_id as transaction_id,
      iso(coalesce(f.approved_at, f.created_at)) as at, f.payment_id
    from link_payments f where f.link_id = l.id and ${waitsForPerson('f')} order by f.id`),
});

const FROM_LINKS = sql`from payment_links l join payments y on y.id = l.payment_id`;

async function readLinks({ db }: Read, tail: RawBuilder<unknown>): Promise<PaymentLink[]> {
  const { rows } = await sql<{ row: PaymentLink }>`
    select row_to_json(r) as row from (select ${LINK_FIELDS} ${FROM_LINKS} ${tail}) r`.execute(db);
  return rows.map(({ row }) => row);
}

export const findLink = async (read: Read, id: number): Promise<PaymentLink | undefined> =>
  (await readLinks(read, sql`where l.id = ${id}`))[0];

/** A page of links, newest first. */
export async function listLinks(read: Read, query: LinkQuery): Promise<LinkPage> {
  const { user_id, state, problems = false } = query;
  const window = windowOf(query);
  const isProblematic = sql`l.id in (select link_id from link_payments f where ${waitsForPerson('f')})`;
  const list: PagedList = {
    from: FROM_LINKS,
    id: sql`l.id`,
    conditions: [
      ...(user_id === undefined ? [] : [sql`l.user_id = ${user_id}`]),
      ...(state === undefined ? [] : [sql`y.status = ${CHARGE_STATUSES[state]}`]),
      ...(problems ? [isProblematic] : []),
    ],
    orderBy: sql`l.id desc`,
  };
  const { rows } = await sql<{ total: number; more: boolean; problems: number }>`
    select counted.*,
      (select count(distinct link_id)::int from link_payments f where ${waitsForPerson('f')}) as problems
    from (${cappedCount(sourceOf(list))}) counted`.execute(read.db);
  const { more, ...counts } = rows[0]!;
  const data = await readLinks(
    read,
    sql`join (${idsOfPage(list, window)}) found on found.id = l.id order by l.id desc`,
  );
  const { page, limit } = window;
  return { success: true, data, meta: { page, limit, ...counts, ...(more && { more }) } };
}

/** The newest link of a client. */
export async function findNewestLink(
  { db }: Read,
  userId: number,
): Promise<{ id: number; state: LinkState } | undefined> {
  const { rows } = await sql<{ id: number; state: LinkState }>`
    select l.id, ${LINK_STATE} as state ${FROM_LINKS} where l.user_id = ${userId} order by l.id desc limit 1`.execute(
    db,
  );
  return rows[0];
}
