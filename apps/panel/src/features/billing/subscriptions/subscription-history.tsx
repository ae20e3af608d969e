import type { SubscriptionBadge } from '@pulso/contract/accounts/subscription-state';
import type { User } from '@pulso/contract/accounts/users';
import { paymentMethodLabel } from '@pulso/contract/billing/payments.labels';
import {
  historyMonths,
  periodRow,
  subscriptionHistoryRow,
  type Period,
  type SubscriptionHistoryItem,
} from '@pulso/contract/billing/subscriptions';
import { historyStatusBadge, periodBadge } from '@pulso/contract/billing/subscriptions.labels';
import { monthsLabel } from '@pulso/contract/catalogue/plans';
import { formatDate, parseDateField } from '@pulso/contract/kit/dates';
import { displayName, MISSING_VALUE, textOrDash } from '@pulso/contract/kit/labels';
import { formatMoney, formatPart } from '@pulso/contract/kit/money';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { dataOf } from '@pulso/web/answers';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { call } from '#api/client';
import { readRows } from '#api/reader';
import { mayVisit, serverOffers } from '#api/session';
import { statesVaryByScreen } from '#api/strict-spec';
import { useUserRecords } from '#features/accounts/users/user-records';
import { userListResource } from '#features/accounts/users/users-calls';
import { ReasonDialog } from '#features/billing/ledger/reason-dialog';
import { HistoryTable, periodColumn } from '#screens/history-table';
import type { Column } from '#ui/lists/data-table';

export const planName = (title: string, id: number) => title || (Number.isNaN(id) ? displayName('') : `Plan #${id}`);

/** A period of the history, or a pause between two. */
type PeriodItem = Omit<SubscriptionHistoryItem, 'payment_amount' | 'payment_method'> &
  Pick<Period, 'payment_amount' | 'payment_method'> &
  Partial<Pick<Period, 'kind' | 'continues_id'>>;

/** Pauses, and the days left after one, are not sold. */
const isSold = ({ kind = 'plan', continues_id = null }: PeriodItem) => kind === 'plan' && continues_id === null;

type ColumnOptions = {
  badgeOf: (period: PeriodItem) => SubscriptionBadge;
  /** Amount paid of a period until today, by its id. */
  paidOf: ReadonlyMap<number, string>;
  of: number | undefined;
  onAnnul: (period: PeriodItem) => void;
};

const titleOf = ({ kind, subscription, subscription_id }: PeriodItem) =>
  kind === 'pause' ? 'Pausa' : planName(subscription.title, subscription_id);
const methodOf = (period: PeriodItem) => (isSold(period) ? paymentMethodLabel(period.payment_method ?? '') : '');

const NOTHING_SOLD = <span data-none>{MISSING_VALUE}</span>;

const columnsOf = ({ badgeOf, paidOf, of, onAnnul }: ColumnOptions): Column<PeriodItem>[] => [
  {
    key: 'plan',
    title: 'Plan',
    cell: (period) => (
      <>
        <span className="font-medium wrap-anywhere">{titleOf(period)}</span>
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
    sortBy: titleOf,
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
    cell: (period) => methodOf(period) || NOTHING_SOLD,
    sortBy: methodOf,
    phone: 'badge',
  },
  {
    key: 'amount',
    title: 'Monto',
    numeric: true,
    cell: (period) => (
      <>
        {isSold(period) ? textOrDash(formatMoney(period.payment_amount ?? NaN)) : NOTHING_SOLD}
        {paidOf.has(period.id) && <span className="block text-xs text-muted">{paidOf.get(period.id)}</span>}
      </>
    ),
    sortBy: ({ payment_amount }) => payment_amount ?? undefined,
    phone: 'amount',
  },
];

type Subscriber = User & { subscription_history: SubscriptionHistoryItem[] };

export const historyResource = (userId: number) => ({
  path: `user/${userId}/subscription-history`,
  row: subscriptionHistoryRow,
});

/** The period that can be taken back: the last one sold, while the user's own fields still say what it made of them. */
function findAnnullablePeriod(user: User, rows: readonly PeriodItem[]): PeriodItem | undefined {
  if (!serverOffers('renew') || !user.suscription_status) return undefined;
  const [last] = rows.filter(({ status }) => status !== 'canceled').sort((a, b) => b.id - a.id);
  const isLastWord =
    last &&
    isSold(last) &&
    last.subscription_id === user.suscriptionId &&
    parseDateField(last.end_date) === parseDateField(user.suscription_end);
  return isLastWord ? last : undefined;
}

const describePeriod = ({ subscription, subscription_id, start_date, end_date }: PeriodItem) =>
  `${planName(subscription.title, subscription_id)}, del ${formatDate(parseDateField(start_date))} al ${formatDate(parseDateField(end_date))}`;

const NO_PERIODS: readonly Period[] = [];

/** Everything that is known of the client's periods beyond the specification; nothing from a server without renewals. */
function usePeriods(userId: number) {
  const path = `user/${userId}/periods`;
  const { data, error, refetch } = useQuery({
    queryKey: [userListResource.path, String(userId), path],
    queryFn: async ({ signal }) => {
      const answer = dataOf(await call('GET', path, { signal }));
      return Array.isArray(answer) ? readRows({ path, row: periodRow }, answer) : [];
    },
    enabled: serverOffers('renew'),
  });
  return { periods: data ?? NO_PERIODS, error, refetch };
}

/** 'Pagado ARS 5.000,00 de 12.000,00' for every period that has a price. */
const paidTextsOf = (periods: readonly Period[]): ReadonlyMap<number, string> =>
  new Map(
    periods.flatMap(({ id, price, paid }) => (price === null ? [] : [[id, `Pagado ${formatPart(paid, price)}`]])),
  );

/** The history with its pauses; what a pause cut ends where that begins. */
function withPauses(rows: readonly SubscriptionHistoryItem[], periods: readonly Period[]): readonly PeriodItem[] {
  const cut = new Set(periods.map(({ continues_id }) => continues_id));
  const known = new Map(periods.map((period) => [period.id, period]));
  const plans = rows.map((row): PeriodItem => {
    const { closed_on = null, continues_id = null } = known.get(row.id) ?? {};
    return { ...row, continues_id, end_date: cut.has(row.id) && closed_on ? closed_on : row.end_date };
  });
  return [...plans, ...periods.filter(({ kind }) => kind === 'pause')];
}

type Props = { user: Subscriber; day: string; next: ReactNode };

export function SubscriptionHistory({ user, day, next }: Props) {
  const seesMoney = mayVisit('billing');
  const history = useUserRecords(user.id, historyResource(user.id), user.subscription_history, { enabled: seesMoney });
  const { periods, error, refetch } = usePeriods(user.id);
  const [annulling, setAnnulling] = useState<PeriodItem>();
  const rows = useMemo(() => withPauses(history.rows, periods), [history.rows, periods]);
  const of = findAnnullablePeriod(user, rows)?.id;
  const columns = useMemo(() => {
    const badgeOf = (period: PeriodItem): SubscriptionBadge => {
      if (period.kind === 'pause' && period.status === 'active') return { text: 'En pausa', tone: 'blue' };
      return statesVaryByScreen() ? historyStatusBadge(period) : periodBadge(period, user, day);
    };
    const columns = columnsOf({ badgeOf, paidOf: paidTextsOf(periods), of, onAnnul: setAnnulling });
    return seesMoney ? columns : columns.filter(({ key }) => key !== 'method' && key !== 'amount');
  }, [periods, of, user, day, seesMoney]);
  const isIncomplete = history.error ?? (serverOffers('pause') ? error : null);
  const retry = () => {
    void history.refetch();
    if (error) void refetch();
  };
  return (
    <>
      <HistoryTable
        caption="Historial de suscripciones"
        rows={rows}
        columns={columns}
        failure={isIncomplete ? 'Error al cargar el historial de suscripciones' : undefined}
        onRetry={retry}
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
