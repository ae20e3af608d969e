import type { SetValues } from '@pulso/contract/coaching/sets';
import { Minus, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { speak } from '@pulso/web/ui/feedback/live-region';
import { readTyped, stepped, stepWords, writeNumber, type Amount } from '#features/session/session.rules';

const names: Record<Amount, string> = { weight: 'Peso en kg', reps: 'Repeticiones', seconds: 'Segundos' };
const units: Record<Amount, string> = { weight: 'kg', reps: 'repeticiones', seconds: 'segundos' };

type Props = {
  amount: Amount;
  value: SetValues[Amount];
  /** Behind the unit: what is asked for, or the same in another one. */
  hint?: string;
  onChange: (value: number | null) => void;
};

/** A number with − and + at its sides, which can be typed too. */
export function Stepper({ amount, value, hint, onChange }: Props) {
  const id = useId();
  /** What stands there while it is typed. */
  const [typed, setTyped] = useState<string>();
  const step = (direction: 1 | -1) => {
    const next = stepped(amount, value, direction);
    onChange(next);
    speak(`${writeNumber(next)} ${units[amount]}`, amount);
  };
  const button = (direction: 1 | -1) => (
    <button
      type="button"
      aria-label={stepWords(amount, direction)}
      onClick={() => step(direction)}
      className="inline-flex size-14 shrink-0 items-center justify-center rounded-full border border-line-strong bg-surface transition-colors hover:bg-sunken"
    >
      {direction > 0 ? (
        <Plus aria-hidden className="size-6" strokeWidth={2.25} />
      ) : (
        <Minus aria-hidden className="size-6" strokeWidth={2.25} />
      )}
    </button>
  );
  return (
    <div className="flex items-center gap-2">
      {button(-1)}
      <div className="min-w-0 flex-1 text-center">
        <input
          id={id}
          aria-label={names[amount]}
          inputMode={amount === 'weight' ? 'decimal' : 'numeric'}
          autoComplete="off"
          enterKeyHint="done"
          placeholder="–"
          value={typed ?? writeNumber(value)}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => {
            setTyped(target.value);
            const read = readTyped(amount, target.value);
            if (read !== undefined) onChange(read);
          }}
          onBlur={() => setTyped(undefined)}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
          className="h-14 w-full min-w-0 rounded-control text-center text-5xl font-bold tracking-tight tabular-nums"
        />
        <label htmlFor={id} aria-hidden className="block text-sm text-muted">
          {units[amount]}
          {hint && `, ${hint}`}
        </label>
      </div>
      {button(1)}
    </div>
  );
}
