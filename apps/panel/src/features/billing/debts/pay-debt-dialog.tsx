import type { Debt } from '@pulso/contract/billing/debts';
import { debtPaymentInput } from '@pulso/contract/billing/payments';
import { formatMoney } from '@pulso/contract/kit/money';
import { debtOrigin } from '#features/billing/debts/debts-calls';
import { PaymentDialog, toSale, withDuplicateCheck } from '#features/billing/ledger/payment-dialog';
import { PaymentFields, withPaidOnCheck } from '#features/billing/ledger/payment-fields';
import { TextAreaField } from '#forms/fields';
import { MoneyField } from '#forms/money-field';
import { createSchemaCheck } from '#forms/schema-check';

const FAILURE_MESSAGE = 'Error al cobrar la deuda. Por favor intenta de nuevo.';
const checkPayment = createSchemaCheck(debtPaymentInput);

/** The payment of a debt: its check, and the words for its answer. */
export const debtSale = (debt: Debt) => ({
  check: (fields: Record<string, unknown>) => toSale(`debt/${debt.id}/pay`, withDuplicateCheck(checkPayment(fields))),
  done: (amount: number) => ({
    title: 'Pago registrado',
    description: `${debtOrigin(debt)}: ${formatMoney(amount)}`,
  }),
});

export const DebtAmountField = ({ debt }: { debt: Debt }) => (
  <MoneyField
    name="amount"
    label="Monto (ARS)"
    hint={`Debe ${formatMoney(debt.owed)}`}
    prefill={debt.owed}
    of={`deuda ${debt.id}`}
    required
  />
);

type Props = { debt: Debt; day: string; onClose: () => void };

export function PayDebtDialog({ debt, day, onClose }: Props) {
  const { check: checkSale, done } = debtSale(debt);
  const check = withPaidOnCheck(checkSale, day);
  return (
    <PaymentDialog
      title="Cobrar deuda"
      submit="Cobrar"
      busyLabel="Cobrando..."
      failed={FAILURE_MESSAGE}
      values={{ id: debt.id }}
      check={check}
      done={(_data, { json }) => done(json.amount)}
      onClose={onClose}
    >
      <p className="text-base font-semibold wrap-anywhere">{debtOrigin(debt)}</p>
      <DebtAmountField debt={debt} />
      <PaymentFields userId={debt.user_id} day={day} amountIn="amount" />
      <TextAreaField name="notes" label="Notas (opcional)" rows={2} />
    </PaymentDialog>
  );
}
