import { isDate } from '@pulso/contract/kit/dates';
import { useState } from 'react';
import { DateField } from '#forms/date-field';

type Props = { name: string; label: string; value: string; onChange: (date: string) => void };

/** A date filter with its label above it; incomplete dates do not filter. */
export function DateFilter({ name, label, value, onChange }: Props) {
  // The field keeps the typed text; it is remounted only if the date was changed elsewhere.
  const [lastValue, setLastValue] = useState({ value, turn: 0 });
  if (lastValue.value !== value) setLastValue({ value, turn: lastValue.turn + 1 });
  const change = (date: string) => {
    if (date !== '' && !isDate(date)) return;
    setLastValue({ ...lastValue, value: date });
    onChange(date);
  };
  return (
    <div className="flex-1 sm:max-w-44 sm:min-w-38 [&_label]:mb-1 [&_label]:text-xs [&_label]:text-muted sm:[&_input]:h-10">
      <DateField key={lastValue.turn} name={name} label={label} defaultValue={value} onChange={change} />
    </div>
  );
}
