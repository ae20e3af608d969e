import type { FieldErrors } from '@pulso/contract/kit/envelope';
import { parseMoneyText } from '@pulso/contract/kit/money';
import { createContext, useContext, useEffect, useMemo, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';

type State = {
  errors: FieldErrors;
  values: Record<string, unknown>;
  clear: (name: string) => void;
  touch: () => void;
  busy: boolean;
};

const nothing = () => undefined;
const FormState = createContext<State>({ errors: {}, values: {}, clear: nothing, touch: nothing, busy: false });

/**
 * What a field needs to know of its form: its first value, its error, how to take the error back, and how to say
 * that it changed where no native control says so.
 */
export function useField(name: string) {
  const { errors, values, clear, touch, busy } = useContext(FormState);
  const changed = () => {
    clear(name);
    touch();
  };
  return { error: errors[name], initial: values[name], clear: () => clear(name), changed, busy };
}

/** What is wrong with the parts of a field, by their path below it ('0.exercises'). */
export function usePartErrors(name: string): FieldErrors {
  const { errors } = useContext(FormState);
  const parts = Object.entries(errors).filter(([field]) => isPartOf(field, name));
  return Object.fromEntries(parts.map(([field, message]) => [field.slice(name.length + 1), message]));
}

const isPartOf = (part: string, whole: string) => part.startsWith(`${whole}.`);

export type Judged<T> = { values: T } | { errors: FieldErrors };
type Files = Record<string, File>;
/** Judges what was typed and chosen: the values to go on with, or what is wrong by field. */
export type Check<T> = (fields: Record<string, unknown>, files: Files) => Judged<T> | Promise<Judged<T>>;
type Props<T> = {
  id?: string;
  check: Check<T>;
  /** First values of the fields. */
  values?: Record<string, unknown>;
  /** From the server, by field. */
  serverErrors?: FieldErrors;
  busy: boolean;
  onSubmit: (values: T, files: Files) => void;
  onDirty?: (dirty: boolean) => void;
  className?: string;
  children: ReactNode;
};

const UNREADABLE = '?';

/** Half a date or letters for a number read as empty; left so, a field that may be blank would swallow them. */
export const typedIn = ({ validity, value }: HTMLInputElement) => (validity.badInput ? UNREADABLE : value);

/** Every named control as text, every checkbox as a flag, files apart; and what a control itself has refused, with why. */
function readControls(form: HTMLFormElement) {
  const fields: Record<string, unknown> = {};
  const files: Files = {};
  const refused: FieldErrors = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') fields[name] = value;
    else if (value.size > 0 || value.name) files[name] = value;
  }
  for (const control of form.querySelectorAll<HTMLInputElement>('input[name]')) {
    if (control.type === 'checkbox') fields[control.name] = control.checked;
    else if (control.validity.badInput) fields[control.name] = typedIn(control);
    // What is no amount stays as typed, for the contract to refuse.
    else if ('money' in control.dataset) fields[control.name] = parseMoneyText(control.value) ?? control.value;
    if (control.validity.customError) refused[control.name] = control.validationMessage;
  }
  return { fields, files, refused };
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
  const checking = useRef(false);
  // The server's errors replace the form's once, until the person edits again.
  const errors = serverErrors && own.from !== serverErrors ? serverErrors : own.errors;

  useEffect(() => {
    if (serverErrors && form.current) focusFirst(form.current, serverErrors);
  }, [serverErrors]);

  const state = useMemo<State>(() => {
    // A part's message falls with that of the whole, and the other way round: what was said is no longer what is there.
    const clear = (name: string) =>
      setOwn((before) => {
        const shown = serverErrors && before.from !== serverErrors ? serverErrors : before.errors;
        const all = Object.entries(shown);
        const rest = all.filter(([field]) => field !== name && !isPartOf(field, name) && !isPartOf(name, field));
        return rest.length === all.length ? before : { errors: Object.fromEntries(rest), from: serverErrors };
      });
    return { errors, values, clear, touch: () => onDirty?.(true), busy };
  }, [errors, values, serverErrors, busy, onDirty]);

  const judge = async (controls: HTMLFormElement) => {
    const { fields, files, refused } = readControls(controls);
    const judged = await check(fields, files);
    if ('values' in judged && Object.keys(refused).length === 0) {
      setOwn({ errors: {}, from: serverErrors });
      return onSubmit(judged.values, files);
    }
    const wrong = 'errors' in judged ? { ...judged.errors, ...refused } : refused;
    // The messages stand before the first of them is shown, so that it is announced with its field.
    flushSync(() => setOwn({ errors: wrong, from: serverErrors }));
    focusFirst(controls, wrong);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy || checking.current) return;
    checking.current = true;
    void judge(event.currentTarget).finally(() => (checking.current = false));
  };

  return (
    <FormState.Provider value={state}>
      <form ref={form} id={id} noValidate className={className} onSubmit={submit} onChange={() => onDirty?.(true)}>
        {children}
      </form>
    </FormState.Provider>
  );
}

/**
 * In the order of the screen, not of the schema. A part of several controls is found by its own name ('sets.0.reps');
 * where a part is wrong, its whole is not looked at.
 */
export function focusFirst(form: HTMLFormElement, errors: FieldErrors) {
  const fields = Object.keys(errors);
  const wrong = fields.filter((field) => !fields.some((other) => isPartOf(other, field)));
  const control = [...form.elements].find((element): element is HTMLElement => {
    const name = element.getAttribute('name') ?? '';
    const isReachable = element instanceof HTMLElement && !element.matches('[type=hidden], :disabled');
    return isReachable && wrong.some((field) => name === field || isPartOf(name, field) || isPartOf(field, name));
  });
  control?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}
