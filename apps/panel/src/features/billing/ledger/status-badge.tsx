import type { LedgerRow, Payment } from '@pulso/contract/billing/ledger';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { statusLabelOf, statusToneOf } from '#features/billing/ledger/payment-state';

/** State of a payment, annulled or not. */
export function StatusBadge({ row }: { row: Payment | LedgerRow }) {
  return <Badge tone={statusToneOf(row)}>{statusLabelOf(row)}</Badge>;
}
