import type { LedgerRow } from '@pulso/contract/billing/ledger';
import { annulInput } from '@pulso/contract/billing/payments';
import { formatMoney } from '@pulso/contract/kit/money';
import { PAYMENTS_PATH } from '#features/billing/ledger/resource-paths';
import { serverOffers } from '#api/session';
import { payerName } from '#features/billing/payments/ledger-columns';
import { PaymentDialog, toSale } from '#features/billing/ledger/payment-dialog';
import { CheckField, TextAreaField } from '#forms/fields';
import { RadioField } from '#forms/radio-field';
import { createSchemaCheck } from '#forms/schema-check';
import { useFieldValue } from '#forms/use-field-value';

const check = createSchemaCheck(annulInput);
const owesOptions = [
  { value: 'true', label: 'Sí, queda como deuda' },
  { value: 'false', label: 'No, se le devuelve' },
];

type Props = { row: LedgerRow; onClose: () => void };

export function AnnulDialog({ row, onClose }: Props) {
  const { id, period_id, debt_id } = row;
  const what = `${payerName(row)}: ${formatMoney(row.amount)}`;
  const [alone, withPeriod] = [`${PAYMENTS_PATH}/${id}/annul`, `period/${period_id}/annul`];
  return (
    <PaymentDialog
      title="Anular pago"
      submit="Anular pago"
      busyLabel="Anulando..."
      look="danger"
      failed="Error al anular el pago. Por favor intenta de nuevo."
      values={{ id }}
      check={(fields) => toSale(fields.with_period === true ? withPeriod : alone, check(fields))}
      done={(_data, { path }) => ({
        title: path === withPeriod ? 'Pago y período anulados' : 'Pago anulado',
        description: what,
      })}
      onClose={onClose}
    >
      <p className="text-sm">
        <span className="font-semibold">N.º {id}</span> · {what}
      </p>
      <TextAreaField name="reason" label="Motivo" required />
      {period_id !== null && serverOffers('renew') && (
        <CheckField name="with_period" label="Anular también el período" />
      )}
      {(period_id ?? debt_id) !== null && <OwesField />}
      <p className="rounded-control bg-yellow-soft p-3 text-sm text-yellow">
        El pago no se borra: se registra otro igual en contra, con fecha de hoy y en la caja de hoy.
      </p>
    </PaymentDialog>
  );
}

/** A period or a debt that stays may be owed or not; one that goes is not. */
function OwesField() {
  if (useFieldValue('with_period') === true) return null;
  return <RadioField name="owes" legend="¿Sigue debiendo?" options={owesOptions} byDefault="true" />;
}
