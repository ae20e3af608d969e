import type { LedgerRow } from '@pulso/contract/billing/payments';
import { paymentStatusLabel } from '@pulso/contract/billing/payments.labels';
import { isAnnulled } from '#features/billing/ledger/ledger.rules';
import { paymentTones } from '#features/billing/payments/payment-history';
import { Badge } from '#ui/badge';

/** What became of a payment. */
export function StatusBadge({ row }: { row: LedgerRow }) {
  if (isAnnulled(row)) return <Badge tone="grey">Anulado</Badge>;
  return <Badge tone={paymentTones.get(row.status) ?? 'grey'}>{paymentStatusLabel(row.status)}</Badge>;
}
