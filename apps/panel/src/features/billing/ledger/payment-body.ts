import type { PaymentInput } from '@pulso/contract/billing/payments';

/** The specified fields, and those of a ledger where the server has one. */
export const paymentBody = (
  { user_id, type, item_id, amount, payment_method, status, paid_on, transaction_id }: PaymentInput,
  hasLedger: boolean,
) => ({
  user_id,
  type,
  item_id,
  amount,
  payment_method,
  status,
  ...(hasLedger && { paid_on, transaction_id, unless_duplicate: true }),
});
