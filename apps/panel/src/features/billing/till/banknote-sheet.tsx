import { formatAmount, formatMoney } from '@pulso/contract/kit/money';
import { noteFieldName, BANKNOTES, banknoteTotal, noteWorth } from '#features/billing/till/till.rules';
import { useField } from '#forms/form';
import { useFormValue } from '#forms/use-field-value';

function BanknoteRow({ note }: { note: number }) {
  const { initial } = useField(noteFieldName(note));
  const worth = useFormValue((fields) => noteWorth(fields, note));
  return (
    <label className="grid grid-cols-[5.5rem_1fr_6.5rem] items-center gap-3 text-sm tabular-nums">
      <span className="text-right">$ {formatAmount(note)}</span>
      <input
        name={noteFieldName(note)}
        defaultValue={typeof initial === 'string' ? initial : undefined}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        placeholder="0"
        aria-label={`Billetes de $ ${formatAmount(note)}`}
        className="h-11 w-full rounded-control border border-line-strong bg-surface px-3 text-right sm:h-9"
      />
      <span className="text-right text-muted">{worth > 0 ? `$ ${formatAmount(worth)}` : ''}</span>
    </label>
  );
}

/** Adds up the notes in the till. It stays in this browser: what is sent is their sum. */
export function BanknoteSheet() {
  const total = useFormValue(banknoteTotal);
  return (
    <fieldset className="space-y-1.5 rounded-control bg-sunken p-3">
      <legend className="sr-only">Billetes</legend>
      {BANKNOTES.map((note) => (
        <BanknoteRow key={note} note={note} />
      ))}
      <p aria-live="polite" className="flex justify-between pt-2 text-sm font-semibold tabular-nums">
        <span>Suma de los billetes</span>
        <span>{formatMoney(total)}</span>
      </p>
    </fieldset>
  );
}
