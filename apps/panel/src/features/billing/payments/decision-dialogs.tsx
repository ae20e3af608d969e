import type { LedgerRow } from '@pulso/contract/billing/ledger';
import { rejectInput, verifyInput } from '@pulso/contract/billing/payments';
import { today } from '@pulso/contract/kit/dates';
import { formatMoney } from '@pulso/contract/kit/money';
import { useNow } from '@pulso/web/ui/hooks/use-now';
import { PAYMENTS_PATH } from '#features/billing/ledger/resource-paths';
import { payerName } from '#features/billing/payments/ledger-columns';
import { isToldClaim } from '#features/billing/payments/ledger.rules';
import { useDebts } from '#features/billing/debts/debts-calls';
import { mapCheckResult, PaymentDialog, toSale } from '#features/billing/ledger/payment-dialog';
import { withPaidOnCheck } from '#features/billing/ledger/payment-fields';
import { ReceivedFields } from '#features/billing/ledger/received-fields';
import { TextAreaField } from '#forms/fields';
import { RadioField } from '#forms/radio-field';
import { createSchemaCheck } from '#forms/schema-check';

type Props = { row: LedgerRow; onDone: () => void; onClose: () => void };

const describePayment = (row: LedgerRow) => `${payerName(row)}: ${formatMoney(row.amount)}`;

const checkVerify = createSchemaCheck(verifyInput);

/** True if the debt of a payment is lower by now, so that the payment cannot be applied to it. */
function useIsDebtPaid({ user, debt_id, amount }: LedgerRow): boolean {
  const { data = [] } = useDebts(debt_id === null ? undefined : user?.id);
  return data.some(({ id, owed }) => id === debt_id && owed < amount);
}

export function VerifyDialog({ row, ...closing }: Props) {
  const day = today(useNow());
  const isDebtPaid = useIsDebtPaid(row);
  const check = (fields: Record<string, unknown>) =>
    toSale(
      `${PAYMENTS_PATH}/${row.id}/verify`,
      mapCheckResult(checkVerify(fields), (values) => ({ ...values, ...(isDebtPaid && { debt_id: null }) })),
    );
  return (
    <PaymentDialog
      title="Confirmar pago"
      submit={isDebtPaid ? 'Registrar sin aplicar' : 'Confirmar'}
      busyLabel="Confirmando..."
      failed="Error al confirmar el pago. Por favor intenta de nuevo."
      values={{ id: row.id, transaction_id: row.transaction_id }}
      check={withPaidOnCheck(check, day)}
      done={() => ({ title: 'Pago confirmado', description: describePayment(row) })}
      {...closing}
    >
      <p className="text-sm font-semibold">{describePayment(row)}</p>
      {isDebtPaid && (
        <p role="status" className="text-sm">
          La deuda que pagaba ya está saldada o es menor: el pago se registra sin aplicarlo a ella.
        </p>
      )}
      <ReceivedFields payment={row} userId={row.user?.id} day={day} />
    </PaymentDialog>
  );
}

const periodOptions = [
  { value: 'keep', label: 'Dejar el período y anotar la deuda' },
  { value: 'annul', label: 'Anular el período' },
];

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
      done={(_data, { json }) => ({
        title: 'Pago rechazado',
        description:
          describePayment(row) + (row.period_id !== null && json.period !== 'annul' ? '. Queda como deuda.' : ''),
      })}
      {...closing}
    >
      <p className="text-sm font-semibold">{describePayment(row)}</p>
      <TextAreaField
        name="reason"
        label="Motivo"
        hint={isToldClaim(row) ? 'Tu cliente verá este motivo.' : undefined}
        required
      />
      {row.period_id !== null && (
        <RadioField name="period" legend="El período que había pagado" options={periodOptions} byDefault="keep" />
      )}
    </PaymentDialog>
  );
}
