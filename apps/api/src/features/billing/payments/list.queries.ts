import { type LedgerRow, type Payment, paymentRow } from '@pulso/contract/billing/ledger';
import type { LedgerFilter } from '@pulso/contract/billing/payments';
import { sql, type RawBuilder } from 'kysely';
import { fieldsOf } from '#db/stores/columns';
import { precompile } from '#db/stores/precompile';
import { jsonArrayOf } from '#db/stores/json-list';
import { idsOfPage, type FindStart, type PagedList, type PageWindow } from '#db/stores/paged-list';
import { visibleUsers } from '#db/writes/visible-users';
import type { Read } from '#db/writes/write';
import type { SearchSample } from '#features/accounts/users/user-search';
import { isLinkCharge } from '#features/billing/ledger/link-charges.queries';
import { readLedger } from '#features/billing/ledger/ledger.queries';
import { searchPayments } from '#features/billing/payments/search.queries';
import { ledgerCondition, readTotals } from '#features/billing/payments/totals.queries';

const orderByDay = (direction: RawBuilder<unknown>) => sql`day ${direction}, id ${direction}`;

/** The payments that a question leaves, newest first. */
const paymentsOf = (question: LedgerFilter, condition: RawBuilder<unknown>): PagedList => ({
  from: sql`from payments`,
  conditions: [condition],
  id: sql`id`,
  orderBy: orderByDay(sql`desc`),
  deep: { name: JSON.stringify(question), key: sql`day`, isDescending: true, reversed: orderByDay(sql`asc`) },
});

/** The search sample, and the page anchors of long lists. */
type PageAids = { sample: SearchSample | undefined; findStart: FindStart };

export async function readLedgerPage(
  read: Read,
  question: LedgerFilter,
  window: PageWindow,
  { sample, findStart }: PageAids,
) {
  const sought = question.search === undefined ? undefined : await searchPayments(read, question.search, sample);
  const totals = await readTotals(read, question, sought);
  const list = paymentsOf(question, ledgerCondition(question, sought));
  const ids = idsOfPage(list, window, findStart, sql`${totals.total}::int`);
  const data = await readLedger(read, sql`join (${ids}) found using (id) order by y.day desc, y.id desc`);
  const { page, limit } = window;
  const { more, similar } = sought ?? {};
  return { success: true, data, meta: { page, limit, ...totals, more, similar } };
}

const EXPORT_BATCH_ROWS = 1_000;

/** Everything that a question leaves, oldest pages last, in batches. */
export async function* readWholeLedger(
  read: Read,
  question: LedgerFilter,
  sample?: SearchSample,
): AsyncGenerator<LedgerRow[]> {
  const sought = question.search === undefined ? undefined : await searchPayments(read, question.search, sample);
  for (let last: LedgerRow | undefined, size = EXPORT_BATCH_ROWS; size === EXPORT_BATCH_ROWS;) {
    const after = last ? sql`and (day, id) < (${last.day}::date, ${last.id})` : sql``;
    const rows: LedgerRow[] = await readLedger(
      read,
      sql`
      join (select id from payments where ${ledgerCondition(question, sought)} ${after} order by day desc, id desc
            limit ${EXPORT_BATCH_ROWS}) found using (id)
      order by y.day desc, y.id desc`,
    );
    if (rows.length === 0) return;
    yield rows;
    ({ length: size } = rows);
    last = rows.at(-1);
  }
}

export async function listUnverified(read: Read): Promise<LedgerRow[]> {
  return readLedger(
    read,
    sql`where y.status in ('pending', 'processing') and y.kind = 'charge' and not ${isLinkCharge} order by y.id limit 500`,
  );
}

/** A subquery for the user `u` of the outer query. */
export const paymentsOfUser = precompile(
  jsonArrayOf(sql`select ${fieldsOf('y', paymentRow)} from payments y where y.user_id = u.id order by y.id desc`),
);

/** Undefined when there is no such user. */
export async function listPayments({ db, actor }: Read, userId: number): Promise<Payment[] | undefined> {
  const { rows } = await sql<{ payments: Payment[] }>`
    select ${paymentsOfUser} as payments from users u where u.id = ${userId} and ${visibleUsers(actor)}`.execute(db);
  return rows[0]?.payments;
}
