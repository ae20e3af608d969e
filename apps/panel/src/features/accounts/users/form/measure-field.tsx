import { createContext, useRef, useState, type ReactNode } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { useField } from '#forms/form';
import { DecimalField, typeText } from '#forms/typed-field';
import { useFieldValue } from '#forms/use-field-value';
import { formatNumber } from '#ui/text/numbers';

/** Puts a value from elsewhere into the field that it is offered below. */
export const UseValueContext = createContext<(value: number) => void>(() => undefined);

type Props = {
  name: string;
  label: string;
  unit: string;
  /** The value that was probably meant; undefined if the typed one is plausible. */
  guess: (value: number) => number | undefined;
  /** Offer of a value from elsewhere. */
  offer?: ReactNode;
};

/** A measure of the body. One that no body has is asked about, and saved all the same where the person leaves it. */
export function MeasureField({ name, label, unit, guess, offer }: Props) {
  const { initial } = useField(name);
  const value = useFieldValue(name);
  /** The value when the field was left. */
  const [settled, setSettled] = useState(initial);
  const field = useRef<HTMLInputElement>(null);
  const suggestion = typeof settled === 'number' ? guess(settled) : undefined;
  const words = suggestion !== undefined && `${formatNumber(suggestion)} ${unit}`;
  const use = (taken: number) => {
    if (!field.current) return;
    typeText(field.current, formatNumber(taken));
    setSettled(taken);
    field.current.focus();
  };
  return (
    <div onBlur={({ target }) => target === field.current && setSettled(value)}>
      <DecimalField ref={field} name={name} label={label} min={0} step={0.01}>
        <div role="status">
          {words && (
            <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-yellow">
              ¿Quisiste decir {words}?<Button onClick={() => use(suggestion)}>Usar {words}</Button>
            </p>
          )}
        </div>
        <UseValueContext value={use}>{offer}</UseValueContext>
      </DecimalField>
    </div>
  );
}
