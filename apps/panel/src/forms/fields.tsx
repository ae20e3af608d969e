import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import { useField } from '#forms/form';

export const controlClass =
  'w-full rounded-control border border-line-strong/50 bg-surface px-3 text-sm aria-invalid:border-red disabled:opacity-60';

type FrameProps = { id: string; label: string; required?: boolean; hint?: string; error?: string; children: ReactNode };

export function FieldFrame({ id, label, required, hint, error, children }: FrameProps) {
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
        {required && (
          <span aria-hidden className="text-red">
            {' '}
            *
          </span>
        )}
      </label>
      {children}
      {hint && !error && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-red">
          {error}
        </p>
      )}
    </div>
  );
}

function useControl(name: string) {
  const id = useId();
  const { error, initial, clear } = useField(name);
  const described = { 'aria-invalid': error ? true : undefined, 'aria-describedby': error ? `${id}-error` : undefined };
  const text = typeof initial === 'string' || typeof initial === 'number' ? String(initial) : '';
  return { id, error, initial, text, control: { id, name, onInput: clear, ...described } };
}

type TextProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'name'> & { name: string; label: string; hint?: string };

export function TextField({ name, label, hint, required, className = '', ...rest }: TextProps) {
  const { id, error, text, control } = useControl(name);
  return (
    <FieldFrame id={id} label={label} required={required} hint={hint} error={error}>
      <input
        {...control}
        defaultValue={text}
        required={required}
        className={`${controlClass} h-11 ${className}`}
        {...rest}
      />
    </FieldFrame>
  );
}

type AreaProps = { name: string; label: string; hint?: string; required?: boolean; rows?: number; className?: string };

export function TextAreaField({ name, label, hint, required, rows = 3, className = '' }: AreaProps) {
  const { id, error, text, control } = useControl(name);
  return (
    <FieldFrame id={id} label={label} required={required} hint={hint} error={error}>
      <textarea
        {...control}
        defaultValue={text}
        required={required}
        rows={rows}
        className={`${controlClass} py-2 ${className}`}
      />
    </FieldFrame>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  required?: boolean;
  prompt: string;
  options: { value: string | number; label: string }[];
};

export function ChoiceField({ name, label, required, prompt, options }: ChoiceProps) {
  const { id, error, text, control } = useControl(name);
  return (
    <FieldFrame id={id} label={label} required={required} error={error}>
      {/* Begins anew when its options arrive, because a default that came before them would be lost. */}
      <select
        key={String(options.length > 0)}
        {...control}
        defaultValue={text}
        required={required}
        className={`${controlClass} h-11`}
      >
        <option value="">{prompt}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

export function CheckField({ name, label, byDefault = false }: { name: string; label: string; byDefault?: boolean }) {
  const { initial } = useField(name);
  return (
    <label className="flex min-h-11 items-center gap-3 text-sm font-medium">
      <input
        type="checkbox"
        name={name}
        defaultChecked={typeof initial === 'boolean' ? initial : byDefault}
        className="size-5"
      />
      {label}
    </label>
  );
}
