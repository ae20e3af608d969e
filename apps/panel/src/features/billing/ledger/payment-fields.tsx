import { MAX_PAID_AGE_DAYS, paidOnProblem } from '@pulso/contract/billing/ledger';
import { paymentMethodLabel, paymentMethods } from '@pulso/contract/billing/payments.labels';
import { addDays, isDate } from '@pulso/contract/kit/dates';
import { serverOffers } from '#api/session';
import { DuplicateWarning } from '#features/billing/ledger/duplicate-warning';
import { DateField } from '#forms/date-field';
import { TextField } from '#forms/fields';
import type { CheckResult } from '#forms/form';
import { useFieldAmount } from '#forms/money-field';
import { SelectField } from '#forms/select-field';
import { useFieldValue } from '#forms/use-field-value';

export const methodOptions = paymentMethods.map((value) => ({ value, label: paymentMethodLabel(value) }));
const PAID_OPTION = { value: 'completed', label: 'Cobrado' };
/** State of money that nobody has seen yet. */
export const UNVERIFIED = 'pending';
const UNVERIFIED_OPTION = { value: UNVERIFIED, label: 'A verificar' };
/** Money that is seen in an account, perhaps later than it is said to have been sent. */
const delayedMethods = ['transferencia', 'mercadopago'];

type Fields = Record<string, unknown>;

/** A check that also wants the day of the payment to be one of the last weeks. */
export function withPaidOnCheck<T>(check: (fields: Fields) => CheckResult<T>, day: string) {
  return (fields: Fields): CheckResult<T> => {
    const checked = check(fields);
    const { paid_on } = fields;
    const problem = typeof paid_on === 'string' && isDate(paid_on) ? paidOnProblem(paid_on, day) : undefined;
    return problem ? { errors: { ...('errors' in checked && checked.errors), ...problem } } : checked;
  };
}

type Props = {
  userId: number;
  day: string;
  /** Name of the field of the amount. */
  amountIn: string;
  lastMethod?: string | null;
};

/** How, when and with which transaction something is paid, and whether the money was seen. Warns of a payment like it. */
export function PaymentFields({ userId, day, amountIn, lastMethod }: Props) {
  const firstMethod = lastMethod ?? paymentMethods[0];
  const method = useFieldValue('payment_method', firstMethod);
  const paidOn = useFieldValue('paid_on', day);
  const transaction = useFieldValue('transaction_id', '');
  const amount = useFieldAmount(amountIn) ?? 0;
  const like = { user_id: userId, amount, day: String(paidOn), transaction_id: String(transaction) };
  return (
    <>
      <div className="grid grid-cols-2 gap-5">
        <SelectField name="payment_method" label="Método de pago" options={methodOptions} byDefault={firstMethod} />
        <SelectField
          name="status"
          label="Estado"
          options={delayedMethods.includes(String(method)) ? [PAID_OPTION, UNVERIFIED_OPTION] : [PAID_OPTION]}
        />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField
          name="paid_on"
          label="Fecha de pago"
          min={addDays(day, -MAX_PAID_AGE_DAYS)}
          defaultValue={day}
          required
        />
        <TextField name="transaction_id" label="ID de transacción (opcional)" autoComplete="off" />
      </div>
      {serverOffers('ledger') && <DuplicateWarning like={amount > 0 && isDate(like.day) ? like : undefined} />}
    </>
  );
}
