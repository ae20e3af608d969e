import { debtInput } from '@pulso/contract/billing/debts';
import { formatMoney } from '@pulso/contract/kit/money';
import { GENERAL_ITEM_ID, useItemFields, useSaleOptions } from '#features/billing/ledger/item-fields';
import { PaymentDialog, toSale } from '#features/billing/ledger/payment-dialog';
import { DateField } from '#forms/date-field';
import { TextField } from '#forms/fields';
import { MoneyField } from '#forms/money-field';
import { createSchemaCheck } from '#forms/schema-check';

const check = createSchemaCheck(debtInput);

/** Notes a debt without a sale: no money moves. */
export function AddDebtDialog({ userId, onClose }: { userId: number; onClose: () => void }) {
  const offers = useSaleOptions();
  return (
    <PaymentDialog
      title="Anotar deuda"
      submit="Anotar deuda"
      busyLabel="Anotando..."
      failed="Error al anotar la deuda. Por favor intenta de nuevo."
      check={(fields) => toSale('debt', check({ item_id: GENERAL_ITEM_ID, ...fields, user_id: userId }))}
      done={(_data, { json: { note, amount } }) => ({
        title: 'Deuda anotada',
        description: `${note}: ${formatMoney(amount)}`,
      })}
      onClose={onClose}
    >
      <p className="text-sm text-muted">No se mueve dinero: queda anotado lo que debe, para cobrarlo después.</p>
      <DebtFields offers={offers} />
      <TextField name="note" label="Por qué debe" required />
    </PaymentDialog>
  );
}

function DebtFields({ offers }: { offers: ReturnType<typeof useSaleOptions> }) {
  const item = useItemFields(offers, { label: 'Tipo', byDefault: 'other' });
  return (
    <>
      {item.fields}
      <div className="grid gap-5 sm:grid-cols-2">
        <MoneyField name="amount" label="Monto (ARS)" prefill={item.price} of={item.of} required />
        <DateField name="due_on" label="Vence el (opcional)" />
      </div>
    </>
  );
}
