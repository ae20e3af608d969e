import type { User } from '@pulso/contract/accounts/users';
import { DEFAULT_STATUS_NOTES } from '@pulso/contract/billing/subscriptions';
import { useId, useState } from 'react';
import { call, reasonOf } from '#api/client';
import { useUserWrite } from '#features/accounts/users/user-records';
import { controlClass } from '#forms/fields';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { ErrorBox } from '#ui/states';
import { tell } from '#ui/tell';
import { TwoStepDelete } from '#ui/two-step-delete';

const actions = {
  activar: {
    label: 'Activar',
    done: 'Suscripción activada',
    means: 'La suscripción vuelve a valer con sus mismas fechas.',
  },
  desactivar: {
    label: 'Desactivar',
    done: 'Suscripción desactivada',
    means: 'Es temporal y reversible: la suscripción queda en pausa y se puede volver a activar con sus mismas fechas.',
  },
  eliminar: {
    label: 'Eliminar',
    done: 'Suscripción eliminada',
    means: 'Es permanente: el usuario queda sin suscripción. El historial y los pagos se conservan.',
  },
} as const;
type Action = keyof typeof actions;

/** `held` names the plan and its end. */
type Props = { user: User; held: string; onClose: () => void };

export function ManageSubscriptionDialog({ user, held, onClose }: Props) {
  const id = useId();
  const [notes, setNotes] = useState('');
  const write = useUserWrite(async (action: Action) => {
    const path = `user/${user.id}/subscription`;
    const json = { active: action === 'activar', notes: notes.trim() || DEFAULT_STATUS_NOTES };
    if (action === 'eliminar') await call('DELETE', path);
    else await call('PATCH', `${path}-status`, { payload: { json } });
    tell({ title: actions[action].done, description: held, tone: 'good' });
    onClose();
  });
  const known = user.suscriptionId !== null;
  const change: Action = user.suscription_status ? 'desactivar' : 'activar';
  const close = () => (write.isPending ? undefined : onClose());
  const buttons = (
    <>
      {known && (
        <span className="mr-auto">
          <TwoStepDelete name={held} outlined busy={write.isPending} onDelete={() => write.mutate('eliminar')} />
        </span>
      )}
      <Button onClick={close} disabled={write.isPending}>
        Cancelar
      </Button>
      {known && (
        <Button
          look={change === 'activar' ? 'primary' : 'plain'}
          busy={write.isPending && write.variables === change}
          disabled={write.isPending}
          onClick={() => write.mutate(change)}
        >
          {actions[change].label}
        </Button>
      )}
    </>
  );
  return (
    <Dialog open onClose={close} title="Gestionar suscripción" footer={buttons}>
      <div className="space-y-5 p-5 text-sm">
        {write.error && (
          <ErrorBox>
            <p>Error al {write.variables} la suscripción. Por favor intenta de nuevo.</p>
            <p className="font-normal">{reasonOf(write.error)}</p>
          </ErrorBox>
        )}
        {known ? (
          <>
            <p className="text-base font-semibold">{held}</p>
            <dl className="space-y-2">
              {([change, 'eliminar'] as const).map((action) => (
                <div key={action}>
                  <dt className="inline font-semibold">{actions[action].label}: </dt>
                  <dd className="inline text-muted">{actions[action].means}</dd>
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
    </Dialog>
  );
}
