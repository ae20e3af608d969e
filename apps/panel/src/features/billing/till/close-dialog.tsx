import { paymentMethodLabel, paymentMethods, type PaymentMethod } from '@pulso/contract/billing/payments.labels';
import { tillCloseInput, type Till, type TillCloseInput } from '@pulso/contract/billing/till';
import { fieldErrors } from '@pulso/contract/kit/envelope';
import { formatAmount, formatMoney } from '@pulso/contract/kit/money';
import { Calculator } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { addresses } from '#addresses';
import { useLedgerWrite } from '#features/billing/ledger/ledger-calls';
import { DifferenceBadge } from '#features/billing/till/difference-badge';
import { noteName, NoteSheet } from '#features/billing/till/note-sheet';
import { closedIn } from '#features/billing/till/till-calls';
import { amountIn, countedIn, hasNotes, NOTES, notesTotal, type Counts } from '#features/billing/till/till.rules';
import { TextAreaField } from '#forms/fields';
import { FormDialog } from '#forms/form-dialog';
import { MoneyField } from '#forms/money-field';
import { schemaCheck } from '#forms/schema-check';
import { typeText } from '#forms/typed-field';
import { useHeld } from '#forms/use-write';
import { navigate } from '#navigation/navigation';
import { Button } from '#ui/button';
import { tell } from '#ui/tell';

const FAILED = 'Error al cerrar la caja. Por favor intenta de nuevo.';
export const CLOSE_TILL = 'Cerrar caja';

/** Fields are called by their method alone. */
const check = schemaCheck(tillCloseInput, (error) =>
  Object.fromEntries(
    Object.entries(fieldErrors(error)).map(([name, message]) => [name.replace('counted.', ''), message]),
  ),
);

const others = paymentMethods.filter((method) => method !== 'efectivo');

type Typed = Partial<Record<PaymentMethod, string>>;
type OpenTill = NonNullable<Till>;

function Difference({ typed, expected }: { typed: string | undefined; expected: number }) {
  const counted = amountIn(typed);
  return (
    <p className="mt-1 flex flex-wrap items-center justify-between gap-x-2 gap-y-1 text-xs/6 text-muted tabular-nums">
      <span>
        Se espera <span className="whitespace-nowrap">{formatMoney(expected)}</span>
      </span>
      <span aria-live="polite">
        {counted !== undefined && <DifferenceBadge counted={counted} expected={expected} />}
      </span>
    </p>
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

type Props = { till: OpenTill; onClose: () => void };

export function CloseTillDialog({ till, onClose }: Props) {
  const sheetId = useId();
  const cash = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<Typed>({});
  const [counts, setCounts] = useState<Counts>({});
  const [isCounting, setCounting] = useState(false);
  /** What stays in the till follows what was counted, until it is typed. */
  const [left, setLeft] = useState<{ key: string; isKept: boolean }>();
  const write = useLedgerWrite<TillCloseInput>(
    FAILED,
    (json) => ({ path: 'till/close', json }),
    (data) => {
      const closed = closedIn(data);
      tell({ title: 'Caja cerrada', tone: 'good' });
      // Gone before the move, which what was typed would hold back.
      flushSync(onClose);
      void navigate(closed ? addresses.till.close(closed.id) : addresses.till.closes);
    },
  );
  const { expected } = useHeld(till, write);
  const total = notesTotal(counts);
  const isCounted = hasNotes(counts);
  useEffect(() => {
    const field = cash.current?.querySelector('input');
    if (isCounted && field) typeText(field, formatAmount(total));
  }, [total, isCounted]);

  const restore = (mine: Record<string, unknown>) => {
    setTyped(Object.fromEntries(paymentMethods.map((method) => [method, textOf(mine[method])])));
    const kept = Object.fromEntries(NOTES.map((note) => [note, textOf(mine[noteName(note)])]));
    setCounts(kept);
    setCounting(hasNotes(kept));
    setLeft(textOf(mine.left) === undefined ? undefined : { key: 'kept', isKept: true });
  };
  const counted = amountIn(typed.efectivo);
  return (
    <FormDialog
      title={CLOSE_TILL}
      submit={CLOSE_TILL}
      busyLabel="Cerrando..."
      check={(fields) => check({ counted: countedIn(fields), left: fields.left, note: fields.note, expected })}
      busy={write.isPending}
      failure={write.failure}
      onSubmit={(values) => write.mutate(values)}
      onRestore={restore}
      onClose={onClose}
    >
      <div ref={cash}>
        <MoneyField
          name="efectivo"
          label="Efectivo contado"
          onType={(text) => setTyped((before) => ({ ...before, efectivo: text }))}
          required
        />
        <Difference typed={typed.efectivo} expected={expected.efectivo} />
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
          <NoteSheet counts={counts} onCount={setCounts} />
        </div>
      </div>
      <MoneyField
        key={left?.key ?? String(counted)}
        name="left"
        label="Queda en caja"
        defaultValue={counted}
        isPrefilled={!left?.isKept}
        onType={() => setLeft(left ?? { key: String(counted), isKept: false })}
        required
      />
      <fieldset>
        <legend className="mb-3 text-sm font-semibold">Otros métodos (opcional)</legend>
        <div className="grid gap-x-5 gap-y-3 sm:grid-cols-3">
          {others.map((method) => (
            <div key={method}>
              <MoneyField
                name={method}
                label={paymentMethodLabel(method)}
                onType={(text) => setTyped((before) => ({ ...before, [method]: text }))}
              />
              <Difference typed={typed[method] || undefined} expected={expected[method]} />
            </div>
          ))}
        </div>
      </fieldset>
      <TextAreaField name="note" label="Nota" rows={2} hint="Hace falta si hay una diferencia." />
    </FormDialog>
  );
}
