import { useState } from 'react';
import { useField } from '#forms/form';

type Option = { value: string; label: string };
type Props = { name: string; legend: string; options: Option[]; byDefault: string };

/** One of a few choices, all in sight; the default again if the chosen one is gone. */
export function RadioField({ name, legend, options, byDefault }: Props) {
  const { initial, clear } = useField(name);
  const [picked, setPicked] = useState(initial);
  const chosen = options.some(({ value }) => value === picked) ? picked : byDefault;
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value} className="flex min-h-11 items-center gap-3 text-sm">
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => {
              setPicked(value);
              clear();
            }}
            className="size-4 shrink-0"
          />
          <span className="min-w-0 wrap-anywhere">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
