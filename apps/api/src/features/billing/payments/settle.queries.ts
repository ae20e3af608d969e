import type { ByMethod, DebtPaymentInput, MovementInput, Receipt } from '@pulso/contract/billing/ledger';
import {
  paidOnProblem,
  type LedgerQuestion,
  type LedgerRow,
  type Payment,
  type PaymentInput,
} from '@pulso/contract/billing/payments';
import { paymentMethods } from '@pulso/contract/billing/payments.labels';
import { timeAgo } from '@pulso/contract/kit/time-ago';
import { formatDate } from '@pulso/contract/kit/dates';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database';
import { recordEvent } from '#db/events';
import { isRecentDuplicate } from '#db/idempotency';
import { Refusal } from '#db/refusal';
import type { Values } from '#db/rows';
import type { Write } from '#db/write';
import type { SearchSample } from '#features/accounts/users/user-search';
import { lockUser } from '#features/accounts/users/users.queries';
import { checkDebt, findDebt, lowerDebt, oweRest, raiseDebt } from '#features/billing/debts/debts.queries';
import { seek, type Sought } from '#features/billing/ledger/ledger-search.queries';
import {
  completePayment,
  failPayments,
  findLedgerRow,
  readLedger,
  recordPayment,
  refuseDuplicates,
  reversePayments,
} from '#features/billing/payments/payments.queries';
import { annulPeriod } from '#features/billing/subscriptions/renewals.queries';

type Typed = Omit<PaymentInput, 'unless_duplicate'>;

/** Everything that a person typed, as it is stored. */
function typedValues(input: Typed, today: string): Values {
  const { transaction_id = null, payment_url = null, notes = null, debt_id = null, ...typed } = input;
  const paid_on = typed.status === 'completed' ? (typed.paid_on ?? today) : null;
  return { ...typed, transaction_id, payment_url, notes, debt_id, paid_on };
}

async function refuseTwice({ db, actor }: Write, input: Typed) {
  const same = isRecentDuplicate(typedValues(input, actor.today));
  const twice = await sql`select 1 from payments where ${same} and kind = 'charge' limit 1`.execute(db);
  if (twice.rows.length > 0)
    throw new Refusal('Se acaba de registrar un pago igual. Espera unos segundos si quieres registrar otro.');
}

function checkDay(paidOn: string | undefined, today: string) {
  const problem = paidOnProblem(paidOn, today);
  if (problem) throw new Refusal(problem);
}

/** A payment that an administrator enters. Undefined when there is no such user, or no such debt of his. */
export async function createPayment(
  write: Write,
  input: PaymentInput,
  allowTwice: boolean,
): Promise<Payment | undefined> {
  const { actor } = write;
  const { unless_duplicate, debt_id = null, ...values } = input;
  const { user_id, amount, status, transaction_id, paid_on } = values;
  checkDay(paid_on, actor.today);
  if (!(await lockUser(write, user_id))) return undefined;
  const debt = debt_id === null ? undefined : await checkDebt(write, debt_id, user_id, amount);
  if (debt_id !== null && !debt) return undefined;
  if (unless_duplicate) await refuseDuplicates(write, { user_id, amount, transaction_id, day: paid_on ?? actor.today });
  if (!allowTwice) await refuseTwice(write, { ...values, debt_id });
  const sold = debt ? { concept: debt.concept || undefined, period_id: debt.period_id } : {};
  const payment = await recordPayment(write, { ...values, ...sold, debt_id });
  if (debt && status === 'completed') await lowerDebt(write, debt.id, amount);
  await recordEvent(write, { entity: 'payment', entityId: payment.id, userId: user_id, action: 'record' });
  return payment;
}

/** A debt is paid as what it is for. Undefined when there is no such debt. */
export async function payDebt(write: Write, id: number, input: DebtPaymentInput): Promise<LedgerRow | undefined> {
  const debt = await findDebt(write.db, id);
  if (!debt) return undefined;
  const { user_id, type, item_id } = debt;
  const payment = await createPayment(write, { ...input, user_id, type, item_id, debt_id: id }, true);
  return payment && findLedgerRow(write.db, payment.id);
}

/** Money in or out of the till that is no client's. */
export async function recordMovement(write: Write, input: MovementInput): Promise<LedgerRow | undefined> {
  const { kind, amount, ...values } = input;
  checkDay(values.paid_on, write.actor.today);
  const payment = await recordPayment(write, {
    ...values,
    kind,
    amount: kind === 'expense' ? -amount : amount,
    user_id: null,
    type: 'other',
    item_id: 0,
    status: 'completed',
    transaction_id: null,
    payment_url: null,
  });
  await recordEvent(write, { entity: 'payment', entityId: payment.id, action: kind });
  return findLedgerRow(write.db, payment.id);
}

/** The row with its client locked first, as everybody locks them. */
async function takePayment(write: Write, id: number): Promise<LedgerRow | undefined> {
  const found = await findLedgerRow(write.db, id);
  if (!found) return undefined;
  if (found.user) await sql`select 1 from users where id = ${found.user.id} for no key update`.execute(write.db);
  await sql`select 1 from payments where id = ${id} for no key update`.execute(write.db);
  return findLedgerRow(write.db, id);
}

const nobody = 'El sistema';

/** Undefined when there is no such payment. */
export async function annulPayment(write: Write, id: number, reason: string): Promise<LedgerRow | undefined> {
  const { db } = write;
  const payment = await takePayment(write, id);
  if (!payment) return undefined;
  if (payment.kind === 'reversal') throw new Refusal('Una anulación no se anula. Registra el pago de nuevo.');
  if (payment.reversed_by !== null) {
    const reversal = await findLedgerRow(db, payment.reversed_by);
    throw new Refusal(`${reversal?.recorded_by?.name ?? nobody} ya anuló este pago el ${formatDate(reversal?.day)}.`);
  }
  if (payment.status !== 'completed') throw new Refusal('Un pago sin confirmar se rechaza, no se anula.');
  const [reversal] = await reversePayments(write, sql`y.id = ${id}`, reason);
  await oweAgain(write, payment, reason);
  await recordEvent(write, {
    entity: 'payment',
    entityId: id,
    userId: payment.user?.id,
    action: 'annul',
    data: { reason, reversal: reversal?.id },
  });
  return reversal;
}

/** What a payment had paid is owed again: its debt, or so much of its period. */
async function oweAgain(write: Write, { amount, debt_id, period_id }: LedgerRow, note: string) {
  if (debt_id !== null) await raiseDebt(write, debt_id, amount);
  else if (period_id !== null) await oweRest(write, period_id, { note, unpriced: amount });
}

/** Refuses what somebody decided meanwhile. */
function refuseSettled({ status, settled_by, settled_at, kind }: LedgerRow, now: Date) {
  if (kind === 'charge' && (status === 'pending' || status === 'processing')) return;
  if (settled_at === null) throw new Refusal('Este pago no está por verificar.');
  const decided = status === 'completed' ? 'confirmó' : 'rechazó';
  throw new Refusal(`${settled_by?.name ?? nobody} ya lo ${decided} ${timeAgo(settled_at, now)}.`);
}

type Decision = { now: Date };

/** Undefined when there is no such payment. */
export async function verifyPayment(
  write: Write,
  id: number,
  { now, ...given }: Decision & { paid_on?: string; transaction_id?: string | null },
): Promise<LedgerRow | undefined> {
  checkDay(given.paid_on, write.actor.today);
  const payment = await takePayment(write, id);
  if (!payment) return undefined;
  refuseSettled(payment, now);
  if (payment.debt_id !== null && payment.user) {
    await checkDebt(write, payment.debt_id, payment.user.id, payment.amount);
    await lowerDebt(write, payment.debt_id, payment.amount);
  }
  await completePayment(write, id, given);
  await recordEvent(write, { entity: 'payment', entityId: id, userId: payment.user?.id, action: 'verify' });
  return findLedgerRow(write.db, id);
}

/** Undefined when there is no such payment. */
export async function rejectPayment(
  write: Write,
  id: number,
  { now, reason, period = 'keep' }: Decision & { reason: string; period?: 'keep' | 'annul' },
): Promise<LedgerRow | undefined> {
  const payment = await takePayment(write, id);
  if (!payment) return undefined;
  refuseSettled(payment, now);
  await failPayments(write, sql`y.id = ${id}`, reason);
  const { period_id, debt_id } = payment;
  const annulled = period_id !== null && period === 'annul' && (await annulPeriod(write, period_id, reason));
  // A client who was deleted meanwhile keeps the period, and comes back owing it. What pays a debt had not lowered it.
  if (!annulled && debt_id === null) await oweAgain(write, payment, reason);
  const data = { reason, period };
  await recordEvent(write, { entity: 'payment', entityId: id, userId: payment.user?.id, action: 'reject', data });
  return findLedgerRow(write.db, id);
}

const all = (conditions: RawBuilder<unknown>[]) => sql`${sql.join([sql`true`, ...conditions], sql` and `)}`;

/** The conditions that the tally knows, by the names that a row and the tally share. */
function countedConditions(question: LedgerQuestion, { ofClient }: { ofClient: RawBuilder<unknown> }) {
  const { from, to, method, type, status, kind, author } = question;
  return [
    ...(from ? [sql`day >= ${from}::date`] : []),
    ...(to ? [sql`day <= ${to}::date`] : []),
    ...(method ? [sql`payment_method = ${method}`] : []),
    ...(type ? [sql`type = ${type}`] : []),
    ...(status ? [sql`status = ${status}`] : []),
    ...(kind === 'clients' ? [ofClient] : kind ? [sql`kind = ${kind}`] : []),
    ...(author ? [sql`recorded_by = ${author}`] : []),
  ];
}

const foundBy = (question: LedgerQuestion, sought?: Sought) =>
  all([
    ...countedConditions(question, { ofClient: sql`user_id is not null` }),
    ...(question.user_id ? [sql`user_id = ${question.user_id}`] : []),
    ...(sought ? [sought.condition] : []),
  ]);

type Totals = { total: number; sum: number; by_method: ByMethod };

const figures = (amount: RawBuilder<unknown>) =>
  sql.join(
    paymentMethods.map(
      (method) =>
        sql`${sql.lit(method)}, coalesce(sum(${amount}) filter (where payment_method = ${sql.lit(method)}), 0)`,
    ),
  );

/** Only what is completed is money. Whatever the tally knows comes from it: a million rows are not added up for a page. */
async function readTotals(db: Db, question: LedgerQuestion, sought?: Sought): Promise<Totals> {
  const isCounted = question.user_id === undefined && !sought;
  const source = isCounted
    ? sql`
      select rows, case when status = 'completed' then amount end as amount, payment_method from payment_days
      where ${all(countedConditions(question, { ofClient: sql`of_client` }))}`
    : sql`
      select 1 as rows, case when status = 'completed' then amount end as amount, payment_method from payments
      where ${foundBy(question, sought)}`;
  const { rows } = await sql<Totals>`
    select coalesce(sum(rows), 0)::int as total, coalesce(sum(amount), 0) as sum,
      json_build_object(${figures(sql`amount`)}) as by_method
    from (${source}) found`.execute(db);
  return rows[0]!;
}

export async function readLedgerPage(
  db: Db,
  question: LedgerQuestion,
  { page, limit }: { page: number; limit: number },
  sample?: SearchSample,
) {
  const sought = question.search === undefined ? undefined : await seek(db, question.search, sample);
  const totals = await readTotals(db, question, sought);
  const data = await readLedger(
    db,
    sql`
    join (select id from payments where ${foundBy(question, sought)} order by day desc, id desc
          limit ${limit} offset ${(page - 1) * limit}) found using (id)
    order by y.day desc, y.id desc`,
  );
  return { success: true, data, meta: { page, limit, ...totals, ...(sought?.more && { more: true }) } };
}

const EXPORT_BATCH = 1_000;

/** Everything that a question leaves, oldest pages last, in batches. */
export async function* readWholeLedger(
  db: Db,
  question: LedgerQuestion,
  sample?: SearchSample,
): AsyncGenerator<LedgerRow[]> {
  const sought = question.search === undefined ? undefined : await seek(db, question.search, sample);
  for (let last: LedgerRow | undefined, size = EXPORT_BATCH; size === EXPORT_BATCH;) {
    const after = last ? sql`and (day, id) < (${last.day}::date, ${last.id})` : sql``;
    const rows: LedgerRow[] = await readLedger(
      db,
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

export async function readUnverified(db: Db): Promise<LedgerRow[]> {
  return readLedger(db, sql`where y.status in ('pending', 'processing') and y.kind = 'charge' order by y.id limit 500`);
}

/** Undefined when there is no such payment. */
export async function readReceipt(db: Db, id: number): Promise<Receipt | undefined> {
  const payment = await findLedgerRow(db, id);
  if (!payment) return undefined;
  const { rows } = await sql<Pick<Receipt, 'business' | 'phone'>>`
    select json_build_object('name', name, 'cuit', cuit, 'address', address, 'phone', phone,
        'area_code', area_code, 'receipt_footer', receipt_footer) as business,
      (select phone from users where id = ${payment.user?.id ?? null}) as phone
    from business`.execute(db);
  return { ...payment, ...rows[0]! };
}

/** Sums the past changes into one row for each kind, in one statement so that readers see no state between. */
export async function compactPaymentDays(db: Db): Promise<void> {
  await sql`
    with past as (delete from payment_days returning *)
    insert into payment_days
    select day, kind, of_client, type, payment_method, status, recorded_by, sum(rows), sum(amount)
    from past group by 1, 2, 3, 4, 5, 6, 7 having sum(rows) <> 0 or sum(amount) <> 0`.execute(db);
}
