import type { FieldErrors } from '@pulso/contract/envelope';
import { createContext, useContext, useEffect, useMemo, useRef, useState, type FormEvent, type ReactNode } from 'react';

type State = { errors: FieldErrors; values: Record<string, unknown>; clear: (name: string) => void; busy: boolean };

const FormState = createContext<State>({ errors: {}, values: {}, clear: () => undefined, busy: false });

/** What a field needs to know of its form: its first value, its error, and how to take the error back. */
export function useField(name: string) {
  const { errors, values, clear, busy } = useContext(FormState);
  return { error: errors[name], initial: values[name], clear: () => clear(name), busy };
}

/** Judges what was typed: the values to go on with, or what is wrong by field. */
export type Check<T> = (fields: Record<string, unknown>) => { values: T } | { errors: FieldErrors };
type Props<T> = {
  id?: string;
  check: Check<T>;
  /** First values of the fields. */
  values?: Record<string, unknown>;
  /** From the server, by field. */
  serverErrors?: FieldErrors;
  busy: boolean;
  onSubmit: (values: T, files: Record<string, File>) => void;
  onDirty?: (dirty: boolean) => void;
  className?: string;
  children: ReactNode;
};

/** Every named control as text, every checkbox as a flag, files apart. */
function readControls(form: HTMLFormElement) {
  const fields: Record<string, unknown> = {};
  const files: Record<string, File> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') fields[name] = value;
    else if (value.size > 0 || value.name) files[name] = value;
  }
  for (const box of form.querySelectorAll<HTMLInputElement>('input[type=checkbox]')) fields[box.name] = box.checked;
  return { fields, files };
}

/**
 * A native form: messages stand under their fields, the first wrong field is scrolled
 * to and focused, editing a field clears its message.
 */
export function Form<T>({
  check,
  values = {},
  serverErrors,
  busy,
  onSubmit,
  onDirty,
  className,
  children,
  id,
}: Props<T>) {
  const [own, setOwn] = useState<{ errors: FieldErrors; from?: FieldErrors }>({ errors: {} });
  const form = useRef<HTMLFormElement>(null);
  // The server's errors replace the form's once, until the person edits again.
  const errors = serverErrors && own.from !== serverErrors ? serverErrors : own.errors;

  useEffect(() => {
    if (serverErrors && form.current) focusFirst(form.current, serverErrors);
  }, [serverErrors]);

  const state = useMemo<State>(() => {
    const clear = (name: string) => {
      if (!errors[name]) return;
      const rest = Object.entries(errors).filter(([field]) => field !== name);
      setOwn({ errors: Object.fromEntries(rest), from: serverErrors });
    };
    return { errors, values, clear, busy };
  }, [errors, values, serverErrors, busy]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const { fields, files } = readControls(event.currentTarget);
    const judged = check(fields);
    if ('values' in judged) {
      setOwn({ errors: {}, from: serverErrors });
      return onSubmit(judged.values, files);
    }
    setOwn({ errors: judged.errors, from: serverErrors });
    focusFirst(event.currentTarget, judged.errors);
  };

  return (
    <FormState.Provider value={state}>
      <form ref={form} id={id} noValidate className={className} onSubmit={submit} onChange={() => onDirty?.(true)}>
        {children}
      </form>
    </FormState.Provider>
  );
}

/** In the order of the screen, not of the schema. */
export function focusFirst(form: HTMLFormElement, errors: FieldErrors) {
  const control = [...form.elements].find(
    (element): element is HTMLElement =>
      element instanceof HTMLElement && (element.getAttribute('name') ?? '') in errors,
  );
  control?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}
