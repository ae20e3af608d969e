import type { LedgerRow } from '@pulso/contract/billing/ledger';
import { formatClock, formatDate } from '@pulso/contract/kit/dates';
import { textOrDash } from '@pulso/contract/kit/labels';
import {
  amountColumn,
  authorColumn,
  conceptColumn,
  methodColumn,
  payerColumn,
} from '#features/billing/payments/ledger-columns';
import type { Column } from '#ui/lists/data-table';

/** '16/11/2026, 10:32' */
export const formatMoment = (instant: string) => [formatDate(instant), formatClock(instant)].filter(Boolean).join(', ');

/** The rows of a till, with the moment of each, which need not be on the day of its payment. Few enough for paper. */
export const tillColumns: Column<LedgerRow>[] = [
  {
    key: 'numero',
    title: 'N.º',
    cell: ({ id, created_at }) => (
      <span className="whitespace-nowrap tabular-nums tabular:block tabular:py-1 tabular:leading-tight">
        <span className="hidden tabular:block">{id}</span>
        <span className="tabular:block tabular:text-xs tabular:text-muted">{textOrDash(formatMoment(created_at))}</span>
      </span>
    ),
    phone: 'fact',
  },
  payerColumn,
  conceptColumn,
  methodColumn,
  { ...authorColumn, cut: 'some' },
  amountColumn,
];
