import type { Payment, PaymentInput } from '@pulso/contract/billing/payments';
import { paymentMethodLabel } from '@pulso/contract/billing/payments.labels';
import { formatClock, formatDate } from '@pulso/contract/kit/dates';
import { formatMoney, sumMoney } from '@pulso/contract/kit/money';
import { useState } from 'react';
import { useRecords } from '#features/accounts/users/user-records';
import { paymentsOf, type Payer } from '#features/billing/payments/payment-history';
import { useHeld } from '#forms/use-write';
import { Ask } from '#ui/ask';

const RECENT_MS = 24 * 3_600_000;

type Sent = Pick<PaymentInput, 'type' | 'item_id' | 'amount'>;

/** A payment of the same for the same within a day is more likely a slip than a second one. */
const isEqualAndRecent = (sent: Sent, { type, item_id, amount, status, created_at }: Payment) =>
  type === sent.type &&
  item_id === sent.item_id &&
  amount === sent.amount &&
  status === 'completed' &&
  Date.now() - Date.parse(created_at) < RECENT_MS;

function equalWords({ amount, payment_method, created_at }: Payment) {
  const when = `el ${formatDate(created_at)} a las ${formatClock(created_at)}`;
  const method = paymentMethodLabel(payment_method).toLowerCase();
  return `Ya se registró un pago igual ${when}: ${formatMoney(amount)}, ${method}. Si lo registras de nuevo, serán ${formatMoney(sumMoney([amount, amount]))}.`;
}

/** Asks before the same money is recorded twice; `advice` says what to do instead. */
export function useEqualPaymentQuestion(user: Payer, write: { isHeld: boolean }, advice = '') {
  const { rows } = useRecords(user.id, paymentsOf(user.id), user.payments);
  // The one that is sent again is not another one.
  const payments = useHeld(rows, write);
  const [asking, setAsking] = useState<{ equal: Payment; proceed: () => void }>();
  const ask = (sent: Sent, proceed: () => void) => {
    const equal = payments.find((payment) => isEqualAndRecent(sent, payment));
    if (equal) setAsking({ equal, proceed });
    else proceed();
  };
  const question = (
    <Ask
      open={asking !== undefined}
      title="¿Registrarlo otra vez?"
      text={asking ? `${equalWords(asking.equal)}${advice}` : ''}
      yes="Registrar otra vez"
      no="No registrar"
      onYes={() => {
        asking?.proceed();
        setAsking(undefined);
      }}
      onNo={() => setAsking(undefined)}
    />
  );
  return { ask, question };
}
