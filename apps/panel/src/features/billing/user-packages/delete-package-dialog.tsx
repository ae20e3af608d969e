import type { User } from '@pulso/contract/accounts/users';
import type { UserPackage } from '@pulso/contract/billing/user-packages';
import { displayName } from '@pulso/contract/kit/labels';
import { reasonOf } from '@pulso/web/answers';
import { Button, isSecondClick } from '@pulso/web/ui/controls/button';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { ErrorBox } from '@pulso/web/ui/feedback/states';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { call } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { useUserWrite } from '#features/accounts/users/user-records';

const FAILURE_MESSAGE = 'Error al eliminar el paquete. Por favor intenta de nuevo.';

type Props = { user: User; held: UserPackage; title: string; onClose: () => void };

export function DeletePackageDialog({ user, held, title, onClose }: Props) {
  const idempotencyKey = useIdempotencyKey();
  const write = useUserWrite(FAILURE_MESSAGE, async () => {
    const json = { package_id: held.package_id };
    await call('DELETE', `user/${user.id}/package`, { payload: { json }, headers: idempotencyKey(json) });
    showToast({ title: 'Paquete eliminado', description: title, tone: 'good' });
    onClose();
  });
  // A row of a foreign server may lack what the call needs.
  const hasPackage = Number.isInteger(held.package_id);
  const close = () => (write.isPending ? undefined : onClose());
  return (
    <Dialog
      open
      onClose={close}
      title="Eliminar paquete"
      footer={
        <>
          {hasPackage && (
            <Button
              look="danger"
              className="mr-auto"
              busy={write.isPending}
              disabled={write.isPending}
              onClick={(event) => !isSecondClick(event) && write.mutate(undefined)}
            >
              Eliminar
            </Button>
          )}
          <Button onClick={close} disabled={write.isPending}>
            Cancelar
          </Button>
        </>
      }
    >
      <div className="space-y-4 p-5 text-sm">
        {write.error && (
          <ErrorBox>
            <p>{FAILURE_MESSAGE}</p>
            <p className="font-normal">{reasonOf(write.error)}</p>
          </ErrorBox>
        )}
        {hasPackage ? (
          <p>
            {displayName(user.name)} deja de tener el paquete <strong>{title}</strong>. Los pagos se conservan.
          </p>
        ) : (
          <ErrorBox>Información del paquete no disponible</ErrorBox>
        )}
      </div>
    </Dialog>
  );
}
