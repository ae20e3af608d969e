import type { User } from '@pulso/contract/accounts/users';
import { DEFAULT_STATUS_NOTES } from '@pulso/contract/billing/subscriptions';
import { formatShortDate, pureDate } from '@pulso/contract/kit/dates';
import { shown, shownName } from '@pulso/contract/kit/labels';
import { useId, useState } from 'react';
import { call, serverMessage } from '#api/client';
import { useUserWrite } from '#features/accounts/users/user-records';
import { controlClass } from '#forms/fields';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { ErrorBox } from '#ui/states';
import { tell } from '#ui/tell';

const actions = {
  activar: {
    look: 'primary',
    label: 'Activar',
    done: 'Suscripción activada',
    means: 'La suscripción vuelve a valer con sus mismas fechas.',
  },
  desactivar: {
    look: 'plain',
    label: 'Desactivar',
    done: 'Suscripción desactivada',
    means: 'Es temporal y reversible: la suscripción queda en pausa y se puede volver a activar con sus mismas fechas.',
  },
  eliminar: {
    look: 'danger',
    label: 'Eliminar',
    done: 'Suscripción eliminada',
    means: 'Es permanente: el usuario queda sin suscripción. El historial y los pagos se conservan.',
  },
} as const;
type Action = keyof typeof actions;

export function ManageSubscriptionDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const id = useId();
  const [notes, setNotes] = useState('');
  const write = useUserWrite(async (action: Action) => {
    const path = `user/${user.id}/subscription`;
    const json = { active: action === 'activar', notes: notes.trim() || DEFAULT_STATUS_NOTES };
    if (action === 'eliminar') await call('DELETE', path);
    else await call('PATCH', `${path}-status`, { payload: { json } });
    tell({ title: actions[action].done, tone: 'good' });
    onClose();
  });
  const known = user.suscriptionId !== null;
  const offered: Action[] = [user.suscription_status ? 'desactivar' : 'activar', 'eliminar'];
  const close = () => (write.isPending ? undefined : onClose());
  return (
    <Dialog open onClose={close} title="Gestionar suscripción">
      <div className="space-y-5 p-5 text-sm">
        {write.error && (
          <ErrorBox>
            <p>Error al {write.variables} la suscripción. Por favor intenta de nuevo.</p>
            <p className="font-normal">{serverMessage(write.error, '')}</p>
          </ErrorBox>
        )}
        {known ? (
          <>
            <p>
              {shownName(user.name)}: del {shown(formatShortDate(pureDate(user.suscription_init)))} al{' '}
              {shown(formatShortDate(pureDate(user.suscription_end)))}
            </p>
            <dl className="space-y-3">
              {offered.map((action) => (
                <div key={action} className="rounded-control border border-line p-3">
                  <dt className="font-semibold">{actions[action].label}</dt>
                  <dd className="mt-1 text-muted">{actions[action].means}</dd>
                </div>
              ))}
            </dl>
            <div>
              <label htmlFor={id} className="mb-1.5 block font-medium">
                Notas (opcional)
              </label>
              <textarea
                id={id}
                rows={2}
                maxLength={1000}
                value={notes}
                onChange={(event) => setNotes(event.target.value)}
                className={`${controlClass} py-2`}
              />
            </div>
          </>
        ) : (
          <ErrorBox>Información de suscripción no disponible</ErrorBox>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
        <Button onClick={close} disabled={write.isPending}>
          Cancelar
        </Button>
        {known &&
          offered.map((action) => (
            <Button
              key={action}
              look={actions[action].look}
              busy={write.isPending && write.variables === action}
              disabled={write.isPending}
              onClick={() => write.mutate(action)}
            >
              {actions[action].label}
            </Button>
          ))}
      </div>
    </Dialog>
  );
}
