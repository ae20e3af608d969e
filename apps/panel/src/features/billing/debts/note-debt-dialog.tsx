import { debtInput, type DebtInput } from '@pulso/contract/billing/debts';
import { paymentTypeLabel, paymentTypes } from '@pulso/contract/billing/payments.labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { useState } from 'react';
import { assertSuccess, call } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { useUserWrite } from '#features/accounts/users/user-records';
import { usePlansOnOffer } from '#features/catalogue/plans/plans-on-offer';
import { usePackagesOnOffer } from '#features/content/packages/packages-on-offer';
import { DateField } from '#forms/date-field';
import { TextField } from '#forms/fields';
import { FormDialog } from '#forms/form-dialog';
import { MoneyField } from '#forms/money-field';
import { PickField } from '#forms/pick-field';
import { schemaCheck } from '#forms/schema-check';
import { SelectField } from '#forms/select-field';
import { tell } from '#ui/tell';

const FAILED = 'Error al anotar la deuda. Por favor intenta de nuevo.';
const check = schemaCheck(debtInput);

const types = paymentTypes.map((value) => ({ value, label: paymentTypeLabel(value) }));

/** What is owed without a sale: no money moves. */
export function NoteDebtDialog({ userId, onClose }: { userId: number; onClose: () => void }) {
  const idempotencyKey = useIdempotencyKey();
  const offers = { subscription: usePlansOnOffer(), package: usePackagesOnOffer() };
  const [type, setType] = useState('other');
  const [itemId, setItemId] = useState<number>();
  const offer = type === 'subscription' || type === 'package' ? offers[type] : undefined;
  const item = offer?.list.rows.find(({ id }) => id === itemId);
  const write = useUserWrite(FAILED, async (json: DebtInput) => {
    assertSuccess(await call('POST', 'debt', { payload: { json }, headers: idempotencyKey(json) }));
    tell({ title: 'Deuda anotada', description: `${json.note}: ${formatMoney(json.amount)}`, tone: 'good' });
    onClose();
  });
  return (
    <FormDialog
      title="Anotar deuda"
      submit="Anotar deuda"
      busyLabel="Anotando..."
      check={(fields) => check({ ...fields, user_id: userId, item_id: offer ? fields.item_id : 0 })}
      busy={write.isPending}
      failure={write.failure}
      onSubmit={(values) => write.mutate(values)}
      onRestore={({ type: kind, item_id }) => {
        setType(typeof kind === 'string' ? kind : 'other');
        setItemId(Number(item_id) || undefined);
      }}
      onClose={onClose}
    >
      <p className="text-sm text-muted">No se mueve dinero: queda anotado lo que debe, para cobrarlo después.</p>
      <SelectField
        name="type"
        label="Tipo"
        options={types}
        byDefault={type}
        onPick={(kind) => {
          setType(kind);
          setItemId(undefined);
        }}
      />
      {offer && <PickField key={type} name="item_id" label={paymentTypeLabel(type)} offer={offer} onPick={setItemId} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <MoneyField
          key={item && `${type} ${item.id}`}
          name="amount"
          label="Monto (ARS)"
          defaultValue={item?.price}
          isPrefilled={item !== undefined}
          required
        />
        <DateField name="due_on" label="Vence el (opcional)" />
      </div>
      <TextField name="note" label="Por qué debe" required />
    </FormDialog>
  );
}
