import { tags } from '@pulso/contract/accounts/tags';
import { plans } from '@pulso/contract/catalogue/plans';
import { unsentReasons, type NotificationGroup, type SentNotification } from '@pulso/contract/desk/notifications';
import { displayName } from '@pulso/contract/kit/labels';
import { useMutation } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { TwoStepDelete } from '@pulso/web/ui/controls/two-step-delete';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { call } from '#api/client';
import { showFailureToast } from '#api/report-failure';
import { useList } from '#api/resources';
import { describeQuestion } from '#features/accounts/users/segments/question-words';
import { readQuestion } from '#features/desk/notifications/group/group.rules';
import {
  DeliveryOutcome,
  formatMoment,
  NotificationItem,
  NotificationSection,
  sendingBadge,
} from '#features/desk/notifications/notification-history';
import { useRefreshNotifications } from '#features/desk/notifications/use-notifications';
import { formatCount } from '#ui/text/numbers';

function Question({ query }: { query: NonNullable<NotificationGroup['query']> }) {
  const [planList, tagList] = [useList(plans).data, useList(tags).data];
  return describeQuestion(readQuestion(query), {
    plans: planList?.map(({ id, title }) => ({ id, name: displayName(title) })),
    tags: tagList?.map(({ id, name }) => ({ id, name: displayName(name) })),
  });
}

/** Whom one was for, and how many they were. */
function Audience({ group }: { group: NotificationGroup }) {
  const { segment, query, chosen, users, state } = group;
  return (
    <p className="flex items-start gap-2 text-sm wrap-anywhere">
      <Users aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <span>
        {segment ? (
          displayName(segment.name)
        ) : query ? (
          <Question query={query} />
        ) : chosen === 1 ? (
          'Una persona elegida'
        ) : (
          `${formatCount(chosen ?? 0)} personas elegidas`
        )}
        {state === 'sent' && ` · ${formatCount(users)} ${users === 1 ? 'usuario' : 'usuarios'}`}
      </span>
    </p>
  );
}

function ScheduledItem({ sent, group }: { sent: SentNotification; group: NotificationGroup }) {
  const renew = useRefreshNotifications();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('POST', `/notifications/${sent.id}/cancel`, { payload: { json: {} } }),
    onSuccess: () => showToast({ title: 'Notificación cancelada', description: sent.title, tone: 'good' }),
    onError: (error) => showFailureToast('Error al cancelar la notificación', error),
    // Refused, it has begun by now.
    onSettled: renew,
  });
  return (
    <NotificationItem
      sent={sent}
      when={`Se envía el ${formatMoment(group.send_at ?? '')}`}
      side={<TwoStepDelete name={`Cancelar «${sent.title}»`} label="Cancelar" busy={isPending} onDelete={mutate} />}
    >
      <Audience group={group} />
    </NotificationItem>
  );
}

function SentItem({ sent, group }: { sent: SentNotification; group: NotificationGroup }) {
  const { state, unsent, send_at, started_at } = group;
  const isUnderWay = state === 'asking' || sent.pending > 0;
  return (
    <NotificationItem
      sent={sent}
      when={formatMoment(started_at ?? send_at ?? sent.created_at)}
      side={state === 'canceled' ? <Badge tone="grey">Cancelada</Badge> : isUnderWay && sendingBadge}
    >
      <Audience group={group} />
      {unsent && <p className="text-sm text-yellow">{unsentReasons[unsent]}</p>}
      {state === 'sent' && <DeliveryOutcome sent={sent} />}
    </NotificationItem>
  );
}

/** Those that wait for their hour, and those whose hour was. */
export function GroupLists() {
  return (
    <div className="space-y-6">
      <NotificationSection
        title="Programadas"
        list="scheduled"
        failure="Error al cargar las notificaciones programadas"
        empty="No hay ninguna programada."
        item={(sent) => sent.group && <ScheduledItem key={sent.id} sent={sent} group={sent.group} />}
      />
      <NotificationSection
        title="Enviadas a grupos"
        list="group"
        failure="Error al cargar las notificaciones enviadas"
        empty="Todavía no enviaste ninguna a un grupo."
        item={(sent) => sent.group && <SentItem key={sent.id} sent={sent} group={sent.group} />}
      />
    </div>
  );
}
