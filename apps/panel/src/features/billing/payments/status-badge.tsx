import type { LedgerRow } from '@pulso/contract/billing/ledger';
import { ledgerStatusLabel } from '@pulso/contract/billing/payments.labels';
import { isAnnulled } from '#features/billing/payments/ledger.rules';
import { paymentTones } from '#features/billing/ledger/payment-history';
import { Badge, type Tone } from '#ui/feedback/badge';

/** Money that went back is done, but nothing good to be shown in green. */
function toneOf(row: LedgerRow): Tone {
  if (row.kind === 'reversal' || isAnnulled(row)) return 'grey';
  return row.refunded > 0 ? 'yellow' : (paymentTones.get(row.status) ?? 'grey');
}

/** State of a payment, annulled or not. */
export function StatusBadge({ row }: { row: LedgerRow }) {
  return <Badge tone={toneOf(row)}>{ledgerStatusLabel(row)}</Badge>;
}
