import type { LedgerRow } from '@pulso/contract/billing/ledger';
import { refundInput } from '@pulso/contract/billing/payments';
import { formatMoney, sumMoney } from '@pulso/contract/kit/money';
import { PaymentDialog, toSale } from '#features/billing/ledger/payment-dialog';
import { methodOptions } from '#features/billing/ledger/payment-fields';
import { PAYMENTS_PATH } from '#features/billing/ledger/resource-paths';
import { payerName } from '#features/billing/payments/ledger-columns';
import { TextAreaField } from '#forms/fields';
import { MoneyField } from '#forms/money-field';
import { createSchemaCheck } from '#forms/schema-check';
import { SelectField } from '#forms/select-field';

const check = createSchemaCheck(refundInput);

type Props = { row: LedgerRow; onClose: () => void };

/** Gives a part of a payment back, by any method. */
export function RefundDialog({ row, onClose }: Props) {
  const { id, amount, refunded, payment_method } = row;
  const left = sumMoney([amount, -refunded]);
  return (
    <PaymentDialog
      title="Devolver"
      subject={`N.º ${id} · ${payerName(row)}: ${formatMoney(amount)}`}
      submit="Devolver"
      busyLabel="Devolviendo..."
      look="danger"
      failed="Error al devolver el pago. Por favor intenta de nuevo."
      values={{ id }}
      check={(fields) => toSale(`${PAYMENTS_PATH}/${id}/refund`, check(fields))}
      done={(_data, { json }) => ({
        title: `Se devolvieron ${formatMoney(json.amount)}`,
        description: payerName(row),
      })}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-5">
        <MoneyField
          name="amount"
          label="Monto (ARS)"
          hint={`Quedan ${formatMoney(left)} por devolver`}
          prefill={left}
          required
        />
        <SelectField name="payment_method" label="Método de pago" options={methodOptions} byDefault={payment_method} />
      </div>
      <TextAreaField name="reason" label="Motivo" rows={2} required />
      <p className="rounded-control bg-yellow-soft p-3 text-sm text-yellow">
        La devolución sale de la caja de hoy. Lo que se devuelve no queda como deuda.
      </p>
    </PaymentDialog>
  );
}
