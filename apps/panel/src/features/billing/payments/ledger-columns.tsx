import type { LedgerRow } from '@pulso/contract/billing/ledger';
import {
  conceptOf,
  isAnnulled,
  isUnverified,
  ledgerKindLabel,
  paymentMethodLabel,
} from '@pulso/contract/billing/payments.labels';
import { formatDate } from '@pulso/contract/kit/dates';
import { MISSING_VALUE, textOrDash, displayName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { Ban, Check, Link2, ReceiptText, Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { addresses, filteredAddress } from '#addresses';
import { feeWords } from '#features/billing/ledger/fee-words';
import { reasonText, canBeAnnulled, canBeRefunded } from '#features/billing/payments/ledger.rules';
import { StatusBadge } from '#features/billing/ledger/status-badge';
import { TruncatedText } from '#ui/layout/truncated-text';
import type { Column } from '#ui/lists/data-table';
import { RowActions, type RowAction } from '#ui/lists/row-actions';
import { RowTitle } from '#ui/lists/row-title';

/** Name of the payer; a row without a client is named by its class. */
export const payerName = ({ user, kind, is_part }: LedgerRow) =>
  user ? displayName(user.name) : ledgerKindLabel(kind, is_part);

const strikeClass = (row: LedgerRow) => (isAnnulled(row) ? 'text-muted line-through' : '');

const DeletedBadge = ({ className }: { className: string }) => (
  <span className={className}>
    <Badge tone="grey">Eliminado</Badge>
  </span>
);

export const payerColumn: Column<LedgerRow> = {
  key: 'cliente',
  title: 'Cliente',
  cell: (row) => (
    <span className="flex items-center gap-2">
      <span className="min-w-0 flex-1">
        <RowTitle name={payerName(row)} to={addresses.payments.detail(row.id)} />
      </span>
      {row.user?.deleted && <DeletedBadge className="hidden tabular:inline" />}
    </span>
  ),
  cut: 'some',
  phone: 'title',
};

export const conceptColumn: Column<LedgerRow> = {
  key: 'concepto',
  title: 'Concepto',
  cell: (row) => {
    const because = reasonText(row);
    return (
      <>
        <span className={`block truncate ${strikeClass(row)}`} title={conceptOf(row)}>
          {conceptOf(row)}
        </span>
        {because && (
          <span className="hidden truncate text-xs text-muted tabular:block" title={because}>
            {because}
          </span>
        )}
      </>
    );
  },
  cut: 'most',
  phone: 'more',
};

export const methodColumn: Column<LedgerRow> = {
  key: 'metodo',
  title: 'Método',
  cell: ({ payment_method }) => <span className="whitespace-nowrap">{paymentMethodLabel(payment_method)}</span>,
};

export const authorColumn: Column<LedgerRow> = {
  key: 'registro',
  title: 'Registró',
  cell: ({ recorded_by }) => <TruncatedText text={recorded_by ? displayName(recorded_by.name) : MISSING_VALUE} />,
  cut: 'little',
};

export const amountColumn: Column<LedgerRow> = {
  key: 'monto',
  title: 'Monto',
  numeric: true,
  cell: (row) => (
    <>
      <span className={`font-semibold ${strikeClass(row)}`}>{textOrDash(formatMoney(row.amount))}</span>
      {row.net !== null && (
        <span title={feeWords(row)} className="block text-xs whitespace-nowrap text-muted">
          Neto {formatMoney(row.net)}
        </span>
      )}
    </>
  ),
  phone: 'amount',
};

const linksOf = ({ user }: LedgerRow) =>
  user ? filteredAddress(addresses.payments.links, { cliente: String(user.id) }) : addresses.payments.links;

type OnUndo = (undoing: { row: LedgerRow; how: 'annul' | 'refund' }) => void;

function actionsOf(row: LedgerRow, onUndo: OnUndo): RowAction[] {
  return [
    { label: 'Comprobante', icon: ReceiptText, to: addresses.payments.detail(row.id) },
    ...(isUnverified(row) && !row.by_link ? [{ label: 'Verificar', icon: Check, to: addresses.payments.verify }] : []),
    ...(isUnverified(row) && row.by_link ? [{ label: 'Ver en Links', icon: Link2, to: linksOf(row) }] : []),
    ...(canBeRefunded(row) ? [{ label: 'Devolver', icon: Undo2, onPress: () => onUndo({ row, how: 'refund' }) }] : []),
    ...(canBeAnnulled(row)
      ? [{ label: 'Anular', icon: Ban, danger: true, onPress: () => onUndo({ row, how: 'annul' }) }]
      : []),
  ];
}

const columnsOf = (onUndo: OnUndo): Column<LedgerRow>[] => [
  { key: 'id', title: 'N.º', cell: ({ id }) => id, numeric: true, wide: true },
  {
    key: 'fecha',
    title: 'Fecha',
    cell: ({ day }) => <span className="whitespace-nowrap tabular-nums">{textOrDash(formatDate(day))}</span>,
    phone: 'fact',
  },
  payerColumn,
  conceptColumn,
  { ...methodColumn, wide: true },
  {
    key: 'estado',
    title: 'Estado',
    cell: (row) => (
      <span className="flex gap-1">
        <StatusBadge row={row} />
        {row.user?.deleted && <DeletedBadge className="tabular:hidden" />}
      </span>
    ),
    phone: 'badge',
  },
  { ...authorColumn, wide: true },
  amountColumn,
  {
    key: 'acciones',
    title: 'Acciones',
    cell: (row) => <RowActions name={`N.º ${row.id}, ${payerName(row)}`} actions={actionsOf(row, onUndo)} />,
    phone: 'actions',
  },
];

/** Kept, so that typing re-renders no row. */
export function useLedgerColumns(onUndo: OnUndo): Column<LedgerRow>[] {
  return useMemo(() => columnsOf(onUndo), [onUndo]);
}
