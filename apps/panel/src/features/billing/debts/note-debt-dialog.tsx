import { debtInput, type DebtInput } from '@pulso/contract/billing/debts';
import { formatMoney } from '@pulso/contract/kit/money';
import { assertSuccess, call } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { useUserWrite } from '#features/accounts/users/user-records';
import { DateField } from '#forms/date-field';
import { saveFailure } from '#forms/failure-box';
import { TextField } from '#forms/fields';
import { FormDialog } from '#forms/form-dialog';
import { MoneyField } from '#forms/money-field';
import { schemaCheck } from '#forms/schema-check';
import { tell } from '#ui/tell';

const FAILED = 'Error al anotar la deuda. Por favor intenta de nuevo.';
const check = schemaCheck(debtInput);

/** A debt that nothing was sold for: no money moves. */
export function NoteDebtDialog({ userId, onClose }: { userId: number; onClose: () => void }) {
  const idempotencyKey = useIdempotencyKey();
  const write = useUserWrite(async (json: DebtInput) => {
    assertSuccess(await call('POST', 'debt', { payload: { json }, headers: idempotencyKey(json) }));
    tell({ title: 'Deuda anotada', description: `${json.note}: ${formatMoney(json.amount)}`, tone: 'good' });
    onClose();
  });
  return (
    <FormDialog
      title="Anotar deuda"
      submit="Anotar deuda"
      busyLabel="Anotando..."
      check={(fields) => check({ ...fields, user_id: userId, type: 'other', item_id: 0 })}
      busy={write.isPending}
      failure={write.error ? saveFailure(FAILED, write.error) : undefined}
      onSubmit={(values) => write.mutate(values)}
      onClose={onClose}
    >
      <p className="text-sm text-muted">No se mueve dinero: queda anotado lo que debe, para cobrarlo después.</p>
      <div className="grid gap-5 sm:grid-cols-2">
        <MoneyField name="amount" label="Monto (ARS)" required />
        <DateField name="due_on" label="Vence el (opcional)" />
      </div>
      <TextField name="note" label="Por qué debe" required />
    </FormDialog>
  );
}
