import type { User } from '@pulso/contract/accounts/users';
import { paymentMethodLabel } from '@pulso/contract/billing/payments.labels';
import {
  historyMonths,
  subscriptionHistoryRow,
  type SubscriptionHistoryItem,
} from '@pulso/contract/billing/subscriptions';
import { historyStatusLabel } from '@pulso/contract/billing/subscriptions.labels';
import { monthsLabel } from '@pulso/contract/catalogue/plans';
import { shown, shownName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import type { ReactNode } from 'react';
import { useRecords } from '#features/accounts/users/user-records';
import { HistoryTable, periodColumn } from '#screens/history-table';
import { Badge, type Tone } from '#ui/badge';
import type { Column } from '#ui/data-table';

const tones = new Map<string, Tone>([
  ['active', 'green'],
  ['completed', 'blue'],
  ['expired', 'red'],
  ['canceled', 'grey'],
  ['pending', 'yellow'],
]);

export const planOf = (title: string, id: number) => title || (Number.isNaN(id) ? shownName('') : `Plan #${id}`);

const columns: Column<SubscriptionHistoryItem>[] = [
  {
    key: 'plan',
    title: 'Plan',
    cell: ({ subscription, subscription_id, transaction_id, notes }) => (
      <>
        <span className="font-medium">{planOf(subscription.title, subscription_id)}</span>
        {transaction_id && (
          <span className="block text-xs wrap-anywhere text-muted">Transacción: {transaction_id}</span>
        )}
        {notes && <span className="block text-xs wrap-anywhere text-muted">{notes}</span>}
      </>
    ),
    sortBy: ({ subscription, subscription_id }) => planOf(subscription.title, subscription_id),
    phone: 'title',
  },
  periodColumn,
  {
    key: 'months',
    title: 'Duración',
    cell: ({ start_date, end_date }) => {
      const months = historyMonths(start_date, end_date);
      return months === undefined ? '—' : monthsLabel(months);
    },
    sortBy: ({ start_date, end_date }) => historyMonths(start_date, end_date),
    phone: 'more',
  },
  {
    key: 'status',
    title: 'Estado',
    cell: ({ status }) => <Badge tone={tones.get(status) ?? 'grey'}>{historyStatusLabel(status)}</Badge>,
    sortBy: ({ status }) => historyStatusLabel(status),
    phone: 'badge',
  },
  {
    key: 'method',
    title: 'Método',
    cell: ({ payment_method }) => paymentMethodLabel(payment_method),
    sortBy: ({ payment_method }) => paymentMethodLabel(payment_method),
    phone: 'badge',
  },
  {
    key: 'amount',
    title: 'Monto',
    numeric: true,
    cell: ({ payment_amount }) => shown(formatMoney(payment_amount)),
    sortBy: ({ payment_amount }) => payment_amount,
    phone: 'badge',
  },
];

type Subscriber = User & { subscription_history: SubscriptionHistoryItem[] };

const historyOf = (userId: number) => ({ path: `user/${userId}/subscription-history`, row: subscriptionHistoryRow });

export function SubscriptionHistory({ user, next }: { user: Subscriber; next: ReactNode }) {
  const { rows, error, refetch } = useRecords(user.id, historyOf(user.id), user.subscription_history);
  return (
    <HistoryTable
      caption="Historial de suscripciones"
      rows={rows}
      columns={columns}
      failure={error ? 'Error al cargar el historial de suscripciones' : undefined}
      onRetry={() => void refetch()}
      empty="Todavía no tuvo ninguna suscripción."
      next={next}
    />
  );
}
