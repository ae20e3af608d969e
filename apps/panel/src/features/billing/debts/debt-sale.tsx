import type { Debt } from '@pulso/contract/billing/debts';
import { debtPaymentInput } from '@pulso/contract/billing/payments';
import { formatMoney } from '@pulso/contract/kit/money';
import { debtOrigin } from '#features/billing/debts/debts-calls';
import { toSale, withDuplicateCheck } from '#features/billing/ledger/payment-dialog';
import { MoneyField } from '#forms/money-field';
import { createSchemaCheck } from '#forms/schema-check';

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
