import { paymentInput, type PaymentInput } from '@pulso/contract/billing/payments';
import {
  paymentMethodLabel,
  paymentMethods,
  paymentTypeLabel,
  paymentTypes,
} from '@pulso/contract/billing/payments.labels';
import { shownName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { useState } from 'react';
import { call } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { useUserWrite } from '#features/accounts/users/user-records';
import { useEqualPaymentQuestion } from '#features/billing/payments/equal-payment';
import type { Payer } from '#features/billing/payments/payment-history';
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

type Sent = Pick<PaymentInput, 'user_id' | 'type' | 'item_id' | 'amount' | 'payment_method' | 'status'>;

export function RegisterPaymentDialog({ user, onClose }: { user: Payer; onClose: () => void }) {
  const { ask, question } = useEqualPaymentQuestion(user);
  const offers = { subscription: usePlansOnOffer(), package: usePackagesOnOffer() };
  const idempotencyKey = useIdempotencyKey();
  const [type, setType] = useState('subscription');
  const [itemId, setItemId] = useState<number>();
  /** In this dialog, not in what was kept of it. */
  const [isPicked, setIsPicked] = useState(false);
  const pick = (id: number) => {
    setItemId(id);
    setIsPicked(true);
  };
  const offer = type === 'subscription' || type === 'package' ? offers[type] : undefined;
  const item = offer?.list.rows.find(({ id }) => id === itemId);
  const write = useUserWrite(async (json: Sent) => {
    await call('POST', 'payment', { payload: { json }, headers: idempotencyKey(json) });
    tell({
      title: 'Pago registrado',
      description: `${shownName(user.name)}: ${formatMoney(json.amount)}`,
      tone: 'good',
    });
    onClose();
  });
  const register = (sent: Sent) => ask(sent, () => write.mutate(sent));
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
        register({ user_id, type: kind, item_id, amount, payment_method, status })
      }
      onRestore={({ type: kind, item_id }) => {
        setType(typeof kind === 'string' ? kind : 'subscription');
        setItemId(Number(item_id) || undefined);
      }}
      onClose={onClose}
    >
      <SelectField
        name="type"
        label="Tipo de pago"
        options={types}
        onPick={(picked) => {
          setType(picked);
          setItemId(undefined);
          setIsPicked(true);
        }}
      />
      {offer && (
        <PickField
          key={type}
          name="item_id"
          label={paymentTypeLabel(type)}
          offer={offer}
          isFresh={isPicked}
          onPick={pick}
        />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <MoneyField
          key={item && `${type} ${item.id}`}
          isPrefilled={isPicked}
          name="amount"
          label="Monto (ARS)"
          defaultValue={item?.price}
          required
        />
        <SelectField name="payment_method" label="Método de pago" options={methods} />
      </div>
      {question}
    </FormDialog>
  );
}
