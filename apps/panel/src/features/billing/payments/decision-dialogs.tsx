import type { LedgerRow } from '@pulso/contract/billing/ledger';
import { rejectInput, verifyInput } from '@pulso/contract/billing/payments';
import { isDate, today } from '@pulso/contract/kit/dates';
import { formatMoney } from '@pulso/contract/kit/money';
import { PAYMENTS_PATH } from '#features/billing/ledger/resource-paths';
import { payerName } from '#features/billing/payments/ledger-columns';
import { DuplicateWarning } from '#features/billing/ledger/duplicate-warning';
import { PaymentDialog, toSale } from '#features/billing/ledger/payment-dialog';
import { withPaidOnCheck } from '#features/billing/ledger/payment-fields';
import { DateField } from '#forms/date-field';
import { TextAreaField, TextField } from '#forms/fields';
import { useField } from '#forms/form';
import { createSchemaCheck } from '#forms/schema-check';
import { useFieldValue } from '#forms/use-field-value';
import { useNow } from '#ui/hooks/use-now';

export const VERIFY_WARNING = 'Mira tu cuenta antes de confirmar: una captura se puede falsificar.';

type Props = { row: LedgerRow; onDone: () => void; onClose: () => void };

const describePayment = (row: LedgerRow) => `${payerName(row)}: ${formatMoney(row.amount)}`;

const checkVerify = createSchemaCheck(verifyInput);

export function VerifyDialog({ row, ...closing }: Props) {
  const day = today(useNow());
  return (
    <PaymentDialog
      title="Confirmar pago"
      submit="Confirmar"
      busyLabel="Confirmando..."
      failed="Error al confirmar el pago. Por favor intenta de nuevo."
      values={{ id: row.id, transaction_id: row.transaction_id }}
      check={withPaidOnCheck((fields) => toSale(`${PAYMENTS_PATH}/${row.id}/verify`, checkVerify(fields)), day)}
      done={() => ({ title: 'Pago confirmado', description: describePayment(row) })}
      {...closing}
    >
      <p className="text-sm font-semibold">{describePayment(row)}</p>
      <p className="rounded-control bg-yellow-soft p-3 text-sm text-yellow">{VERIFY_WARNING}</p>
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField name="paid_on" label="Fecha de pago" defaultValue={day} />
        <TextField name="transaction_id" label="ID de transacción (opcional)" autoComplete="off" />
      </div>
      <SamePaymentWarning row={row} day={day} />
    </PaymentDialog>
  );
}

function SamePaymentWarning({ row: { id, user, amount, transaction_id }, day }: { row: LedgerRow; day: string }) {
  const paidOn = String(useFieldValue('paid_on', day));
  const transaction = String(useFieldValue('transaction_id', transaction_id ?? ''));
  const like = user && isDate(paidOn) && { user_id: user.id, amount, day: paidOn, transaction_id: transaction };
  return <DuplicateWarning like={like || undefined} except={id} />;
}

const periodOptions = [
  { value: 'keep', label: 'Dejar el período y anotar la deuda' },
  { value: 'annul', label: 'Anular el período' },
];

function PeriodChoice() {
  const { initial, clear } = useField('period');
  const chosen = typeof initial === 'string' ? initial : 'keep';
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">El período que había pagado</legend>
      {periodOptions.map(({ value, label }) => (
        <label key={value} className="flex min-h-11 items-center gap-3 text-sm">
          <input
            type="radio"
            name="period"
            value={value}
            defaultChecked={value === chosen}
            onChange={clear}
            className="size-4"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

const checkReject = createSchemaCheck(rejectInput);

export function RejectDialog({ row, ...closing }: Props) {
  return (
    <PaymentDialog
      title="Rechazar pago"
      submit="Rechazar"
      busyLabel="Rechazando..."
      look="danger"
      failed="Error al rechazar el pago. Por favor intenta de nuevo."
      values={{ id: row.id }}
      check={(fields) => toSale(`${PAYMENTS_PATH}/${row.id}/reject`, checkReject(fields))}
      done={() => ({ title: 'Pago rechazado', description: describePayment(row) })}
      {...closing}
    >
      <p className="text-sm font-semibold">{describePayment(row)}</p>
      <TextAreaField name="reason" label="Motivo" required />
      {row.period_id !== null && <PeriodChoice />}
    </PaymentDialog>
  );
}
