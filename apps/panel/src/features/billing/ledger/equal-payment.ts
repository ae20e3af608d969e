import type { Payment } from '@pulso/contract/billing/ledger';
import type { PaymentInput } from '@pulso/contract/billing/payments';
import { paymentMethodLabel } from '@pulso/contract/billing/payments.labels';
import { formatClock, formatDate } from '@pulso/contract/kit/dates';
import { formatMoney, sumMoney } from '@pulso/contract/kit/money';
import { useUserRecords } from '#features/accounts/users/user-records';
import { paymentsResource, type Payer } from '#features/billing/ledger/use-payments';

const RECENT_MS = 24 * 3_600_000;

type PaymentDraft = Pick<PaymentInput, 'type' | 'item_id' | 'amount'>;

/** A payment of the same for the same within a day is more likely a slip than a second one. */
const isEqualAndRecent = (sent: PaymentDraft, { type, item_id, amount, status, created_at }: Payment) =>
  type === sent.type &&
  item_id === sent.item_id &&
  amount === sent.amount &&
  status === 'completed' &&
  Date.now() - Date.parse(created_at) < RECENT_MS;

/** Finds an equal payment of a user, and says which; for servers that do not do so themselves. */
export function useEqualPaymentWarning(user: Payer): (sent: PaymentDraft) => string | undefined {
  const { rows } = useUserRecords(user.id, paymentsResource(user.id), user.payments);
  return (sent) => {
    const equal = rows.find((payment) => sent.amount > 0 && isEqualAndRecent(sent, payment));
    if (!equal) return undefined;
    const { amount, payment_method, created_at } = equal;
    const when = `el ${formatDate(created_at)} a las ${formatClock(created_at)}`;
    const method = paymentMethodLabel(payment_method).toLowerCase();
    return `Ya se registró un pago igual ${when}: ${formatMoney(amount)}, ${method}. Si lo registras de nuevo, serán ${formatMoney(sumMoney([amount, amount]))}.`;
  };
}
