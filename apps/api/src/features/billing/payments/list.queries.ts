import { type LedgerRow, type Payment, paymentRow } from '@pulso/contract/billing/ledger';
import type { LedgerQuestion } from '@pulso/contract/billing/payments';
import { sql, type RawBuilder } from 'kysely';
import { fieldsOf } from '#db/stores/columns';
import { fixed } from '#db/stores/fixed';
import { listOf } from '#db/stores/json-list';
import { idsOfPage, type FindStart, type PagedList, type Window } from '#db/stores/paged-list';
import { visibleUsers } from '#db/writes/visible-users';
import type { Read } from '#db/writes/write';
import type { SearchSample } from '#features/accounts/users/user-search';
import { readLedger } from '#features/billing/ledger/ledger.queries';
import { seek } from '#features/billing/payments/search.queries';
import { foundBy, readTotals } from '#features/billing/payments/totals.queries';

const byDay = (direction: RawBuilder<unknown>) => sql`day ${direction}, id ${direction}`;

/** The payments that a question leaves, newest first. */
const paymentsOf = (question: LedgerQuestion, condition: RawBuilder<unknown>): PagedList => ({
  from: sql`from payments`,
  conditions: [condition],
  id: sql`id`,
  orderBy: byDay(sql`desc`),
  deep: { name: JSON.stringify(question), key: sql`day`, isDescending: true, reversed: byDay(sql`asc`) },
});

/** The search sample, and the page anchors of long lists. */
type Known = { sample: SearchSample | undefined; findStart: FindStart };

export async function readLedgerPage(
  read: Read,
  question: LedgerQuestion,
  window: Window,
  { sample, findStart }: Known,
) {
  const sought = question.search === undefined ? undefined : await seek(read, question.search, sample);
  const totals = await readTotals(read, question, sought);
  const list = paymentsOf(question, foundBy(question, sought));
  const ids = idsOfPage(list, window, findStart, sql`${totals.total}::int`);
  const data = await readLedger(read, sql`join (${ids}) found using (id) order by y.day desc, y.id desc`);
  const { page, limit } = window;
  return { success: true, data, meta: { page, limit, ...totals, ...(sought?.more && { more: true }) } };
}

const EXPORT_BATCH = 1_000;

/** Everything that a question leaves, oldest pages last, in batches. */
export async function* readWholeLedger(
  read: Read,
  question: LedgerQuestion,
  sample?: SearchSample,
): AsyncGenerator<LedgerRow[]> {
  const sought = question.search === undefined ? undefined : await seek(read, question.search, sample);
  for (let last: LedgerRow | undefined, size = EXPORT_BATCH; size === EXPORT_BATCH;) {
    const after = last ? sql`and (day, id) < (${last.day}::date, ${last.id})` : sql``;
    const rows: LedgerRow[] = await readLedger(
      read,
      sql`
      join (select id from payments where ${foundBy(question, sought)} ${after} order by day desc, id desc
            limit ${EXPORT_BATCH}) found using (id)
      order by y.day desc, y.id desc`,
    );
    if (rows.length === 0) return;
    yield rows;
    ({ length: size } = rows);
    last = rows.at(-1);
  }
}

export async function readUnverified(read: Read): Promise<LedgerRow[]> {
  return readLedger(
    read,
    sql`where y.status in ('pending', 'processing') and y.kind = 'charge' order by y.id limit 500`,
  );
}

/** A subquery for the user `u` of the outer query. */
export const paymentsOfUser = fixed(
  listOf(sql`select ${fieldsOf('y', paymentRow)} from payments y where y.user_id = u.id order by y.id desc`),
);

/** Undefined when there is no such user. */
export async function listPayments({ db, actor }: Read, userId: number): Promise<Payment[] | undefined> {
  const { rows } = await sql<{ payments: Payment[] }>`
    select ${paymentsOfUser} as payments from users u where u.id = ${userId} and ${visibleUsers(actor)}`.execute(db);
  return rows[0]?.payments;
}
