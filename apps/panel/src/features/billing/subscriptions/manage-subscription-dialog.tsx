import type { User } from '@pulso/contract/accounts/users';
import { DEFAULT_STATUS_NOTES, subscriptionStatusInput } from '@pulso/contract/billing/subscriptions';
import { Button } from '@pulso/web/ui/controls/button';
import { TwoStepDelete } from '@pulso/web/ui/controls/two-step-delete';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { ErrorBox } from '@pulso/web/ui/feedback/states';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { call } from '#api/client';
import { serverOffers } from '#api/session';
import { useRefetchUser, useUserWrite } from '#features/accounts/users/user-records';
import { useRenewal } from '#features/billing/subscriptions/use-renewal';
import { withoutRetry } from '#forms/failure-box';
import { TextAreaField } from '#forms/fields';
import { FormDialog } from '#forms/form-dialog';
import { createSchemaCheck } from '#forms/schema-check';
import { useFrozenValue } from '#forms/use-write';

const TITLE = 'Gestionar suscripción';
const check = createSchemaCheck(subscriptionStatusInput);
const statusActions = {
  activar: {
    label: 'Activar',
    done: 'Suscripción activada',
    means: 'La suscripción vuelve a valer con sus mismas fechas.',
  },
  desactivar: {
    label: 'Desactivar',
    done: 'Suscripción desactivada',
    means: 'Es temporal y reversible: la suscripción se puede volver a activar con sus mismas fechas.',
  },
  eliminar: {
    label: 'Eliminar',
    done: 'Suscripción eliminada',
    means: 'Es permanente: el usuario queda sin suscripción. El historial y los pagos se conservan.',
  },
} as const;
type Action = keyof typeof statusActions;

type Props = {
  user: User;
  /** The plan and its end. */
  held: string;
  onClose: () => void;
};

export function ManageSubscriptionDialog(props: Props) {
  if (props.user.suscriptionId !== null) return <ManageForm {...props} />;
  return (
    <Dialog open onClose={props.onClose} title={TITLE} footer={<Button onClick={props.onClose}>Cancelar</Button>}>
      <div className="p-5">
        <ErrorBox>Información de suscripción no disponible</ErrorBox>
      </div>
    </Dialog>
  );
}

const describeLostPeriods = (count: number) =>
  count === 1
    ? 'Tiene 1 período pagado por delante. Se pierde.'
    : `Tiene ${count} períodos pagados por delante. Se pierden.`;

type StatusChange = { action: Action; notes?: string | null };

const failureMessage = ({ action }: StatusChange) => `Error al ${action} la suscripción. Por favor intenta de nuevo.`;

function ManageForm({ user, held, onClose }: Props) {
  useRefetchUser(user.id);
  const write = useUserWrite(failureMessage, async ({ action, notes }: StatusChange) => {
    const path = `user/${user.id}/subscription`;
    const json = { active: action === 'activar', notes: notes || DEFAULT_STATUS_NOTES };
    if (action === 'eliminar') await call('DELETE', path);
    else await call('PATCH', `${path}-status`, { payload: { json } });
    showToast({ title: statusActions[action].done, description: held, tone: 'good' });
    onClose();
  });
  const queued = useRenewal(user.id).data?.queued ?? 0;
  const { suscription_status } = useFrozenValue(user, write);
  const change: Action = suscription_status ? 'desactivar' : 'activar';
  const { label } = statusActions[change];
  return (
    <FormDialog
      title={TITLE}
      submit={label}
      busyLabel={label}
      look={change === 'activar' ? 'primary' : 'plain'}
      check={(fields) => check({ ...fields, active: change === 'activar' })}
      busy={write.isPending}
      failure={write.variables?.action === 'eliminar' ? withoutRetry(write.failure) : write.failure}
      onSubmit={({ notes }) => write.mutate({ action: change, notes })}
      aside={
        <TwoStepDelete
          name={held}
          outlined
          busy={write.isPending}
          onDelete={() => write.mutate({ action: 'eliminar' })}
        />
      }
      onClose={onClose}
    >
      <p className="text-base font-semibold">{held}</p>
      <dl className="space-y-2 text-sm">
        {([change, 'eliminar'] as const).map((action) => (
          <div key={action}>
            <dt className="inline font-semibold">{statusActions[action].label}: </dt>
            <dd className="inline text-muted">
              {statusActions[action].means}
              {action === 'eliminar' && queued > 0 && (
                <strong className="font-semibold text-red"> {describeLostPeriods(queued)}</strong>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {change === 'desactivar' && serverOffers('pause') && (
        <p className="text-sm text-muted">
          Desactivar no mueve el vencimiento. Para conservar los días pagados, usa Pausar.
        </p>
      )}
      <TextAreaField name="notes" label="Notas (opcional)" rows={2} />
    </FormDialog>
  );
}
