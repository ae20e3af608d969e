import type { LedgerRow } from '@pulso/contract/billing/ledger';
import { paymentStatusLabel } from '@pulso/contract/billing/payments.labels';
import { isAnnulled } from '#features/billing/payments/ledger.rules';
import { paymentTones } from '#features/billing/ledger/payment-history';
import { Badge } from '#ui/feedback/badge';

/** State of a payment, annulled or not. */
export function StatusBadge({ row }: { row: LedgerRow }) {
  // Money that went back is done, but nothing good to be shown in green.
  if (row.kind === 'reversal') return <Badge tone="grey">Devolución</Badge>;
  if (isAnnulled(row)) return <Badge tone="grey">Anulado</Badge>;
  if (row.refunded > 0) return <Badge tone="yellow">Devuelto en parte</Badge>;
  return <Badge tone={paymentTones.get(row.status) ?? 'grey'}>{paymentStatusLabel(row.status)}</Badge>;
}
