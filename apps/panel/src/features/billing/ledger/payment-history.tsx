import type { LedgerRow, Payment } from '@pulso/contract/billing/ledger';
import { ledgerKindLabel, paymentMethodLabel, paymentTypeLabel } from '@pulso/contract/billing/payments.labels';
import { formatShortDate } from '@pulso/contract/kit/dates';
import { textOrDash } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import type { ReactNode } from 'react';
import { WebLink } from '@pulso/web/ui/details/web-link';
import { useViewState } from '#api/view-state';
import {
  filterPayments,
  paymentTimes,
  paymentTypeFilters,
  summarizePayments,
} from '#features/billing/ledger/payments-summary';
import { isReversal, statusLabelOf } from '#features/billing/ledger/payment-state';
import { StatusBadge } from '#features/billing/ledger/status-badge';
import { useClientPayments, type Payer } from '#features/billing/ledger/use-payments';
import { HistoryTable } from '#screens/history-table';
import { ListSkeleton } from '#screens/list-skeleton';
import type { Column } from '#ui/lists/data-table';
import { FilterSelect } from '#ui/lists/filters';
import { matchKnownValue } from '#ui/text/match-known-value';

const timeLabels = { all: 'Todo el tiempo', month: 'Último mes', quarter: 'Último trimestre', year: 'Último año' };
const timeOptions = paymentTimes.map((value) => ({ value, label: timeLabels[value] }));
const typeOptions = paymentTypeFilters.map((value) => ({
  value,
  label: value === 'all' ? 'Todos los tipos' : paymentTypeLabel(value),
}));

const columns: Column<Payment | LedgerRow>[] = [
  {
    key: 'date',
    title: 'Fecha',
    cell: ({ created_at }) => <span className="whitespace-nowrap">{textOrDash(formatShortDate(created_at))}</span>,
    sortBy: ({ created_at }) => created_at,
    phone: 'fact',
  },
  {
    key: 'type',
    title: 'Tipo',
    cell: (row) => (
      <>
        <span className="font-medium">{paymentTypeLabel(row.type)}</span>
        {/* What was taken back is a row of its own, of the opposite amount. */}
        {isReversal(row) && (
          <span className="block text-xs text-muted">
            {ledgerKindLabel('reversal', 'is_part' in row && row.is_part)}
          </span>
        )}
        {row.transaction_id && (
          <span className="block text-xs wrap-anywhere text-muted">Transacción: {row.transaction_id}</span>
        )}
        {row.payment_url && (
          <span className="block">
            <WebLink to={row.payment_url}>Ver el pago</WebLink>
          </span>
        )}
      </>
    ),
    sortBy: ({ type }) => paymentTypeLabel(type),
    phone: 'title',
  },
  {
    key: 'method',
    title: 'Método',
    cell: ({ payment_method }) => paymentMethodLabel(payment_method),
    sortBy: ({ payment_method }) => paymentMethodLabel(payment_method),
    phone: 'more',
  },
  {
    key: 'status',
    title: 'Estado',
    cell: (row) => <StatusBadge row={row} />,
    sortBy: statusLabelOf,
    phone: 'badge',
  },
  {
    key: 'amount',
    title: 'Monto',
    numeric: true,
    cell: ({ amount }) => (
      <span className={amount < 0 ? 'text-red' : undefined}>{textOrDash(formatMoney(amount))}</span>
    ),
    sortBy: ({ amount }) => amount,
    phone: 'amount',
  },
];

function Summary({ payments }: { payments: (Payment | LedgerRow)[] }) {
  const { total, completed, pending, failed, collected } = summarizePayments(payments);
  const figures = [
    { name: 'Total', value: total },
    { name: 'Completados', value: completed },
    { name: 'Pendientes', value: pending },
    { name: 'Fallidos', value: failed },
  ];
  return (
    <dl aria-label="Resumen de pagos" className="grid grid-cols-2 gap-3 rounded-control bg-sunken p-4 sm:grid-cols-6">
      {figures.map(({ name, value }) => (
        <div key={name}>
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="text-lg font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
      <div className="col-span-2">
        <dt className="text-xs text-muted">Total recaudado</dt>
        <dd className="text-lg font-semibold tabular-nums">{formatMoney(collected)}</dd>
      </div>
    </dl>
  );
}

export function PaymentHistory({ user, day, next }: { user: Payer; day: string; next: ReactNode }) {
  const { rows, error, isPending, refetch } = useClientPayments(user);
  const [{ tiempo, tipo }, show] = useViewState({ tiempo: 'all', tipo: 'all' });
  const time = matchKnownValue(paymentTimes, tiempo) ?? 'all';
  const type = matchKnownValue(paymentTypeFilters, tipo) ?? 'all';
  const foundPayments = filterPayments(rows, { time, type }, day);
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap gap-3">
        <FilterSelect label="Período" value={time} options={timeOptions} onChange={(next) => show({ tiempo: next })} />
        <FilterSelect label="Tipo" value={type} options={typeOptions} onChange={(next) => show({ tipo: next })} />
      </div>
      {isPending ? (
        <ListSkeleton />
      ) : (
        <>
          <Summary payments={foundPayments} />
          <HistoryTable
            caption="Historial de pagos"
            rows={foundPayments}
            columns={columns}
            failure={error ? 'Error al cargar el historial de pagos' : undefined}
            onRetry={() => void refetch()}
            empty={rows.length > 0 ? 'Ningún pago con estos filtros.' : 'Todavía no hay pagos.'}
            next={rows.length > 0 ? undefined : next}
          />
        </>
      )}
    </div>
  );
}
