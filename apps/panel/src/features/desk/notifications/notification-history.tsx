import type { SentNotification } from '@pulso/contract/desk/notifications';
import { formatClock, formatShortDate } from '@pulso/contract/kit/dates';
import { useId, type ReactNode } from 'react';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { useSentNotifications, type NotificationList } from '#features/desk/notifications/use-notifications';
import { ListSkeleton } from '#screens/list-skeleton';
import { fillClass } from '#ui/feedback/bar';
import { formatCount, toPercentage } from '#ui/text/numbers';

/** How many devices got it so far. */
export function DeliveryOutcome({ sent }: { sent: SentNotification }) {
  const { recipients, delivered, failed, pending } = sent;
  if (recipients === 0)
    return <p className="text-sm text-muted">Guardada para la app; no había dispositivos conectados.</p>;
  const donePercent = toPercentage(delivered + failed, recipients);
  return (
    <div>
      <div
        role="progressbar"
        aria-label={`Envío de «${sent.title}»`}
        aria-valuenow={donePercent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="flex h-2 overflow-hidden rounded-full bg-grey-soft"
      >
        <div className={fillClass('green')} style={{ width: `${toPercentage(delivered, recipients)}%` }} />
        <div className={fillClass('red')} style={{ width: `${toPercentage(failed, recipients)}%` }} />
      </div>
      <p className="mt-1.5 flex flex-wrap gap-x-4 text-xs text-muted tabular-nums">
        <span>{formatCount(recipients)} destinatarios</span>
        <span>{formatCount(delivered)} entregadas</span>
        <span>{formatCount(failed)} fallidas</span>
        <span>{formatCount(pending)} pendientes</span>
      </p>
    </div>
  );
}

export const formatMoment = (instant: string) => `${formatShortDate(instant)}, ${formatClock(instant)}`;

type ItemProps = { sent: SentNotification; when: string; side?: ReactNode; children?: ReactNode };

/** One of a list, with what is known of it. */
export function NotificationItem({ sent, when, side, children }: ItemProps) {
  return (
    <li className="space-y-3 p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-40">
          <h3 className="font-semibold break-words">{sent.title}</h3>
          <p className="line-clamp-2 text-sm break-words text-muted">{sent.body}</p>
        </div>
        {side}
      </div>
      {children}
      <p className="text-xs text-muted tabular-nums">
        {when}
        {sent.created_by && ` · ${sent.created_by.name}`}
      </p>
    </li>
  );
}

type ListProps = {
  title: string;
  list?: NotificationList;
  failure: string;
  empty: string;
  item: (sent: SentNotification) => ReactNode;
};

/** A list under its heading, in its four states. */
export function NotificationSection({ title, list, failure, empty, item }: ListProps) {
  const { data, error, isPending, refetch } = useSentNotifications(list);
  const id = useId();
  return (
    <section aria-labelledby={id} aria-busy={isPending || undefined} className="mt-2">
      <h2 id={id} className="mb-3 text-lg font-semibold">
        {title}
      </h2>
      {isPending && <ListSkeleton rows={3} />}
      {error && <FailureState message={failure} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <p className="rounded-card border border-dashed border-line px-5 py-6 text-center text-sm text-muted">
          {empty}
        </p>
      )}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">{data.map(item)}</ul>
      )}
    </section>
  );
}

export const sendingBadge = <Badge tone="yellow">Enviando</Badge>;

/** Sent notifications: by whom, and with which result. */
export function NotificationHistory() {
  return (
    <NotificationSection
      title="Historial"
      failure="Error al cargar el historial de notificaciones"
      empty="Todavía no enviaste ninguna notificación."
      item={(sent) => (
        <NotificationItem
          key={sent.id}
          sent={sent}
          when={formatMoment(sent.created_at)}
          side={sent.pending > 0 && sendingBadge}
        >
          <DeliveryOutcome sent={sent} />
        </NotificationItem>
      )}
    />
  );
}
