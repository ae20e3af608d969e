import type { LedgerRow } from '@pulso/contract/billing/ledger';
import type { MovementInput } from '@pulso/contract/billing/movements';
import { recordEvent } from '#db/writes/events';
import type { Write } from '#db/writes/write';
import { checkPaidOn, findLedgerRow, recordPayment } from '#features/billing/ledger/ledger.queries';

/** Money in or out of the till that is no client's. */
export async function recordMovement(write: Write, input: MovementInput): Promise<LedgerRow | undefined> {
  const { kind, amount, ...values } = input;
  checkPaidOn(values.paid_on, write.actor.today);
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
  return findLedgerRow(write, payment.id);
}
