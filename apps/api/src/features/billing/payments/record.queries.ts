import type { LedgerRow, Payment } from '@pulso/contract/billing/ledger';
import type { DebtPaymentInput, PaymentInput } from '@pulso/contract/billing/payments';
import { sql } from 'kysely';
import { recordEvent } from '#db/writes/events';
import { isRecentDuplicate } from '#db/writes/idempotency';
import { Refusal } from '#db/writes/refusal';
import type { Values } from '#db/stores/rows';
import type { Write } from '#db/writes/write';
import { lockUser } from '#features/accounts/users/users.queries';
import { checkDebtPayment, findDebt, lowerDebt } from '#features/billing/debts/debts.queries';
import {
  checkPaidOn,
  dayOf,
  findLedgerRow,
  recordPayment,
  refuseDuplicates,
} from '#features/billing/ledger/ledger.queries';

type TypedPayment = Omit<PaymentInput, 'unless_duplicate'>;

/** Everything that a person typed, as it is stored. */
function typedValues(input: TypedPayment, today: string): Values {
  const { transaction_id = null, payment_url = null, notes = null, debt_id = null, ...typed } = input;
  return { ...typed, transaction_id, payment_url, notes, debt_id, ...dayOf(typed, today) };
}

async function refuseRepeatedPayment({ db, actor }: Write, input: TypedPayment) {
  const same = isRecentDuplicate(typedValues(input, actor.today));
  const repeated = await sql`select 1 from payments where ${same} and kind = 'charge' limit 1`.execute(db);
  if (repeated.rows.length > 0)
    throw new Refusal('Se acaba de registrar un pago igual. Espera unos segundos si quieres registrar otro.');
}

/** A payment that an administrator enters. Undefined when there is no such user, or no such debt of his. */
export async function createPayment(
  write: Write,
  input: PaymentInput,
  allowTwice: boolean,
): Promise<Payment | undefined> {
  const { actor } = write;
  const { unless_duplicate, debt_id = null, ...values } = input;
  const { user_id, amount, status, paid_on } = values;
  checkPaidOn(paid_on, actor.today);
  if (!(await lockUser(write, user_id))) return undefined;
  const debt = debt_id === null ? undefined : await checkDebtPayment(write, debt_id, user_id, amount);
  if (debt_id !== null && !debt) return undefined;
  if (unless_duplicate) await refuseDuplicates(write, values);
  if (!allowTwice) await refuseRepeatedPayment(write, { ...values, debt_id });
  const sold = debt ? { concept: debt.concept || undefined, period_id: debt.period_id } : {};
  const payment = await recordPayment(write, { ...values, ...sold, debt_id });
  if (debt && status === 'completed') await lowerDebt(write, debt.id, amount);
  await recordEvent(write, { entity: 'payment', entityId: payment.id, userId: user_id, action: 'record' });
  return payment;
}

/** A debt is paid as what it is for. Undefined when there is no such debt. */
export async function payDebt(write: Write, id: number, input: DebtPaymentInput): Promise<LedgerRow | undefined> {
  const debt = await findDebt(write, id);
  if (!debt) return undefined;
  const { user_id, type, item_id } = debt;
  const payment = await createPayment(write, { ...input, user_id, type, item_id, debt_id: id }, true);
  return payment && findLedgerRow(write, payment.id);
}
