import { formatShortDate, pureDate } from '@pulso/contract/kit/dates';
import { shown, shownName } from '@pulso/contract/kit/labels';
import { DEFAULT_STATUS_NOTES } from '@pulso/contract/billing/subscriptions';
import type { User } from '@pulso/contract/accounts/users';
import { useId, useState } from 'react';
import { call, toldOr } from '#api/client';
import { useUserWrite } from '#features/accounts/users/user-records';
import { controlClass } from '#forms/fields';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { ErrorBox } from '#ui/states';
import { tell } from '#ui/tell';

const doings = {
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
type Doing = keyof typeof doings;

export function ManageSubscriptionDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const id = useId();
  const [notes, setNotes] = useState('');
  const write = useUserWrite(async (doing: Doing) => {
    const path = `user/${user.id}/subscription`;
    const json = { active: doing === 'activar', notes: notes.trim() || DEFAULT_STATUS_NOTES };
    if (doing === 'eliminar') await call('DELETE', path);
    else await call('PATCH', `${path}-status`, { payload: { json } });
    tell({ title: doings[doing].done, tone: 'good' });
    onClose();
  });
  const known = user.suscriptionId !== null;
  const offered: Doing[] = [user.suscription_status ? 'desactivar' : 'activar', 'eliminar'];
  const close = () => (write.isPending ? undefined : onClose());
  return (
    <Dialog open onClose={close} title="Gestionar suscripción">
      <div className="space-y-5 p-5 text-sm">
        {write.error && (
          <ErrorBox>
            <p>Error al {write.variables} la suscripción. Por favor intenta de nuevo.</p>
            <p className="font-normal">{toldOr(write.error, '')}</p>
          </ErrorBox>
        )}
        {known ? (
          <>
            <p>
              {shownName(user.name)}: del {shown(formatShortDate(pureDate(user.suscription_init)))} al{' '}
              {shown(formatShortDate(pureDate(user.suscription_end)))}
            </p>
            <dl className="space-y-3">
              {offered.map((doing) => (
                <div key={doing} className="rounded-control border border-line p-3">
                  <dt className="font-semibold">{doings[doing].label}</dt>
                  <dd className="mt-1 text-muted">{doings[doing].means}</dd>
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
          offered.map((doing) => (
            <Button
              key={doing}
              look={doings[doing].look}
              busy={write.isPending && write.variables === doing}
              disabled={write.isPending}
              onClick={() => write.mutate(doing)}
            >
              {doings[doing].label}
            </Button>
          ))}
      </div>
    </Dialog>
  );
}
