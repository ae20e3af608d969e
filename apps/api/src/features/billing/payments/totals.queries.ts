import type { ByMethod } from '@pulso/contract/billing/ledger';
import type { LedgerFilter } from '@pulso/contract/billing/payments';
import { paymentMethods } from '@pulso/contract/billing/payments.labels';
import { sql, type RawBuilder } from 'kysely';
import type { Read } from '#db/writes/write';
import type { PaymentSearch } from '#features/billing/payments/search.queries';

const allOf = (conditions: RawBuilder<unknown>[]) => sql`${sql.join([sql`true`, ...conditions], sql` and `)}`;

/** The conditions that the tally knows, by the names that a row and the tally share. */
function tallyConditions(question: LedgerFilter, kinds: Record<'clients' | 'expenses', RawBuilder<unknown>>) {
  const { from, to, method, type, status, kind, plan, author } = question;
  return [
    ...(from ? [sql`day >= ${from}::date`] : []),
    ...(to ? [sql`day <= ${to}::date`] : []),
    ...(method ? [sql`payment_method = ${method}`] : []),
    ...(type ? [sql`type = ${type}`] : []),
    ...(status ? [sql`status = ${status}`] : []),
    ...(kind === 'clients' || kind === 'expenses' ? [kinds[kind]] : kind ? [sql`kind = ${kind}`] : []),
    ...(plan ? [sql`plan_id = ${plan}`] : []),
    ...(author ? [sql`recorded_by = ${author}`] : []),
  ];
}

const KINDS_OF_ROWS = {
  clients: sql`user_id is not null`,
  // The first part is that of an index: few rows are not charges.
  expenses: sql`kind <> 'charge' and user_id is null and (amount < 0) <> (kind = 'reversal')`,
};
const KINDS_IN_TALLY = { clients: sql`of_client`, expenses: sql`of_expense` };

export const ledgerCondition = (question: LedgerFilter, sought?: PaymentSearch) =>
  allOf([
    ...tallyConditions(question, KINDS_OF_ROWS),
    ...(question.user_id ? [sql`user_id = ${question.user_id}`] : []),
    ...(sought ? [sought.condition] : []),
  ]);

type Totals = { total: number; sum: number; by_method: ByMethod };

export const figuresByMethod = (amount: RawBuilder<unknown>) =>
  sql.join(
    paymentMethods.map(
      (method) =>
        sql`${sql.lit(method)}, coalesce(sum(${amount}) filter (where payment_method = ${sql.lit(method)}), 0)`,
    ),
  );

/** Only completed payments are money. Totals come from the tally if possible: adding up a million rows is slow. */
export async function readTotals({ db }: Read, question: LedgerFilter, sought?: PaymentSearch): Promise<Totals> {
  const isCounted = question.user_id === undefined && !sought;
  const source = isCounted
    ? sql`
      select rows, case when status = 'completed' then amount end as amount, payment_method from payment_days
      where ${allOf(tallyConditions(question, KINDS_IN_TALLY))}`
    : sql`
      select 1 as rows, case when status = 'completed' then amount end as amount, payment_method from payments
      where ${ledgerCondition(question, sought)}`;
  const { rows } = await sql<Totals>`
    select coalesce(sum(rows), 0)::int as total, coalesce(sum(amount), 0) as sum,
      json_build_object(${figuresByMethod(sql`amount`)}) as by_method
    from (${source}) found`.execute(db);
  return rows[0]!;
}
