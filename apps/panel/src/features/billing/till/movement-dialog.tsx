import { expenseCategories, movementInput } from '@pulso/contract/billing/movements';
import { paymentMethodLabel, paymentMethods } from '@pulso/contract/billing/payments.labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { PaymentDialog, toSale } from '#features/billing/ledger/payment-dialog';
import { SuggestField, TextField } from '#forms/fields';
import { MoneyField } from '#forms/money-field';
import { createSchemaCheck } from '#forms/schema-check';
import { SelectField } from '#forms/select-field';

const check = createSchemaCheck(movementInput);
const methodOptions = paymentMethods.map((value) => ({ value, label: paymentMethodLabel(value) }));
export const movementTitles = { expense: 'Registrar egreso', income: 'Registrar ingreso' } as const;
const doneMessages = { expense: 'Egreso registrado', income: 'Ingreso registrado' };

type Props = { kind: keyof typeof movementTitles; onClose: () => void };

/** Money in or out of the till that is no client's. */
export function MovementDialog({ kind, onClose }: Props) {
  return (
    <PaymentDialog
      title={movementTitles[kind]}
      submit={movementTitles[kind]}
      busyLabel="Registrando..."
      failed="Error al registrar el movimiento. Por favor intenta de nuevo."
      check={(fields) => toSale('movement', check({ ...fields, kind }))}
      done={(_data, { json: { amount, concept } }) => ({
        title: doneMessages[kind],
        description: `${concept}: ${formatMoney(amount)}`,
      })}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <MoneyField name="amount" label="Monto (ARS)" required />
        <SelectField name="payment_method" label="Método de pago" options={methodOptions} />
      </div>
      <SuggestField name="category" label="Categoría" suggestions={expenseCategories} required />
      <TextField name="concept" label="Detalle" autoComplete="off" required />
    </PaymentDialog>
  );
}
