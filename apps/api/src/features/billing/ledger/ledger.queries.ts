import {
  ledgerRow,
  type LedgerRow,
  MAX_PAID_AGE_DAYS,
  paidOnProblem,
  type Payment,
  paymentRow,
  toldDay,
} from '@pulso/contract/billing/ledger';
import type { DuplicatesQuery, PaymentInput, RefundInput } from '@pulso/contract/billing/payments';
import { addDays, type DateText, formatDate } from '@pulso/contract/kit/dates';
import { formatMoney } from '@pulso/contract/kit/money';
import { sql, type RawBuilder } from 'kysely';
import { fieldsOf } from '#db/stores/columns';
import { Refusal } from '#db/writes/refusal';
import type { Actor, Read, Write } from '#db/writes/write';
import { isLinkCharge, LINK_FEE, LINK_NET } from '#features/billing/ledger/link-charges.queries';

const COLUMNS = Object.keys(paymentRow.shape) as (keyof Payment)[];

const personJson = (column: string) => sql`
  (select json_build_object('id', id, 'name', name) from users where id = ${sql.ref(column)})`;

/** Amount left of a row of `payments y` after its reversals. */
const LEFT = sql`(y.amount + coalesce((select sum(amount) from payments where reverses = y.id), 0))`;

export const HAS_RECEIPT = sql`exists (select from payment_receipts where payment_id = y.id)`;

/** The fields of a row of the ledger, for queries over `payments y`. */
export const LEDGER_FIELDS = fieldsOf('y', ledgerRow, {
  user: sql`
    (select json_build_object('id', id, 'name', name, 'deleted', deleted_at is not null) from users where id = y.user_id)`,
  recorded_by: personJson('y.recorded_by'),
  settled_by: personJson('y.settled_by'),
  settled_at: sql`iso(y.settled_at)`,
  is_part: sql`y.reverses is not null and -y.amount <> (select amount from payments where id = y.reverses)`,
  reversed_by: sql`(select max(id) from payments where reverses = y.id having sum(amount) = -y.amount)`,
  refunded: sql`case when y.kind = 'charge' then y.amount - ${LEFT} else 0 end`,
  has_receipt: HAS_RECEIPT,
  fee: LINK_FEE,
  net: LINK_NET,
});

/** The rows of the ledger that a query over `payments y` finds. */
export async function readLedger({ db }: Read, tail: RawBuilder<unknown>): Promise<LedgerRow[]> {
  const { rows } = await sql<{ row: LedgerRow }>`
    select row_to_json(r) as row from (select ${LEDGER_FIELDS} from payments y ${tail}) r`.execute(db);
  return rows.map(({ row }) => row);
}

export async function findLedgerRow(read: Read, id: number): Promise<LedgerRow | undefined> {
  return (await readLedger(read, sql`where y.id = ${id}`))[0];
}

export function checkPaidOn(paidOn: string | undefined, today: string) {
  const problem = paidOnProblem(paidOn, today);
  if (problem) throw new Refusal(problem);
}

/** A new row of the ledger. Its author, and the default day of a completed payment, come from the write. */
export type NewPayment = Omit<PaymentInput, 'user_id' | 'debt_id' | 'unless_duplicate'> & {
  user_id: number | null;
  kind?: 'charge' | 'expense' | 'income';
  concept?: string;
  category?: string | null;
  period_id?: number | null;
  debt_id?: number | null;
  claim?: LedgerRow['claim'];
};

/** The day of a payment, as it came or as the client told it. */
export function dayOf({ status, paid_on }: Pick<NewPayment, 'status' | 'paid_on'>, today: DateText) {
  const day = paid_on ?? today;
  return { paid_on: status === 'completed' ? day : null, claimed_on: status === 'pending' ? day : null };
}

/** The only insert into `payments`, besides those that reverse one. The caller holds the lock on the user. */
export async function recordPayment({ db, actor }: Write<Actor>, input: NewPayment): Promise<Payment> {
  const { concept, ...values } = input;
  return db
    .insertInto('payments')
    .values({
      category: null,
      period_id: null,
      debt_id: null,
      claim: null,
      ...values,
      transaction_id: values.transaction_id ?? null,
      payment_url: values.payment_url ?? null,
      notes: values.notes ?? null,
      concept: concept ?? titleOfItem(input),
      ...dayOf(input, actor.today),
      recorded_by: actor.id,
      reason: null,
      reverses: null,
      close_id: null,
      settled_by: null,
      settled_at: null,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

const ITEM_TABLES = { subscription: 'plans', package: 'packages', product: 'products' } as const;

/** The item's title in the catalogue on the day of the sale. */
function titleOfItem({ type, item_id }: NewPayment): RawBuilder<string> | string {
  if (type === 'other' || item_id === 0) return '';
  return sql<string>`coalesce((select title from ${sql.table(ITEM_TABLES[type])} where id = ${item_id}), '')`;
}

// Arbitrary, but the same on every node.
const TRANSACTIONS_LOCK = 7_285_010;

const transactionKey = (transactionId: string | null | undefined) =>
  transactionId?.replace(/[^0-9A-Za-z]/g, '').toLowerCase() || null;

type DuplicateCriteria = Omit<DuplicatesQuery, 'day' | 'transaction_id'> & {
  days?: DateText[];
  transaction_id?: string | null;
};

/** Conditions on the payments of a client, an amount and days, each as it was entered or as the client told it. */
function equalPayment({ user_id, amount, days }: DuplicateCriteria, today: DateText) {
  // The day does not use its index: of one client there are few payments, of a day there may be thousands.
  const onDays = sql`(day + 0 = any(${days}::date[]) or claimed_on = any(${days}::date[]))`;
  return [
    ...(user_id === undefined
      ? [sql`day >= ${addDays(today, -MAX_PAID_AGE_DAYS)}::date`]
      : [sql`user_id = ${user_id}`]),
    ...(amount === undefined ? [] : [sql`amount = ${amount}::numeric`]),
    ...(days === undefined ? [] : [onDays]),
  ];
}

/**
 * Charges that may be the same money: of the same transaction, or of the same client, amount and day, as far as they are given.
 * Without a client only recent ones are looked at.
 */
export async function findDuplicates(read: Read, criteria: DuplicateCriteria): Promise<LedgerRow[]> {
  const { user_id, amount, days, transaction_id } = criteria;
  const isAsked = user_id !== undefined || amount !== undefined || days !== undefined;
  const equal = isAsked ? equalPayment(criteria, read.actor.today) : [sql`false`];
  return readLedger(
    read,
    sql`
    where y.kind = 'charge' and y.status <> 'failed' and (y.status = 'completed' or not ${isLinkCharge}) and ${LEFT} > 0
      and y.id in (
        select id from payments where transaction_key = ${transactionKey(transaction_id)}
        union
        select id from payments where ${sql.join(equal, sql` and `)})
    order by y.id desc limit 5`,
  );
}

/**
 * The charge of the same client that may be the same transfer as one that he tells: of its number, or of its amount and the
 * day that he says.
 */
export async function findOwnDuplicate(
  read: Read,
  {
    user_id,
    amount,
    paid_on,
    transaction_id,
  }: Pick<NewPayment, 'amount' | 'transaction_id'> & {
    user_id: number;
    paid_on: DateText;
  },
): Promise<LedgerRow | undefined> {
  const [known] = await readLedger(
    read,
    sql`
    where y.user_id = ${user_id} and y.kind = 'charge' and y.status <> 'failed' and ${LEFT} > 0
      and (y.status = 'completed' or not ${isLinkCharge})
      and (y.transaction_key = ${transactionKey(transaction_id)}
        or (y.amount = ${amount}::numeric and ${paid_on}::date in (coalesce(y.paid_on, y.claimed_on, y.day), y.claimed_on)))
    order by y.id desc limit 1`,
  );
  return known;
}

type SentPayment = Pick<NewPayment, 'amount' | 'status' | 'paid_on' | 'transaction_id'> & { user_id: number };

/**
 * An advisory lock makes concurrent records of the same transaction wait for each other. A payment to verify is compared by the
 * day that the client told and by the day of its entry.
 */
export async function refuseDuplicates(write: Write<Actor>, payment: SentPayment): Promise<void> {
  const { user_id, amount, status, transaction_id } = payment;
  const { today } = write.actor;
  const key = transactionKey(transaction_id);
  if (key) await sql`select pg_advisory_xact_lock(${TRANSACTIONS_LOCK}, hashtext(${key}))`.execute(write.db);
  const days = [payment.paid_on ?? today, ...(status === 'completed' ? [] : [today])];
  const [known] = await findDuplicates(write, { user_id, amount, days, transaction_id });
  if (!known) return;
  const { id, user, claim, recorded_by } = known;
  const by = claim ? ', lo avisó desde su app' : recorded_by ? `, lo registró ${recorded_by.name}` : '';
  throw new Refusal(
    `Ya hay un pago de ${formatMoney(known.amount)} de ${user?.name ?? ''} del ${formatDate(toldDay(known))}: N.º ${id}${by}.`,
    'conflict',
    undefined,
    'duplicate',
  );
}

type Return = Partial<Pick<RefundInput, 'amount' | 'payment_method'>> & { owes: boolean };

/**
 * Annuls completed charges, movements included: each gets the opposite of what is left of it, of today and in today's till; or
 * of a part, which may go back by another method. `owes`: false if the client gets the money back and owes nothing for it, so
 * that a promise which it had kept stays kept.
 */
export async function reversePayments(
  write: Write<Actor>,
  condition: RawBuilder<unknown>,
  reason: string,
  { amount, payment_method, owes }: Return = { owes: true },
): Promise<LedgerRow[]> {
  const { db, actor } = write;
  await sql`select set_config('pulso.owes_nothing', ${owes ? 'off' : 'on'}, true)`.execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into payments (user_id, kind, type, item_id, amount, payment_method, status, transaction_id, concept, category,
      paid_on, reason, reverses, period_id, debt_id, recorded_by)
    select y.user_id, 'reversal', y.type, y.item_id, -coalesce(${amount ?? null}::numeric, ${LEFT}),
      coalesce(${payment_method ?? null}, y.payment_method), 'completed', y.transaction_id, y.concept,
      y.category, ${actor.today}::date, ${reason}, y.id, y.period_id, y.debt_id, ${actor.id}
    from payments y
    where ${condition} and y.status = 'completed' and y.kind <> 'reversal'
      and ${LEFT} <> 0
    order by y.id
    returning id`.execute(db);
  return readLedger(write, sql`where y.id = any(${rows.map(({ id }) => id)}) order by y.id`);
}

/** Marks open payments as failed: the money did not come. */
export async function failPayments({ db, actor }: Write<Actor>, condition: RawBuilder<unknown>, reason: string) {
  await sql`
    update payments y set status = 'failed', reason = ${reason}, settled_by = ${actor.id}, settled_at = now()
    where ${condition} and y.status in ('pending', 'processing')`.execute(db);
}

export type Completion = { paid_on?: string; transaction_id?: string | null };

/** The sale or debt that an open payment pays for, in place of the one it was recorded with. */
type Sold = Pick<NewPayment, 'type' | 'item_id' | 'concept' | 'period_id' | 'debt_id'>;

/** Marks an open payment as completed: the money has come. */
export async function completePayment(
  { db, actor }: Write<Actor>,
  id: number,
  { paid_on = actor.today, transaction_id }: Completion,
  sold?: Sold,
) {
  const { type, item_id, concept, period_id = null, debt_id = null } = sold ?? {};
  const of = sold
    ? sql`, type = ${type}, item_id = ${item_id}, concept = coalesce(nullif(${concept ?? ''}, ''), concept),
        period_id = ${period_id}, debt_id = ${debt_id}`
    : sql``;
  await sql`
    update payments y set status = 'completed', paid_on = ${paid_on}::date, settled_by = ${actor.id},
      settled_at = clock_timestamp(), transaction_id = coalesce(${transaction_id ?? null}, transaction_id) ${of}
    where y.id = ${id}`.execute(db);
}

/** A payment to verify becomes money that pays no debt, and no period by way of one. */
export async function detachFromDebt({ db }: Write<Actor>, id: number) {
  await sql`
    update payments set debt_id = null, period_id = null where id = ${id} and debt_id is not null`.execute(db);
}

/** Claims for a close everything completed that none has claimed; answers how much there is of each method. */
export async function claimPayments({ db }: Write<Actor>, closeId: number) {
  const { rows } = await sql<{ payment_method: string; amount: number; rows: number }>`
    with claimed as (
      update payments set close_id = ${closeId} where close_id is null and status = 'completed'
      returning payment_method, amount)
    select payment_method, sum(amount) as amount, count(*)::int as rows from claimed group by 1`.execute(db);
  return rows;
}

/** Clears what could identify an erased person; amounts stay. Completed rows refuse this without the setting. */
export async function erasePaymentReferences({ db }: Write<Actor>, userId: number): Promise<void> {
  await sql`select set_config('pulso.erasing', ${String(userId)}, true)`.execute(db);
  await db
    .updateTable('payments')
    .set({ transaction_id: null, payment_url: null, notes: null, reason: null })
    .where('user_id', '=', userId)
    .execute();
}
