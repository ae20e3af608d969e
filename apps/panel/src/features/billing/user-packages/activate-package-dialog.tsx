import type { User } from '@pulso/contract/accounts/users';
import { activatePackageInput } from '@pulso/contract/billing/user-packages';
import { packageDuration } from '@pulso/contract/content/package-duration';
import { formatShortDate, reached } from '@pulso/contract/kit/dates';
import { shownName } from '@pulso/contract/kit/labels';
import { useState } from 'react';
import { call, assertSuccess } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { useUserWrite } from '#features/accounts/users/user-records';
import { usePackagesOnOffer } from '#features/content/packages/packages-on-offer';
import { FormDialog } from '#forms/form-dialog';
import { PickField } from '#forms/pick-field';
import { schemaCheck } from '#forms/schema-check';
import { tell } from '#ui/tell';

const FAILED = 'Error al activar el paquete. Por favor intenta de nuevo.';
const check = schemaCheck(activatePackageInput);

type Props = { user: User; day: string; onClose: () => void };

export function ActivatePackageDialog({ user, day, onClose }: Props) {
  const offer = usePackagesOnOffer();
  const idempotencyKey = useIdempotencyKey();
  const [packageId, setPackageId] = useState<number>();
  const chosen = offer.list.rows.find(({ id }) => id === packageId);
  const end = chosen && reached(() => packageDuration(chosen.duration_days).end(day));
  const write = useUserWrite(FAILED, async (body: { user_id: number; package_id: number }) => {
    const json = { ...body, status: true };
    assertSuccess(await call('POST', 'user/activate-package', { payload: { json }, headers: idempotencyKey(json) }));
    tell({ title: 'Paquete activado', tone: 'good' });
    onClose();
  });
  return (
    <FormDialog
      title="Activar paquete"
      subject={shownName(user.name)}
      submit="Activar paquete"
      busyLabel="Activando..."
      check={(fields) => check({ ...fields, user_id: user.id })}
      busy={write.isPending}
      failure={write.failure}
      onSubmit={({ user_id, package_id }) => write.mutate({ user_id, package_id })}
      onRestore={({ package_id }) => setPackageId(Number(package_id) || undefined)}
      effect={end && `Desde hoy hasta el ${formatShortDate(end)}. No registra un pago.`}
      onClose={onClose}
    >
      <PickField name="package_id" label="Paquete" offer={offer} onPick={setPackageId} />
    </FormDialog>
  );
}
