import type { FieldErrors } from '@pulso/contract/kit/envelope';
import { createContext, useContext, useEffect, useMemo, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';

/** Note under a field besides its error; `show` writes a stored value as the field would. */
export type FieldNote = (name: string, controlId: string, show?: (stored: unknown) => string) => ReactNode;

type FormStateValue = {
  errors: FieldErrors;
  values: Record<string, unknown>;
  clear: (name: string) => void;
  touch: (name: string) => void;
  busy: boolean;
  noteOf: FieldNote;
  /** The form element, set once it is mounted. */
  form?: HTMLFormElement | null;
};

const noop = () => undefined;
const EMPTY = {};
export const FormState = createContext<FormStateValue>({
  errors: EMPTY,
  values: EMPTY,
  clear: noop,
  touch: noop,
  busy: false,
  noteOf: noop,
});

/** Event sent when a form's values have changed and React has rendered; the form's own `input` comes before. */
export const EDITED_EVENT = 'edited';

/**
 * A field's connection to its form: initial value, error, how to clear it, and how to report a change that no native
 * control reports.
 */
export function useField(name: string) {
  const { errors, values, clear, touch, busy, noteOf, form } = useContext(FormState);
  const reportChange = () => {
    clear(name);
    touch(name);
  };
  const note = (controlId: string, show?: (stored: unknown) => string) => noteOf(name, controlId, show);
  return {
    error: errors[name],
    initial: values[name],
    clear: () => clear(name),
    changed: reportChange,
    busy,
    note,
    form,
  };
}

/** Errors of a field's parts, by their path below it ('0.exercises'). */
export function usePartErrors(name: string): FieldErrors {
  const { errors } = useContext(FormState);
  const parts = Object.entries(errors).filter(([field]) => isPartOf(field, name));
  return Object.fromEntries(parts.map(([field, message]) => [field.slice(name.length + 1), message]));
}

const isPartOf = (part: string, whole: string) => part.startsWith(`${whole}.`);

export type CheckResult<T> = { values: T } | { errors: FieldErrors };
/** Chosen files by field; null removes the stored one. */
export type Files = Record<string, File | null>;
/** Validates the controls' values: the values to submit, or the errors by field. */
export type Check<T> = (fields: Record<string, unknown>, files: Files) => CheckResult<T> | Promise<CheckResult<T>>;
type Props<T> = {
  id?: string;
  check: Check<T>;
  /** Initial values of the fields. */
  values?: Record<string, unknown>;
  /** The server's errors, by field. */
  serverErrors?: FieldErrors;
  busy: boolean;
  onSubmit: (values: T, files: Files) => void;
  /** Called with the name of the edited control. */
  onEdit?: (name: string) => void;
  noteOf?: FieldNote;
  className?: string;
  children: ReactNode;
};

/** Parsers of typed text, by a control's `data-reads`. Registered by the code of such controls: the login has none. */
export const textReaders = new Map<string, (typed: string) => string | number>();

const UNREADABLE_VALUE = '?';

/** The browser reads half a date or letters in a number field as empty, which an optional field would accept. */
export const typedText = ({ validity, value }: HTMLInputElement) => (validity.badInput ? UNREADABLE_VALUE : value);

/** The named controls that take part in the form; of radio buttons only the checked one. */
export const controlsOf = (form: HTMLFormElement) =>
  form.querySelectorAll<HTMLInputElement>('[name]:enabled:not([type=radio]:not(:checked))');

/** Named controls as text, checkboxes as flags, files apart; and the messages of controls that refused their value. */
export function readControls(form: HTMLFormElement) {
  const fields: Record<string, unknown> = {};
  const files: Files = {};
  const refused: FieldErrors = {};
  for (const control of controlsOf(form)) {
    const { name, type, dataset, validity } = control;
    const [file] = control.files ?? [];
    const typed = typedText(control);
    if (type === 'checkbox') fields[name] = control.checked;
    else if (type !== 'file') fields[name] = textReaders.get(dataset.reads ?? '')?.(typed) ?? typed;
    else if (file) files[name] = file;
    if (dataset.removes) files[dataset.removes] = null;
    if (validity.customError) refused[name] = control.validationMessage;
  }
  return { fields, files, refused };
}

/**
 * A native form: messages stand under their fields, the first wrong field is scrolled
 * to and focused, editing a field clears its message.
 */
export function Form<T>({
  check,
  values = EMPTY,
  serverErrors,
  busy,
  onSubmit,
  onEdit,
  noteOf = noop,
  className,
  children,
  id,
}: Props<T>) {
  const [ownErrors, setOwnErrors] = useState<{ errors: FieldErrors; from?: FieldErrors }>({ errors: {} });
  const [form, setForm] = useState<HTMLFormElement | null>(null);
  const checking = useRef(false);
  // The server's errors replace the form's once, until the person edits again.
  const errors = serverErrors && ownErrors.from !== serverErrors ? serverErrors : ownErrors.errors;

  useEffect(() => {
    if (serverErrors && form) focusFirstError(form, serverErrors);
  }, [serverErrors, form]);

  const state = useMemo<FormStateValue>(() => {
    // Editing a part clears the message of the whole too, and the other way round.
    const clear = (name: string) =>
      setOwnErrors((before) => {
        const shownErrors = serverErrors && before.from !== serverErrors ? serverErrors : before.errors;
        const all = Object.entries(shownErrors);
        const rest = all.filter(([field]) => field !== name && !isPartOf(field, name) && !isPartOf(name, field));
        return rest.length === all.length ? before : { errors: Object.fromEntries(rest), from: serverErrors };
      });
    return { errors, values, clear, touch: (name) => onEdit?.(name), busy, noteOf, form };
  }, [errors, values, serverErrors, busy, onEdit, noteOf, form]);

  const validate = async (controls: HTMLFormElement) => {
    const { fields, files, refused } = readControls(controls);
    const checked = await check(fields, files);
    if ('values' in checked && Object.keys(refused).length === 0) {
      setOwnErrors({ errors: {}, from: serverErrors });
      return onSubmit(checked.values, files);
    }
    const wrong = 'errors' in checked ? { ...checked.errors, ...refused } : refused;
    // Rendered before the focus moves, so that a screen reader announces the message with its field.
    flushSync(() => setOwnErrors({ errors: wrong, from: serverErrors }));
    focusFirstError(controls, wrong);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy || checking.current) return;
    checking.current = true;
    void validate(event.currentTarget).finally(() => (checking.current = false));
  };

  return (
    <FormState.Provider value={state}>
      <form
        ref={setForm}
        id={id}
        noValidate
        className={className}
        onSubmit={submit}
        onChange={({ target, currentTarget }) => {
          onEdit?.((target as Partial<HTMLInputElement>).name ?? '');
          currentTarget.dispatchEvent(new Event(EDITED_EVENT));
        }}
      >
        {children}
      </form>
    </FormState.Provider>
  );
}

/**
 * The first wrong control in the order of the screen, not of the schema. Parts have names of their own ('sets.0.reps'),
 * and go before their whole.
 */
export function focusFirstError(form: HTMLFormElement, errors: FieldErrors) {
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
