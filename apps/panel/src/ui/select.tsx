type Option = { value: string; label: string };
type Props = { label: string; value: string; options: readonly Option[]; onChange: (value: string) => void };

/** A filter: the browser's own select, which every phone and screen reader knows. */
export function Select({ label, value, options, onChange }: Props) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="h-11 rounded-control border border-line-strong/50 bg-surface px-3 text-sm sm:h-10"
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
