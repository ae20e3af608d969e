import type { User } from '@pulso/contract/accounts/users';
import { activatePackageInput } from '@pulso/contract/billing/user-packages';
import type { Package } from '@pulso/contract/content/packages';
import { packageDuration } from '@pulso/contract/content/package-duration';
import { formatShortDate, dateOrUndefined } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { PaymentDialog, toSale } from '#features/billing/ledger/payment-dialog';
import { usePackagesOnSale } from '#features/content/packages/packages-on-sale';
import { PickField } from '#forms/pick-field';
import { createSchemaCheck } from '#forms/schema-check';
import { useFieldValue } from '#forms/use-field-value';

const check = createSchemaCheck(activatePackageInput);

type EndProps = { packages: readonly Package[]; day: string };

function EndDateNote({ packages, day }: EndProps) {
  const picked = Number(useFieldValue('package_id'));
  const chosen = packages.find(({ id }) => id === picked);
  const end = chosen && dateOrUndefined(() => packageDuration(chosen.duration_days).end(day));
  return end && `Desde hoy hasta el ${formatShortDate(end)}. No registra un pago.`;
}

type Props = { user: User; day: string; onClose: () => void };

export function ActivatePackageDialog({ user, day, onClose }: Props) {
  const offer = usePackagesOnSale();
  return (
    <PaymentDialog
      title="Activar paquete"
      subject={displayName(user.name)}
      submit="Activar paquete"
      busyLabel="Activando..."
      failed="Error al activar el paquete. Por favor intenta de nuevo."
      check={(fields) => toSale('user/activate-package', check({ ...fields, user_id: user.id, status: true }))}
      done={() => ({ title: 'Paquete activado' })}
      effect={<EndDateNote packages={offer.list.rows} day={day} />}
      onClose={onClose}
    >
      <PickField name="package_id" label="Paquete" offer={offer} />
    </PaymentDialog>
  );
}
