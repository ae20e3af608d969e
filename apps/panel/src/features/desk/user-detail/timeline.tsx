import type { UserDetail } from '@pulso/contract/desk/user-detail';
import { formatDayMonth, dayOf } from '@pulso/contract/kit/dates';
import { MISSING_VALUE } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { formatMonth } from '@pulso/contract/kit/months';
import { Banknote, CalendarDays, HandCoins, MessageCircle, Package, type LucideIcon } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { Link } from '@pulso/web/navigation/link';
import { Button } from '@pulso/web/ui/controls/button';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { addresses } from '#addresses';
import { useUserRecords } from '#features/accounts/users/user-records';
import { useContacts } from '#features/billing/collections/use-collections';
import { useDebts } from '#features/billing/debts/debts-calls';
import { useClientPayments } from '#features/billing/ledger/use-payments';
import { historyResource } from '#features/billing/subscriptions/subscription-history';
import { packagesResource } from '#features/billing/user-packages/package-history';
import {
  eventOfContact,
  eventOfDebt,
  eventOfPackage,
  eventOfPayment,
  eventOfPeriod,
  groupByMonth,
  inOrder,
  type EventKind,
  type TimelineEvent,
} from '#features/desk/user-detail/timeline.rules';
import { ListSkeleton } from '#screens/list-skeleton';

const SHOWN_AT_FIRST = 20;

const looks: Record<EventKind, { icon: LucideIcon; tone: string }> = {
  period: { icon: CalendarDays, tone: 'bg-blue-soft text-blue' },
  package: { icon: Package, tone: 'bg-purple-soft text-purple' },
  payment: { icon: Banknote, tone: 'bg-green-soft text-green' },
  debt: { icon: HandCoins, tone: 'bg-yellow-soft text-yellow' },
  contact: { icon: MessageCircle, tone: 'bg-grey-soft text-muted' },
};

function EventLine({ event, day }: { event: TimelineEvent; day: string }) {
  const { icon: Icon, tone } = looks[event.kind];
  const line = (
    <>
      <span aria-hidden className={`inline-flex size-8 shrink-0 items-center justify-center rounded-full ${tone}`}>
        <Icon className="size-4" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <span className="font-medium wrap-anywhere">{event.title}</span>
          {event.note && <span className="text-xs text-muted">{event.note}</span>}
        </span>
        <span className="line-clamp-2 text-xs wrap-anywhere text-muted">{event.detail}</span>
      </span>
      <span className="shrink-0 text-right text-sm tabular-nums">
        {event.amount !== undefined && (
          <span className={`block font-medium ${event.amount < 0 ? 'text-red' : ''}`}>{formatMoney(event.amount)}</span>
        )}
        <span className="block text-xs text-muted">{formatDayMonth(dayOf(event.at) ?? '', day) || MISSING_VALUE}</span>
      </span>
    </>
  );
  const lineClass = 'flex min-h-12 items-center gap-3 py-1.5';
  if (event.payment === undefined) return <div className={lineClass}>{line}</div>;
  return (
    <Link
      to={addresses.payments.detail(event.payment)}
      className={`${lineClass} -mx-2 rounded-control px-2 hover:bg-sunken`}
    >
      {line}
    </Link>
  );
}

/** Events of a client, of every kind, as each part is known. */
function useEvents(user: UserDetail, day: string) {
  const periods = useUserRecords(user.id, historyResource(user.id), user.subscription_history);
  const packages = useUserRecords(user.id, packagesResource(user.id), user.user_packages);
  const payments = useClientPayments(user);
  const debts = useDebts(user.id);
  const contacts = useContacts(user.id);
  const events = useMemo(
    () =>
      inOrder([
        ...periods.rows.map((row) => eventOfPeriod(row, day)),
        ...packages.rows.map((row) => eventOfPackage(row, day)),
        ...payments.rows.map(eventOfPayment),
        ...(debts.data ?? []).map((row) => eventOfDebt(row, day)),
        ...(contacts.data ?? []).map(eventOfContact),
      ]),
    [periods.rows, packages.rows, payments.rows, debts.data, contacts.data, day],
  );
  const parts = [periods, packages, payments, debts, contacts];
  return {
    events,
    isPending: payments.isPending || debts.isPending || contacts.isPending,
    failed: parts.filter(({ error }) => error),
  };
}

type Props = { user: UserDetail; day: string; next: ReactNode };

/** Periods, packages, payments, debts and contacts together, the newest first; each has its own tab with all that is known of it. */
export function Timeline({ user, day, next }: Props) {
  const { events, isPending, failed } = useEvents(user, day);
  const [shown, setShown] = useState(SHOWN_AT_FIRST);
  if (isPending) return <ListSkeleton />;
  return (
    <div className="space-y-4">
      {failed.length > 0 && (
        <FailureState
          message="Error al cargar lo que pasó"
          onRetry={() => failed.forEach(({ refetch }) => void refetch())}
        />
      )}
      {events.length === 0 && failed.length === 0 && (
        <div className="flex flex-col items-center gap-3 py-6 text-sm text-muted">
          <p className="text-center text-balance">Lo que compre, pague o deba, y cada contacto, quedan aquí.</p>
          {next}
        </div>
      )}
      {groupByMonth(events.slice(0, shown)).map(({ month, events: ofMonth }) => (
        <section key={month}>
          <h3 className="mb-1 text-xs font-medium text-muted first-letter:uppercase">
            {month ? formatMonth(month) : 'Sin fecha'}
          </h3>
          <ul>
            {ofMonth.map((event) => (
              <li key={event.key}>
                <EventLine event={event} day={day} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {events.length > shown && <Button onClick={() => setShown(shown + SHOWN_AT_FIRST)}>Ver más</Button>}
    </div>
  );
}
