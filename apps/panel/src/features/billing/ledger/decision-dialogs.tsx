import { rejectInput, verifyInput } from '@pulso/contract/billing/ledger';
import { paidOnProblem, type LedgerRow } from '@pulso/contract/billing/payments';
import { isDate, today } from '@pulso/contract/kit/dates';
import { formatMoney } from '@pulso/contract/kit/money';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { useLedgerWrite } from '#features/billing/ledger/ledger-calls';
import { payerOf } from '#features/billing/ledger/ledger-columns';
import { DuplicateWarning } from '#features/billing/payments/duplicate-warning';
import { DateField } from '#forms/date-field';
import { TextAreaField, TextField } from '#forms/fields';
import { useField } from '#forms/form';
import { FormDialog } from '#forms/form-dialog';
import { readTyped } from '#forms/readings';
import { schemaCheck } from '#forms/schema-check';
import { tell } from '#ui/tell';
import { useNow } from '#ui/use-now';

export const LOOK_FIRST = 'Mira tu cuenta antes de confirmar: una captura se puede falsificar.';

type Props = { row: LedgerRow; onDone: () => void; onClose: () => void };

const wordsOf = (row: LedgerRow) => `${payerOf(row)}: ${formatMoney(row.amount)}`;

const checkVerify = schemaCheck(verifyInput);
type Verified = z.output<typeof verifyInput>;

export function VerifyDialog({ row, onDone, onClose }: Props) {
  const day = today(useNow());
  const [paidOn, setPaidOn] = useState(day);
  const [transaction, setTransaction] = useState(row.transaction_id ?? '');
  const write = useLedgerWrite<Verified>(
    'Error al confirmar el pago. Por favor intenta de nuevo.',
    (json) => ({ path: `payment/${row.id}/verify`, json }),
    () => {
      tell({ title: 'Pago confirmado', description: wordsOf(row), tone: 'good' });
      onDone();
    },
  );
  const like =
    row.user && isDate(paidOn)
      ? { user_id: row.user.id, amount: row.amount, day: paidOn, transaction_id: transaction }
      : undefined;
  return (
    <FormDialog
      title="Confirmar pago"
      submit="Confirmar"
      busyLabel="Confirmando..."
      values={{ id: row.id, transaction_id: row.transaction_id }}
      check={(fields) => {
        const checked = checkVerify(fields);
        const late = 'values' in checked ? paidOnProblem(checked.values.paid_on, day) : undefined;
        return late ? { errors: late } : checked;
      }}
      busy={write.isPending}
      failure={write.failure}
      onSubmit={(values) => write.mutate(values)}
      onRestore={(mine) => {
        setPaidOn(typeof mine.paid_on === 'string' ? String(readTyped('date', mine.paid_on)) : day);
        setTransaction(typeof mine.transaction_id === 'string' ? mine.transaction_id : (row.transaction_id ?? ''));
      }}
      onClose={onClose}
    >
      <p className="text-sm font-semibold">{wordsOf(row)}</p>
      <p className="rounded-control bg-yellow-soft p-3 text-sm text-yellow">{LOOK_FIRST}</p>
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField name="paid_on" label="Fecha de pago" defaultValue={day} onChange={setPaidOn} />
        <TextField
          name="transaction_id"
          label="ID de transacción (opcional)"
          autoComplete="off"
          onChange={({ target }) => setTransaction(target.value)}
        />
      </div>
      <DuplicateWarning like={like} except={row.id} />
    </FormDialog>
  );
}

const choices = [
  { value: 'keep', label: 'Dejar el período y anotar la deuda' },
  { value: 'annul', label: 'Anular el período' },
];

function PeriodChoice() {
  const { initial, clear } = useField('period');
  const chosen = typeof initial === 'string' ? initial : 'keep';
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">El período que había pagado</legend>
      {choices.map(({ value, label }) => (
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

const checkReject = schemaCheck(rejectInput);
type Rejected = z.output<typeof rejectInput>;

export function RejectDialog({ row, onDone, onClose }: Props) {
  const write = useLedgerWrite<Rejected>(
    'Error al rechazar el pago. Por favor intenta de nuevo.',
    (json) => ({ path: `payment/${row.id}/reject`, json }),
    () => {
      tell({ title: 'Pago rechazado', description: wordsOf(row), tone: 'good' });
      onDone();
    },
  );
  return (
    <FormDialog
      title="Rechazar pago"
      submit="Rechazar"
      busyLabel="Rechazando..."
      look="danger"
      values={{ id: row.id }}
      check={checkReject}
      busy={write.isPending}
      failure={write.failure}
      onSubmit={(values) => write.mutate(values)}
      onClose={onClose}
    >
      <p className="text-sm font-semibold">{wordsOf(row)}</p>
      <TextAreaField name="reason" label="Motivo" required />
      {row.period_id !== null && <PeriodChoice />}
    </FormDialog>
  );
}
