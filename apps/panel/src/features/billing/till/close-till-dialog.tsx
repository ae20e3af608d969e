import { paymentMethodLabel, paymentMethods, type PaymentMethod } from '@pulso/contract/billing/payments.labels';
import { tillCloseInput, type Till, type TillCloseInput } from '@pulso/contract/billing/till';
import { fieldErrors } from '@pulso/contract/kit/envelope';
import { formatAmount, formatMoney, sumMoney } from '@pulso/contract/kit/money';
import { Calculator } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { navigate } from '@pulso/web/navigation/navigation';
import { Button } from '@pulso/web/ui/controls/button';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { addresses } from '#addresses';
import { useLedgerWrite } from '#features/billing/payments/ledger-calls';
import { DifferenceBadge } from '#features/billing/till/difference-badge';
import { BanknoteSheet } from '#features/billing/till/banknote-sheet';
import { readClose } from '#features/billing/till/till-calls';
import { countedAmounts, hasBanknotes, banknoteTotal, proposeFloat } from '#features/billing/till/till.rules';
import { TextAreaField } from '#forms/fields';
import { FormDialog } from '#forms/form-dialog';
import { MoneyField, useFieldAmount } from '#forms/money-field';
import { createSchemaCheck } from '#forms/schema-check';
import { typeText } from '#forms/typed-field';
import { useFormValue } from '#forms/use-field-value';
import { useFrozenValue } from '#forms/use-write';

const FAILURE_MESSAGE = 'Error al cerrar la caja. Por favor intenta de nuevo.';
export const CLOSE_TILL_TITLE = 'Cerrar caja';

/** Fields are called by their method alone. */
const check = createSchemaCheck(tillCloseInput, (error) =>
  Object.fromEntries(
    Object.entries(fieldErrors(error)).map(([name, message]) => [name.replace('counted.', ''), message]),
  ),
);

const nonCashMethods = paymentMethods.filter((method) => method !== 'efectivo');

type OpenTill = NonNullable<Till>;

function CountDifference({ method, expected }: { method: PaymentMethod; expected: number }) {
  const countedAmount = useFieldAmount(method);
  return (
    <p className="mt-1 flex flex-wrap items-center justify-between gap-x-2 gap-y-1 text-xs/6 text-muted tabular-nums">
      <span>
        Se espera <span className="whitespace-nowrap">{formatMoney(expected)}</span>
      </span>
      <span aria-live="polite">
        {countedAmount !== undefined && <DifferenceBadge counted={countedAmount} expected={expected} />}
      </span>
    </p>
  );
}

type Props = { till: OpenTill; onClose: () => void };

export function CloseTillDialog({ till, onClose }: Props) {
  const write = useLedgerWrite<TillCloseInput>(
    FAILURE_MESSAGE,
    (json) => ({ path: 'till/close', json }),
    (data) => {
      const closed = readClose(data);
      showToast({ title: 'Caja cerrada', tone: 'good' });
      // Gone before the move, which what was typed would hold back.
      flushSync(onClose);
      void navigate(closed ? addresses.till.close(closed.id) : addresses.till.closes);
    },
  );
  const { expected, opening } = useFrozenValue(till, write);
  return (
    <FormDialog
      title={CLOSE_TILL_TITLE}
      submit={CLOSE_TILL_TITLE}
      busyLabel="Cerrando..."
      check={(fields) => check({ counted: countedAmounts(fields), left: fields.left, note: fields.note, expected })}
      busy={write.isPending}
      failure={write.failure}
      onSubmit={(values) => write.mutate(values)}
      onClose={onClose}
    >
      <CashFields expected={expected.efectivo} float={opening.efectivo} />
      <fieldset>
        <legend className="mb-3 text-sm font-semibold">Otros métodos (opcional)</legend>
        <div className="grid gap-x-5 gap-y-3 sm:grid-cols-3">
          {nonCashMethods.map((method) => (
            <div key={method}>
              <MoneyField name={method} label={paymentMethodLabel(method)} />
              <CountDifference method={method} expected={expected[method]} />
            </div>
          ))}
        </div>
      </fieldset>
      <TextAreaField name="note" label="Nota" rows={2} hint="Hace falta si hay una diferencia." />
    </FormDialog>
  );
}

/** The counted cash, by hand or by its notes, and the part of it that stays in the till: the float it had, by default. */
function CashFields({ expected, float }: { expected: number; float: number }) {
  const sheetId = useId();
  const cash = useRef<HTMLInputElement>(null);
  const total = useFormValue((fields) => (hasBanknotes(fields) ? banknoteTotal(fields) : undefined));
  const [counted, left] = [useFieldAmount('efectivo'), useFieldAmount('left')];
  const withdrawn = sumMoney([counted ?? 0, -(left ?? counted ?? 0)]);
  const [isCounting, setCounting] = useState(useFormValue(hasBanknotes));
  useEffect(() => {
    if (total !== undefined && cash.current) typeText(cash.current, formatAmount(total));
  }, [total]);
  return (
    <>
      <div>
        <MoneyField ref={cash} name="efectivo" label="Efectivo contado" required />
        <CountDifference method="efectivo" expected={expected} />
      </div>
      <div>
        <Button
          icon={<Calculator aria-hidden className="size-4" />}
          aria-expanded={isCounting}
          aria-controls={sheetId}
          onClick={() => setCounting(!isCounting)}
        >
          Contar billetes
        </Button>
        <div id={sheetId} hidden={!isCounting} className="mt-3">
          <BanknoteSheet />
        </div>
      </div>
      <MoneyField name="left" label="Queda en caja" prefill={proposeFloat(counted, float)} required>
        <p aria-live="polite" className="mt-1 text-sm font-medium tabular-nums empty:hidden">
          {withdrawn > 0 ? `Se retiran ${formatMoney(withdrawn)}` : ''}
        </p>
      </MoneyField>
    </>
  );
}
