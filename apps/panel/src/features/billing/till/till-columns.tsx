import type { LedgerRow } from '@pulso/contract/billing/payments';
import { formatClock, formatDate } from '@pulso/contract/kit/dates';
import { shown } from '@pulso/contract/kit/labels';
import {
  amountColumn,
  authorColumn,
  conceptColumn,
  methodColumn,
  numberColumn,
  payerColumn,
} from '#features/billing/ledger/ledger-columns';
import type { Column } from '#ui/data-table';

/** '16/11/2026, 10:32' */
export const momentOf = (instant: string) => [formatDate(instant), formatClock(instant)].filter(Boolean).join(', ');

/** The rows of a till: when each was recorded, which need not be the day of the payment. */
export const tillColumns: Column<LedgerRow>[] = [
  numberColumn,
  {
    key: 'fecha',
    title: 'Registrado',
    cell: ({ created_at }) => <span className="whitespace-nowrap tabular-nums">{shown(momentOf(created_at))}</span>,
    phone: 'fact',
  },
  payerColumn,
  conceptColumn,
  methodColumn,
  authorColumn,
  amountColumn,
];
