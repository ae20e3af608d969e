import { expenseCategories, movementInput, type MovementInput } from '@pulso/contract/billing/ledger';
import { paymentMethodLabel, paymentMethods } from '@pulso/contract/billing/payments.labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { useLedgerWrite } from '#features/billing/ledger/ledger-calls';
import { SuggestField, TextField } from '#forms/fields';
import { FormDialog } from '#forms/form-dialog';
import { MoneyField } from '#forms/money-field';
import { schemaCheck } from '#forms/schema-check';
import { SelectField } from '#forms/select-field';
import { tell } from '#ui/tell';

const FAILED = 'Error al registrar el movimiento. Por favor intenta de nuevo.';
const check = schemaCheck(movementInput);
const methods = paymentMethods.map((value) => ({ value, label: paymentMethodLabel(value) }));
export const movementTitles = { expense: 'Registrar egreso', income: 'Registrar ingreso' } as const;
const done = { expense: 'Egreso registrado', income: 'Ingreso registrado' };

type Props = { kind: keyof typeof movementTitles; onClose: () => void };

/** Money in or out of the till that is no client's. */
export function MovementDialog({ kind, onClose }: Props) {
  const write = useLedgerWrite<MovementInput>(
    FAILED,
    (json) => ({ path: 'movement', json }),
    (_data, { amount, concept }) => {
      tell({ title: done[kind], description: `${concept}: ${formatMoney(amount)}`, tone: 'good' });
      onClose();
    },
  );
  return (
    <FormDialog
      title={movementTitles[kind]}
      submit={movementTitles[kind]}
      busyLabel="Registrando..."
      check={(fields) => check({ ...fields, kind })}
      busy={write.isPending}
      failure={write.failure}
      onSubmit={(values) => write.mutate(values)}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <MoneyField name="amount" label="Monto (ARS)" required />
        <SelectField name="payment_method" label="Método de pago" options={methods} />
      </div>
      <SuggestField name="category" label="Categoría" suggestions={expenseCategories} required />
      <TextField name="concept" label="Detalle" autoComplete="off" required />
    </FormDialog>
  );
}
