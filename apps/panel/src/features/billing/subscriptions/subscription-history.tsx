import type { SubscriptionBadge } from '@pulso/contract/accounts/subscription-state';
import type { User } from '@pulso/contract/accounts/users';
import { paymentMethodLabel } from '@pulso/contract/billing/payments.labels';
import {
  historyMonths,
  periodRow,
  subscriptionHistoryRow,
  type SubscriptionHistoryItem,
} from '@pulso/contract/billing/subscriptions';
import { historyStatusBadge, periodBadge } from '@pulso/contract/billing/subscriptions.labels';
import { monthsLabel } from '@pulso/contract/catalogue/plans';
import { formatDate, parseDateField } from '@pulso/contract/kit/dates';
import { textOrDash, displayName } from '@pulso/contract/kit/labels';
import { formatMoney, formatPart } from '@pulso/contract/kit/money';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { dataOf } from '@pulso/web/answers';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { call } from '#api/client';
import { readRows } from '#api/reader';
import { serverOffers } from '#api/session';
import { statesVaryByScreen } from '#api/strict-spec';
import { useUserRecords } from '#features/accounts/users/user-records';
import { userListResource } from '#features/accounts/users/users-calls';
import { ReasonDialog } from '#features/billing/ledger/reason-dialog';
import { HistoryTable, periodColumn } from '#screens/history-table';
import type { Column } from '#ui/lists/data-table';

export const planName = (title: string, id: number) => title || (Number.isNaN(id) ? displayName('') : `Plan #${id}`);

type ColumnOptions = {
  badgeOf: (period: SubscriptionHistoryItem) => SubscriptionBadge;
  /** Amount paid of a period until today, by its id. */
  paidOf: ReadonlyMap<number, string>;
  of: number | undefined;
  onAnnul: (period: SubscriptionHistoryItem) => void;
};

const columnsOf = ({ badgeOf, paidOf, of, onAnnul }: ColumnOptions): Column<SubscriptionHistoryItem>[] => [
  {
    key: 'plan',
    title: 'Plan',
    cell: (period) => (
      <>
        <span className="font-medium wrap-anywhere">{planName(period.subscription.title, period.subscription_id)}</span>
        {period.transaction_id && (
          <span className="block text-xs wrap-anywhere text-muted">Transacción: {period.transaction_id}</span>
        )}
        {period.notes && <span className="block text-xs wrap-anywhere text-muted">{period.notes}</span>}
        {period.id === of && (
          <button
            type="button"
            className="flex min-h-11 items-center text-xs font-semibold text-muted underline underline-offset-4 hover:text-red hover:no-underline focus-visible:text-red sm:min-h-8 print:hidden"
            onClick={() => onAnnul(period)}
          >
            Anular período
          </button>
        )}
      </>
    ),
    sortBy: ({ subscription, subscription_id }) => planName(subscription.title, subscription_id),
    cut: 'most',
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
  },
  {
    key: 'status',
    title: 'Estado',
    cell: (period) => <Badge tone={badgeOf(period).tone}>{badgeOf(period).text}</Badge>,
    sortBy: (period) => badgeOf(period).text,
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
    cell: ({ id, payment_amount }) => (
      <>
        {textOrDash(formatMoney(payment_amount))}
        {paidOf.has(id) && <span className="block text-xs text-muted">{paidOf.get(id)}</span>}
      </>
    ),
    sortBy: ({ payment_amount }) => payment_amount,
    phone: 'amount',
  },
];

type Subscriber = User & { subscription_history: SubscriptionHistoryItem[] };

const historyResource = (userId: number) => ({
  path: `user/${userId}/subscription-history`,
  row: subscriptionHistoryRow,
});

/** The period that can be taken back: the last one sold, while the user's own fields still say what it made of them. */
function findAnnullablePeriod(
  user: User,
  rows: readonly SubscriptionHistoryItem[],
): SubscriptionHistoryItem | undefined {
  if (!serverOffers('renew') || !user.suscription_status) return undefined;
  const [last] = rows.filter(({ status }) => status !== 'canceled').sort((a, b) => b.id - a.id);
  const isLastWord =
    last?.subscription_id === user.suscriptionId &&
    parseDateField(last?.end_date) === parseDateField(user.suscription_end);
  return isLastWord ? last : undefined;
}

const describePeriod = ({ subscription, subscription_id, start_date, end_date }: SubscriptionHistoryItem) =>
  `${planName(subscription.title, subscription_id)}, del ${formatDate(parseDateField(start_date))} al ${formatDate(parseDateField(end_date))}`;

const NO_TEXTS: ReadonlyMap<number, string> = new Map();

/** 'Pagado ARS 5.000,00 de 12.000,00' for every period that has a price; nothing from a server without renewals. */
function usePaidTexts(userId: number): ReadonlyMap<number, string> {
  const path = `user/${userId}/periods`;
  const { data } = useQuery({
    queryKey: [userListResource.path, String(userId), path],
    queryFn: async ({ signal }) => {
      const answer = dataOf(await call('GET', path, { signal }));
      return Array.isArray(answer) ? readRows({ path, row: periodRow }, answer) : [];
    },
    enabled: serverOffers('renew'),
  });
  return useMemo(
    () =>
      data
        ? new Map(
            data.flatMap(({ id, price, paid }) => (price === null ? [] : [[id, `Pagado ${formatPart(paid, price)}`]])),
          )
        : NO_TEXTS,
    [data],
  );
}

type Props = { user: Subscriber; day: string; next: ReactNode };

export function SubscriptionHistory({ user, day, next }: Props) {
  const { rows, error, refetch } = useUserRecords(user.id, historyResource(user.id), user.subscription_history);
  const [annulling, setAnnulling] = useState<SubscriptionHistoryItem>();
  const of = findAnnullablePeriod(user, rows)?.id;
  const paidOf = usePaidTexts(user.id);
  const columns = useMemo(() => {
    const badgeOf = (period: SubscriptionHistoryItem) =>
      statesVaryByScreen() ? historyStatusBadge(period) : periodBadge(period, user, day);
    return columnsOf({ badgeOf, paidOf, of, onAnnul: setAnnulling });
  }, [paidOf, of, user, day]);
  return (
    <>
      <HistoryTable
        caption="Historial de suscripciones"
        rows={rows}
        columns={columns}
        failure={error ? 'Error al cargar el historial de suscripciones' : undefined}
        onRetry={() => void refetch()}
        empty="Todavía no tuvo ninguna suscripción."
        next={next}
      />
      {annulling && (
        <ReasonDialog
          title="Anular período"
          busyLabel="Anulando..."
          id={annulling.id}
          path={`period/${annulling.id}/annul`}
          failed="Error al anular el período. Por favor intenta de nuevo."
          done="Período anulado"
          what={describePeriod(annulling)}
          onClose={() => setAnnulling(undefined)}
        >
          Lo cobrado por este período se registra en contra en la caja de hoy, lo que se debía por él ya no se debe, y
          el cliente vuelve a la suscripción que tenía antes.
        </ReasonDialog>
      )}
    </>
  );
}
