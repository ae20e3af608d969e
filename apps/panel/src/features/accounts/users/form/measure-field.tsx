import { useRef, useState } from 'react';
import { useField } from '#forms/form';
import { DecimalField, typeText } from '#forms/typed-field';
import { Button } from '#ui/button';
import { formatNumber } from '#ui/numbers';

type Props = {
  name: string;
  label: string;
  unit: string;
  /** What was probably meant, where it is not what was typed. */
  guess: (value: number) => number | undefined;
};

/** A measure of the body. One that no body has is asked about, and saved all the same where the person leaves it. */
export function MeasureField({ name, label, unit, guess }: Props) {
  const { initial } = useField(name);
  const [settled, setSettled] = useState<unknown>(initial);
  const field = useRef<HTMLDivElement>(null);
  const meant = typeof settled === 'number' ? guess(settled) : undefined;
  const words = meant !== undefined && `${formatNumber(meant)} ${unit}`;
  const take = () => {
    const input = field.current?.querySelector('input');
    if (!input) return;
    typeText(input, formatNumber(meant ?? NaN));
    setSettled(meant);
    input.focus();
  };
  return (
    <div ref={field}>
      <DecimalField name={name} label={label} min={0} step={0.01} onSettled={setSettled}>
        <div role="status">
          {words && (
            <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-yellow">
              ¿Quisiste decir {words}?<Button onClick={take}>Usar {words}</Button>
            </p>
          )}
        </div>
      </DecimalField>
    </div>
  );
}
