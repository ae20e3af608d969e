import type { SentNotification } from '@pulso/contract/desk/notifications';
import { formatClock, formatShortDate } from '@pulso/contract/kit/dates';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { useSentNotifications } from '#features/desk/notifications/use-notifications';
import { ListSkeleton } from '#screens/list-skeleton';
import { fillClass } from '#ui/feedback/bar';
import { formatCount, toPercentage } from '#ui/text/numbers';

function DeliveryOutcome({ sent }: { sent: SentNotification }) {
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

function Item({ sent }: { sent: SentNotification }) {
  const when = `${formatShortDate(sent.created_at)}, ${formatClock(sent.created_at)}`;
  return (
    <li className="space-y-3 p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h3 className="font-semibold break-words">{sent.title}</h3>
          <p className="line-clamp-2 text-sm break-words text-muted">{sent.body}</p>
        </div>
        {sent.pending > 0 && <Badge tone="yellow">Enviando</Badge>}
      </div>
      <DeliveryOutcome sent={sent} />
      <p className="text-xs text-muted tabular-nums">
        {when}
        {sent.created_by && ` · ${sent.created_by.name}`}
      </p>
    </li>
  );
}

/** Sent notifications: by whom, and with which result. */
export function NotificationHistory() {
  const { data, error, isPending, refetch } = useSentNotifications();
  return (
    <section aria-labelledby="historial" aria-busy={isPending || undefined} className="mt-2">
      <h2 id="historial" className="mb-3 text-lg font-semibold">
        Historial
      </h2>
      {isPending && <ListSkeleton rows={3} />}
      {error && (
        <FailureState message="Error al cargar el historial de notificaciones" onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && (
        <p className="rounded-card border border-dashed border-line px-5 py-6 text-center text-sm text-muted">
          Todavía no enviaste ninguna notificación.
        </p>
      )}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {data.map((sent) => (
            <Item key={sent.id} sent={sent} />
          ))}
        </ul>
      )}
    </section>
  );
}
