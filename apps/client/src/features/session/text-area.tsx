import { useId } from 'react';

type Props = { label: string; maxLength: number; rows: number; value: string; onChange: (text: string) => void };

export function TextArea({ label, maxLength, rows, value, onChange }: Props) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={rows}
        maxLength={maxLength}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        // At least 16 pixels, or an iPhone would enlarge the page.
        className="block w-full min-w-0 rounded-control border border-line-strong bg-surface px-4 py-3 text-base"
      />
    </div>
  );
}
