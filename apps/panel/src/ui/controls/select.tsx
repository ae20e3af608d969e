import type { SelectHTMLAttributes } from 'react';
import type { Option } from '#ui/controls/option';

type ControlProps = SelectHTMLAttributes<HTMLSelectElement> & {
  options: readonly Option[];
  /** Label of the empty option. */
  prompt?: string;
  /** A chosen option that is not among those offered. */
  kept?: Option;
};

/** The browser's own select, which every phone and screen reader knows. */
export function SelectControl({ options, prompt, kept, ...rest }: ControlProps) {
  return (
    <select {...rest}>
      {prompt !== undefined && <option value="">{prompt}</option>}
      {kept && (
        <option hidden value={kept.value}>
          {kept.label}
        </option>
      )}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

export type SelectProps = {
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
};

export const filterClass = 'h-11 rounded-control border border-line-strong bg-surface px-3 text-sm sm:h-10';

/** A filter whose label is for screen readers only. */
export function Select({ label, onChange, ...rest }: SelectProps) {
  return (
    <SelectControl
      {...rest}
      aria-label={label}
      onChange={(event) => onChange(event.target.value)}
      className={filterClass}
    />
  );
}
