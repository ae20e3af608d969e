import type { LedgerRow, Payment } from '@pulso/contract/billing/ledger';
import { isAnnulled, ledgerStatusLabel, paymentStatusLabel } from '@pulso/contract/billing/payments.labels';
import type { Tone } from '@pulso/web/ui/feedback/badge';

const paymentTones = new Map<string, Tone>([
  ['completed', 'green'],
  ['pending', 'yellow'],
  ['failed', 'red'],
  ['processing', 'blue'],
]);

/** A server without a ledger knows a reversal by its amount alone. */
export const isReversal = (row: Payment | LedgerRow) => ('kind' in row ? row.kind === 'reversal' : row.amount < 0);

export const statusLabelOf = (row: Payment | LedgerRow) =>
  'kind' in row ? ledgerStatusLabel(row) : paymentStatusLabel(row.status);

/** Money that went back is done, but nothing good to be shown in green. */
export function statusToneOf(row: Payment | LedgerRow): Tone {
  if (isReversal(row) || ('kind' in row && isAnnulled(row))) return 'grey';
  return 'kind' in row && row.refunded > 0 ? 'yellow' : (paymentTones.get(row.status) ?? 'grey');
}
