import { useId, type InputHTMLAttributes, type ReactNode, type WheelEvent } from 'react';
import { useField } from '#forms/form';

export const controlClass =
  'w-full rounded-control border border-line-strong bg-surface px-3 text-sm text-ellipsis aria-invalid:border-red disabled:opacity-60';

type FrameProps = {
  id: string;
  label: string;
  required?: boolean;
  hint?: string;
  error?: string;
  note?: ReactNode;
  /** True if a heading above already shows the label. */
  isLabelHidden?: boolean;
  children: ReactNode;
};

export function FieldFrame({ id, label, required, hint, error, note, isLabelHidden, children }: FrameProps) {
  return (
    <div>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-medium'}>
        {label}
        {required && (
          <span aria-hidden className="text-muted">
            {' '}
            *
          </span>
        )}
      </label>
      {children}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-red">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-pretty text-muted">
          {hint}
        </p>
      )}
      {note}
    </div>
  );
}

/** Props of a form control; `show` writes a stored value as the control would. */
export function useControl(name: string, hint?: string, show?: (stored: unknown) => string) {
  const id = useId();
  const { error, initial, clear, note } = useField(name);
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
  const text = typeof initial === 'string' || Number.isFinite(initial) ? String(initial) : '';
  return {
    id,
    error,
    text,
    note: note(id, show),
    control: { id, name, onInput: clear, 'aria-invalid': error ? true : undefined, 'aria-describedby': described },
  };
}

type TextProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'name'> & {
  name: string;
  label: string;
  hint?: string;
};

/** The wheel scrolls the page; it must not change a number that happens to have the focus. */
export const blurOnWheel = (event: WheelEvent<HTMLInputElement>) => event.currentTarget.blur();

export function TextField({ name, label, hint, required, className = '', defaultValue, ...rest }: TextProps) {
  const { id, error, text, note, control } = useControl(name, hint);
  return (
    <FieldFrame id={id} label={label} required={required} hint={hint} error={error} note={note}>
      <input
        {...control}
        // A number that the server did not give leaves the field empty.
        defaultValue={text || (Number.isNaN(defaultValue) ? undefined : defaultValue)}
        required={required}
        className={`${controlClass} h-11 ${className}`}
        onWheel={rest.type === 'number' ? blurOnWheel : undefined}
        {...rest}
      />
    </FieldFrame>
  );
}

/** Free text with suggestions: words that others have used. */
export function SuggestField({ suggestions, ...field }: TextProps & { suggestions: readonly string[] }) {
  const id = useId();
  return (
    <>
      <TextField {...field} list={id} autoComplete="off" />
      <datalist id={id}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </>
  );
}

type AreaProps = {
  name: string;
  label: string;
  hint?: string;
  required?: boolean;
  isLabelHidden?: boolean;
  rows?: number;
  className?: string;
};

export function TextAreaField({ name, hint, rows = 3, className = '', required, ...frame }: AreaProps) {
  const { id, error, text, note, control } = useControl(name, hint);
  return (
    <FieldFrame {...frame} id={id} required={required} hint={hint} error={error} note={note}>
      <textarea
        {...control}
        defaultValue={text}
        required={required}
        rows={rows}
        className={`${controlClass} block py-2 ${className}`}
      />
    </FieldFrame>
  );
}

type CheckProps = { name: string; label: string; byDefault?: boolean; onChange?: (checked: boolean) => void };

export function CheckField({ name, label, byDefault = false, onChange }: CheckProps) {
  const id = useId();
  const { error, initial, clear, note } = useField(name);
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3 text-sm font-medium">
        <input
          id={id}
          type="checkbox"
          name={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          defaultChecked={initial === undefined ? byDefault : Boolean(initial)}
          onChange={(event) => {
            clear();
            onChange?.(event.target.checked);
          }}
          className="size-5"
        />
        {label}
      </label>
      {error && (
        <p id={`${id}-error`} role="alert" className="mb-1 text-sm text-red">
          {error}
        </p>
      )}
      {note(id, (ticked) => (ticked ? 'Sí' : 'No'))}
    </div>
  );
}
