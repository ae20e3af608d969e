import type { User } from '@pulso/contract/accounts/users';
import { paymentInput } from '@pulso/contract/billing/payments';
import {
  paymentMethodLabel,
  paymentMethods,
  paymentTypeLabel,
  paymentTypes,
} from '@pulso/contract/billing/payments.labels';
import { useState } from 'react';
import { call } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { useUserWrite } from '#features/accounts/users/user-records';
import { usePlansOnOffer } from '#features/catalogue/plans/plans-on-offer';
import { usePackagesOnOffer } from '#features/content/packages/packages-on-offer';
import { saveFailure } from '#forms/failure-box';
import { FormDialog } from '#forms/form-dialog';
import { MoneyField } from '#forms/money-field';
import { PickField } from '#forms/pick-field';
import { schemaCheck } from '#forms/schema-check';
import { SelectField } from '#forms/select-field';
import { tell } from '#ui/tell';

const FAILED = 'Error al registrar el pago. Por favor intenta de nuevo.';
const types = paymentTypes.map((value) => ({ value, label: paymentTypeLabel(value) }));
const methods = paymentMethods.map((value) => ({ value, label: paymentMethodLabel(value) }));
const check = schemaCheck(paymentInput);

/** Products and other things are paid for without naming one of the catalogue. */
const GENERAL = 0;

export function RegisterPaymentDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const offers = { subscription: usePlansOnOffer(), package: usePackagesOnOffer() };
  const idempotencyKey = useIdempotencyKey();
  const [type, setType] = useState('subscription');
  const [itemId, setItemId] = useState<number>();
  const offer = type === 'subscription' || type === 'package' ? offers[type] : undefined;
  const item = offer?.list.rows.find(({ id }) => id === itemId);
  const write = useUserWrite(async (json: object) => {
    await call('POST', 'payment', { payload: { json }, headers: idempotencyKey(json) });
    tell({ title: 'Pago registrado', tone: 'good' });
    onClose();
  });
  return (
    <FormDialog
      title="Registrar pago"
      submit="Registrar pago"
      busyLabel="Registrando..."
      check={(fields) =>
        check({ ...fields, user_id: user.id, status: 'completed', item_id: offer ? (fields.item_id ?? '') : GENERAL })
      }
      busy={write.isPending}
      failure={write.error ? saveFailure(FAILED, write.error) : undefined}
      onSubmit={({ user_id, type: kind, item_id, amount, payment_method, status }) =>
        write.mutate({ user_id, type: kind, item_id, amount, payment_method, status })
      }
      onClose={onClose}
    >
      <SelectField
        name="type"
        label="Tipo de pago"
        options={types}
        onPick={(picked) => {
          setType(picked);
          setItemId(undefined);
        }}
      />
      {offer && <PickField key={type} name="item_id" label={paymentTypeLabel(type)} offer={offer} onPick={setItemId} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <MoneyField
          key={itemId && `${type} ${itemId}`}
          name="amount"
          label="Monto (ARS)"
          defaultValue={item?.price}
          required
        />
        <SelectField name="payment_method" label="Método de pago" options={methods} />
      </div>
    </FormDialog>
  );
}
