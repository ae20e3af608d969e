import { paidOnProblem, type LedgerRow } from '@pulso/contract/billing/ledger';
import { PAID_TOO_MUCH } from '@pulso/contract/billing/subscriptions';
import type { AnnulInput, RefundInput, Verified, VerifyInput } from '@pulso/contract/billing/payments';
import { formatDate } from '@pulso/contract/kit/dates';
import { formatMoney, sumMoney } from '@pulso/contract/kit/money';
import { timeAgo } from '@pulso/contract/kit/time-ago';
import { sql } from 'kysely';
import { recordEvent } from '#db/writes/events';
import { Refusal } from '#db/writes/refusal';
import type { Actor, Write } from '#db/writes/write';
import {
  checkDebtPayment,
  forgivePeriod,
  forgiveReturned,
  lowerDebt,
  raiseDebt,
  recordUnpaidRest,
} from '#features/billing/debts/debts.queries';
import {
  checkPaidOn,
  completePayment,
  type Completion,
  detachFromDebt,
  failPayments,
  findLedgerRow,
  reversePayments,
} from '#features/billing/ledger/ledger.queries';
import { isLinkCharge } from '#features/billing/ledger/link-charges.queries';
import { annulPeriod, renew } from '#features/billing/subscriptions/renewals.queries';

/** The payment, locked after its client: every write locks in this order. */
async function lockPayment(write: Write<Actor>, id: number): Promise<LedgerRow | undefined> {
  const unlockedPayment = await findLedgerRow(write, id);
  if (!unlockedPayment) return undefined;
  if (unlockedPayment.user)
    await sql`select 1 from users where id = ${unlockedPayment.user.id} for no key update`.execute(write.db);
  await sql`select 1 from payments where id = ${id} for no key update`.execute(write.db);
  return findLedgerRow(write, id);
}

const leftOf = ({ amount, refunded }: LedgerRow) => sumMoney([amount, -refunded]);

const SYSTEM_NAME = 'El sistema';

/** Undefined when there is no such payment. */
export async function annulPayment(
  write: Write<Actor>,
  id: number,
  { reason, owes = true }: AnnulInput,
): Promise<LedgerRow | undefined> {
  const payment = await lockPayment(write, id);
  if (!payment) return undefined;
  if (payment.kind === 'reversal') throw new Refusal('Una anulación no se anula. Registra el pago de nuevo.');
  if (payment.reversed_by !== null) {
    const reversal = await findLedgerRow(write, payment.reversed_by);
    throw new Refusal(
      `${reversal?.recorded_by?.name ?? SYSTEM_NAME} ya anuló este pago el ${formatDate(reversal?.day)}.`,
    );
  }
  if (payment.status !== 'completed') throw new Refusal('Un pago sin confirmar se rechaza, no se anula.');
  const [reversal] = await reversePayments(write, sql`y.id = ${id}`, reason, { owes });
  const returned = { ...payment, amount: leftOf(payment) };
  if (owes) await restoreDebt(write, returned, reason);
  else {
    if (payment.period_id !== null) await forgivePeriod(write, payment.period_id, reason);
    await forgiveReturned(write, returned, reason);
  }
  const data = { reason, reversal: reversal?.id, ...(owes ? {} : { owes }) };
  await recordEvent(write, { entity: 'payment', entityId: id, userId: payment.user?.id, action: 'annul', data });
  return reversal;
}

/** Gives a part of a charge back, by any method; nobody owes it afterwards. Undefined when there is no such payment. */
export async function refundPayment(
  write: Write<Actor>,
  id: number,
  { amount, payment_method, reason }: RefundInput,
): Promise<LedgerRow | undefined> {
  const payment = await lockPayment(write, id);
  if (!payment) return undefined;
  if (payment.kind !== 'charge') throw new Refusal('Solo se devuelve lo que pagó un cliente.');
  if (payment.status !== 'completed') throw new Refusal('Un pago sin confirmar se rechaza, no se devuelve.');
  const left = leftOf(payment);
  if (amount > left) throw new Refusal({ amount: `De este pago quedan ${formatMoney(left)} por devolver` });
  const [reversal] = await reversePayments(write, sql`y.id = ${id}`, reason, { amount, payment_method, owes: false });
  await forgiveReturned(write, { ...payment, amount }, reason);
  const data = { reason, amount, payment_method, reversal: reversal?.id };
  await recordEvent(write, { entity: 'payment', entityId: id, userId: payment.user?.id, action: 'refund', data });
  return reversal;
}

/** Restores the debt that a payment had paid: its own debt, or that part of its period. */
async function restoreDebt(
  write: Write<Actor>,
  { amount, debt_id, period_id }: Pick<LedgerRow, 'amount' | 'debt_id' | 'period_id'>,
  note: string,
): Promise<void> {
  if (debt_id !== null) await raiseDebt(write, debt_id, amount);
  else if (period_id !== null) await recordUnpaidRest(write, period_id, { note, unpriced: amount });
}

/** Refuses a payment that somebody settled meanwhile. */
function refuseSettled({ status, settled_by, settled_at, kind, claim, user }: LedgerRow, now: Date) {
  if (kind === 'charge' && (status === 'pending' || status === 'processing')) return;
  if (settled_at === null) throw new Refusal('Este pago no está por verificar.');
  const isWithdrawn = claim !== null && settled_by?.id === user?.id;
  const decided = status === 'completed' ? 'confirmó' : isWithdrawn ? 'retiró' : 'rechazó';
  throw new Refusal(`${settled_by?.name ?? SYSTEM_NAME} ya lo ${decided} ${timeAgo(settled_at, now)}.`);
}

type SettleContext = { now: Date };

const HAS_PERIOD = 'Este pago ya tiene su período.';

/** The day of a payment is the one that the client told in his app, if a payment of it can still be entered. */
function paidOnOf({ claim, claimed_on }: LedgerRow, { today }: Write<Actor>['actor']) {
  return claim && claimed_on && !paidOnProblem(claimed_on, today) ? claimed_on : today;
}

/** Sells a period with a payment to verify, which pays for it. */
async function verifyAsRenewal(
  write: Write<Actor>,
  { id, user, amount, payment_method, period_id, ...payment }: LedgerRow,
  terms: NonNullable<VerifyInput['renew']>,
  completion: Completion,
) {
  const { paid_on } = completion;
  const transaction_id = completion.transaction_id ?? payment.transaction_id;
  if (period_id !== null) throw new Refusal(HAS_PERIOD);
  if (amount > terms.price) throw new Refusal({ 'renew.price': PAID_TOO_MUCH });
  const sale = { ...terms, paid: amount, payment_method, status: 'completed', paid_on, transaction_id } as const;
  return user ? renew(write, user.id, sale, { settles: id, paid_on, transaction_id }) : undefined;
}

/** Completes a payment to verify, of the debt that it pays, if any. Undefined when the client has no such debt. */
async function verifyAsPayment(
  write: Write<Actor>,
  { id, user, amount, period_id, debt_id }: LedgerRow,
  wantedDebt: number | null | undefined,
  completion: Completion,
): Promise<true | undefined> {
  const debtId = wantedDebt === undefined ? debt_id : wantedDebt;
  if (debtId === null || !user) {
    if (wantedDebt === null) await detachFromDebt(write, id);
    await completePayment(write, id, completion);
    return true;
  }
  if (debtId !== debt_id && period_id !== null) throw new Refusal(HAS_PERIOD);
  const debt = await checkDebtPayment(write, debtId, user.id, amount);
  if (!debt) return undefined;
  await lowerDebt(write, debtId, amount);
  const { type, item_id, concept } = debt;
  await completePayment(write, id, completion, { type, item_id, concept, period_id: debt.period_id, debt_id: debtId });
  return true;
}

/** Mercado Pago's word alone settles a charge that waits at a link. */
async function refuseLinkCharge({ db }: Write<Actor>, id: number): Promise<void> {
  const { rows } = await sql`select from payments y where y.id = ${id} and ${isLinkCharge}`.execute(db);
  if (rows.length > 0)
    throw new Refusal('Este pago espera un link de Mercado Pago: se confirma solo. Míralo en «Links».');
}

/** Undefined when there is no such payment, or no such debt of its client. */
export async function verifyPayment(
  write: Write<Actor>,
  id: number,
  { now, renew: terms, debt_id: wantedDebt, ...given }: SettleContext & VerifyInput,
): Promise<Verified | undefined> {
  checkPaidOn(given.paid_on, write.actor.today);
  const payment = await lockPayment(write, id);
  if (!payment) return undefined;
  refuseSettled(payment, now);
  await refuseLinkCharge(write, id);
  const completion = { ...given, paid_on: given.paid_on ?? paidOnOf(payment, write.actor) };
  const sold = terms && (await verifyAsRenewal(write, payment, terms, completion));
  if (!sold && (terms || !(await verifyAsPayment(write, payment, wantedDebt, completion)))) return undefined;
  const data = sold && { period: sold.period.id };
  await recordEvent(write, { entity: 'payment', entityId: id, userId: payment.user?.id, action: 'verify', data });
  const { user, period, debt } = sold ?? {};
  const row = await findLedgerRow(write, id);
  return row && { ...row, ...(user && period && { renewed: { user, period, debt: debt ?? null } }) };
}

/** Undefined when there is no such payment. */
export async function rejectPayment(
  write: Write<Actor>,
  id: number,
  { now, reason, period = 'keep' }: SettleContext & { reason: string; period?: 'keep' | 'annul' },
): Promise<LedgerRow | undefined> {
  const payment = await lockPayment(write, id);
  if (!payment) return undefined;
  refuseSettled(payment, now);
  await refuseLinkCharge(write, id);
  await failPayments(write, sql`y.id = ${id}`, reason);
  const { period_id, debt_id } = payment;
  const annulled = period_id !== null && period === 'annul' && (await annulPeriod(write, period_id, reason));
  // A client deleted meanwhile keeps the period, and comes back owing it. A payment of a debt had not lowered it yet.
  if (!annulled && debt_id === null) await restoreDebt(write, payment, reason);
  const data = { reason, period };
  await recordEvent(write, { entity: 'payment', entityId: id, userId: payment.user?.id, action: 'reject', data });
  return findLedgerRow(write, id);
}
