import type { LedgerRow } from '@pulso/contract/billing/ledger';
import { isDate } from '@pulso/contract/kit/dates';
import { dayToPropose } from '#features/billing/ledger/day-to-propose';
import { DuplicateWarning } from '#features/billing/ledger/duplicate-warning';
import { DateField } from '#forms/date-field';
import { TextField } from '#forms/fields';
import { useFieldValue } from '#forms/use-field-value';

type Props = {
  payment: Pick<LedgerRow, 'id' | 'amount' | 'claimed_on' | 'transaction_id'>;
  /** Undefined where the payment is of nobody. */
  userId: number | undefined;
  day: string;
};

/** When and with which transaction the money of a payment to verify came. Warns of a payment like it. */
export function ReceivedFields({ payment, userId, day }: Props) {
  const { id, amount, transaction_id } = payment;
  const proposed = dayToPropose(payment, day);
  const paidOn = String(useFieldValue('paid_on', proposed));
  const transaction = String(useFieldValue('transaction_id', transaction_id ?? ''));
  const isAsked = userId !== undefined && isDate(paidOn);
  const like = isAsked ? { user_id: userId, amount, day: paidOn, transaction_id: transaction } : undefined;
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField name="paid_on" label="Fecha de pago" defaultValue={proposed} />
        <TextField name="transaction_id" label="ID de transacción (opcional)" autoComplete="off" />
      </div>
      <DuplicateWarning like={like} except={id} />
    </>
  );
}
