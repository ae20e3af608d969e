import type { Debt } from '@pulso/contract/billing/debts';
import { debtPaymentInput, type DebtPaymentInput } from '@pulso/contract/billing/ledger';
import { formatMoney, parseMoneyText } from '@pulso/contract/kit/money';
import { useState } from 'react';
import { assertSuccess, call } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { useUserWrite } from '#features/accounts/users/user-records';
import { debtOrigin } from '#features/billing/debts/debts-calls';
import { DuplicateQuestion, paymentFailure } from '#features/billing/payments/duplicate-question';
import { PaymentFields, withPaidOn } from '#features/billing/payments/payment-fields';
import { TextAreaField } from '#forms/fields';
import { FormDialog } from '#forms/form-dialog';
import { MoneyField } from '#forms/money-field';
import { schemaCheck } from '#forms/schema-check';
import { tell } from '#ui/tell';

const FAILED = 'Error al cobrar la deuda. Por favor intenta de nuevo.';
const checkPayment = schemaCheck(debtPaymentInput);

type Props = { debt: Debt; day: string; onClose: () => void };

export function PayDebtDialog({ debt, day, onClose }: Props) {
  const idempotencyKey = useIdempotencyKey();
  /** What was typed over what is owed. */
  const [amount, setAmount] = useState<string>();
  const write = useUserWrite(FAILED, async (json: DebtPaymentInput) => {
    assertSuccess(await call('POST', `debt/${debt.id}/pay`, { payload: { json }, headers: idempotencyKey(json) }));
    tell({ title: 'Pago registrado', description: `${debtOrigin(debt)}: ${formatMoney(json.amount)}`, tone: 'good' });
    onClose();
  });
  const check = withPaidOn((fields) => checkPayment({ ...fields, unless_duplicate: true }), day);
  return (
    <FormDialog
      title="Cobrar deuda"
      submit="Cobrar"
      busyLabel="Cobrando..."
      values={{ id: debt.id }}
      check={check}
      busy={write.isPending}
      failure={paymentFailure(write)}
      onSubmit={(values) => write.mutate(values)}
      onRestore={({ amount: kept }) => setAmount(typeof kept === 'string' ? kept : undefined)}
      onClose={onClose}
    >
      <p className="text-base font-semibold wrap-anywhere">{debtOrigin(debt)}</p>
      <MoneyField
        name="amount"
        label="Monto (ARS)"
        hint={`Debe ${formatMoney(debt.owed)}`}
        defaultValue={debt.owed}
        onType={setAmount}
        required
      />
      <PaymentFields
        userId={debt.user_id}
        day={day}
        amount={amount === undefined ? debt.owed : parseMoneyText(amount)}
      />
      <TextAreaField name="notes" label="Notas (opcional)" rows={2} />
      <DuplicateQuestion write={write} anyway={(body) => ({ ...body, unless_duplicate: undefined })} />
    </FormDialog>
  );
}
