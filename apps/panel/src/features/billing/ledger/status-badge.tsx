import type { LedgerRow, Payment } from '@pulso/contract/billing/ledger';
import { statusLabelOf, statusToneOf } from '#features/billing/ledger/payment-state';
import { Badge } from '#ui/feedback/badge';

/** State of a payment, annulled or not. */
export function StatusBadge({ row }: { row: Payment | LedgerRow }) {
  return <Badge tone={statusToneOf(row)}>{statusLabelOf(row)}</Badge>;
}
