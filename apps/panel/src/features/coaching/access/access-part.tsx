import type { DeviceSession } from '@pulso/contract/coaching/access';
import { formatDate } from '@pulso/contract/kit/dates';
import { timeAgo } from '@pulso/contract/kit/time-ago';
import { KeyRound, Smartphone } from 'lucide-react';
import { reasonOf } from '@pulso/web/answers';
import { Button } from '@pulso/web/ui/controls/button';
import { TwoStepDelete } from '@pulso/web/ui/controls/two-step-delete';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { useNow } from '@pulso/web/ui/hooks/use-now';
import { mayVisit } from '#api/session';
import { describeUse } from '#features/coaching/access/access.rules';
import { ALL_SESSIONS, useDeviceSessions, useEndSession } from '#features/coaching/access/use-access';
import { ListSkeleton } from '#screens/list-skeleton';

type PhoneProps = { session: DeviceSession; now: Date; busy: boolean; onEnd: () => void };

function Phone({ session: { device, created_at, last_used_at, address }, now, busy, onEnd }: PhoneProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
      <Smartphone aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-medium">{device}</p>
        <p className="text-muted">Última vez {timeAgo(last_used_at, now)}</p>
        <p className="text-xs text-muted">
          Desde el {formatDate(created_at)} · {address}
        </p>
      </div>
      {mayVisit('users') && (
        <div className="print:hidden">
          <TwoStepDelete name={device} label="Cerrar sesión" phoneIcon busy={busy} onDelete={onEnd} />
        </div>
      )}
    </li>
  );
}

type Props = { userId: number; onSend: () => void };

/** The phones that a client is in the app with, which can be shut out. */
export function AccessPart({ userId, onSend }: Props) {
  const now = useNow();
  const { data: sessions, error, isPending, refetch } = useDeviceSessions(userId);
  const { mutate, isPending: isEnding, error: failure, variables } = useEndSession(userId);
  const end = (session: string, said: string) =>
    mutate(session, { onSuccess: () => showToast({ title: said, tone: 'good' }) });
  return (
    <section aria-label="Acceso" className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="font-semibold">Acceso</h3>
          {sessions && <p className="text-sm text-muted">{describeUse(sessions, now)}</p>}
        </div>
        <Button className="print:hidden" icon={<KeyRound aria-hidden className="size-4" />} onClick={onSend}>
          Enviar acceso
        </Button>
      </div>
      {failure && (
        <FailureState message="Error al cerrar la sesión. Por favor intenta de nuevo." reason={reasonOf(failure)} />
      )}
      {isPending ? (
        <ListSkeleton rows={2} />
      ) : !sessions ? (
        <FailureState message="Error al cargar los accesos" reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : sessions.data.length === 0 ? (
        <p className="rounded-card border border-dashed border-line px-4 py-6 text-center text-sm text-muted">
          {sessions.last_used_at === null ? 'Todavía no entró a la app.' : 'No está en ningún teléfono ahora.'}
        </p>
      ) : (
        <>
          <ul className="divide-y divide-line rounded-card border border-line">
            {sessions.data.map((session) => (
              <Phone
                key={session.id}
                session={session}
                now={now}
                busy={isEnding && (variables === session.id || variables === ALL_SESSIONS)}
                onEnd={() => end(session.id, 'Sesión cerrada')}
              />
            ))}
          </ul>
          {sessions.data.length > 1 && mayVisit('users') && (
            <div className="flex justify-end print:hidden">
              <TwoStepDelete
                name="Todos los teléfonos"
                label="Cerrar todas las sesiones"
                busy={isEnding}
                onDelete={() => end(ALL_SESSIONS, 'Sesiones cerradas')}
              />
            </div>
          )}
        </>
      )}
    </section>
  );
}
