import { formatAmount, formatMoney } from '@pulso/contract/kit/money';
import { NOTES, notesTotal, worthOf, type Counts } from '#features/billing/till/till.rules';
import { useField } from '#forms/form';

export const noteName = (note: number) => `note_${note}`;

type RowProps = { note: number; typed: string | undefined; onType: (typed: string) => void };

function NoteRow({ note, typed, onType }: RowProps) {
  const { initial } = useField(noteName(note));
  const worth = worthOf(note, typed);
  return (
    <label className="grid grid-cols-[5.5rem_1fr_6.5rem] items-center gap-3 text-sm tabular-nums">
      <span className="text-right">$ {formatAmount(note)}</span>
      <input
        name={noteName(note)}
        defaultValue={typeof initial === 'string' ? initial : undefined}
        onChange={({ target }) => onType(target.value)}
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

type Props = { counts: Counts; onCount: (counts: Counts) => void };

/** Adds up the notes in the till. It stays in this browser: what is sent is their sum. */
export function NoteSheet({ counts, onCount }: Props) {
  return (
    <fieldset className="space-y-1.5 rounded-control bg-sunken p-3">
      <legend className="sr-only">Billetes</legend>
      {NOTES.map((note) => (
        <NoteRow
          key={note}
          note={note}
          typed={counts[note]}
          onType={(typed) => onCount({ ...counts, [note]: typed })}
        />
      ))}
      <p aria-live="polite" className="flex justify-between pt-2 text-sm font-semibold tabular-nums">
        <span>Suma de los billetes</span>
        <span>{formatMoney(notesTotal(counts))}</span>
      </p>
    </fieldset>
  );
}
