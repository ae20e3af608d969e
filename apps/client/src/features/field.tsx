import { useId, type ComponentProps, type ReactNode } from 'react';

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    children && (
      <p id={id} role="alert" className="mt-1.5 text-sm font-medium wrap-anywhere text-red">
        {children}
      </p>
    )
  );
}

type FieldProps = ComponentProps<'input'> & { label: string; error: string | undefined };

/** A field under its label, and what is wrong with it. */
export function Field({ label, error, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="min-w-0" data-wrong={error}>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={error && `${id}-error`}
        // At least 16 pixels, or an iPhone would enlarge the page.
        className={`h-13 w-full min-w-0 rounded-control border bg-surface px-4 text-base ${error ? 'border-red' : 'border-line-strong'}`}
      />
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

/** Visible part of a control that covers its whole label. */
export const coveredClass =
  'relative flex min-h-13 items-center gap-3 rounded-control border border-line-strong bg-surface px-4 py-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent';

type ChoiceProps<Value> = {
  /** Of the group. */
  name: string;
  of: Value | undefined;
  value: Value;
  label: string;
  note?: string;
  onChoose: (value: Value) => void;
};

/** One of several answers. */
export function Choice<Value>({ name, of, value, label, note, onChoose }: ChoiceProps<Value>) {
  return (
    <label className={`${coveredClass} has-checked:border-accent has-checked:bg-accent-soft`}>
      <input
        type="radio"
        name={name}
        checked={of === value}
        onChange={() => onChoose(value)}
        className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-control outline-none"
      />
      <span
        aria-hidden
        className="size-5 shrink-0 rounded-full border-2 border-line-strong bg-surface peer-checked:border-6 peer-checked:border-accent"
      />
      <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
      {note && <span className="shrink-0 font-semibold tabular-nums">{note}</span>}
    </label>
  );
}
