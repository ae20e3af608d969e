import { PAID_WITHIN_DAYS, paidOnProblem } from '@pulso/contract/billing/payments';
import { paymentMethodLabel, paymentMethods } from '@pulso/contract/billing/payments.labels';
import { addDays, isDate } from '@pulso/contract/kit/dates';
import { useState } from 'react';
import { serverOffers } from '#api/session';
import { DuplicateWarning } from '#features/billing/payments/duplicate-warning';
import { DateField } from '#forms/date-field';
import { TextField } from '#forms/fields';
import { useField, type Checked } from '#forms/form';
import { readTyped } from '#forms/readings';
import { SelectField } from '#forms/select-field';

export const methodOptions = paymentMethods.map((value) => ({ value, label: paymentMethodLabel(value) }));
const PAID = { value: 'completed', label: 'Cobrado' };
const CLAIMED = { value: 'pending', label: 'A verificar' };
/** Money that is seen in an account, perhaps later than it is said to have been sent. */
const seenLater = ['transferencia', 'mercadopago'];

type Fields = Record<string, unknown>;

/** A check that also wants the day of the payment to be one of the last weeks. */
export function withPaidOn<T>(check: (fields: Fields) => Checked<T>, day: string) {
  return (fields: Fields): Checked<T> => {
    const checked = check(fields);
    const { paid_on } = fields;
    const problem = typeof paid_on === 'string' && isDate(paid_on) ? paidOnProblem(paid_on, day) : undefined;
    return problem ? { errors: { ...('errors' in checked && checked.errors), ...problem } } : checked;
  };
}

/** What stands in a field at first, as text. */
function useFirst(name: string, byDefault: string): string {
  const { initial } = useField(name);
  return typeof initial === 'string' ? initial : byDefault;
}

type Props = { userId: number; day: string; amount: number | undefined; lastMethod?: string | null };

/** How, when and with which transaction something is paid, and whether the money was seen. Warns of a payment like it. */
export function PaymentFields({ userId, day, amount, lastMethod }: Props) {
  const [method, setMethod] = useState(useFirst('payment_method', lastMethod ?? paymentMethods[0]));
  const [paidOn, setPaidOn] = useState(String(readTyped('date', useFirst('paid_on', day))));
  const [transaction, setTransaction] = useState(useFirst('transaction_id', ''));
  const isKnown = amount !== undefined && amount > 0 && isDate(paidOn);
  return (
    <>
      <div className="grid grid-cols-2 gap-5">
        <SelectField
          name="payment_method"
          label="Método de pago"
          options={methodOptions}
          byDefault={method}
          onPick={setMethod}
        />
        <SelectField name="status" label="Estado" options={seenLater.includes(method) ? [PAID, CLAIMED] : [PAID]} />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField
          name="paid_on"
          label="Fecha de pago"
          min={addDays(day, -PAID_WITHIN_DAYS)}
          defaultValue={day}
          onChange={setPaidOn}
          required
        />
        <TextField
          name="transaction_id"
          label="ID de transacción (opcional)"
          autoComplete="off"
          onChange={({ target }) => setTransaction(target.value)}
        />
      </div>
      {serverOffers('ledger') && (
        <DuplicateWarning
          like={isKnown ? { user_id: userId, amount, day: paidOn, transaction_id: transaction } : undefined}
        />
      )}
    </>
  );
}
