import type { FocusEvent, InputHTMLAttributes, KeyboardEvent, ReactNode, Ref } from 'react';
import { controlClass, FieldFrame, useControl } from '#forms/fields';
import { useField } from '#forms/form';
import { parseTyped, formatTyped, stepNumber, type TextFormatName } from '#forms/text-formats';

/** Sets a control's text as if typed, so that the field and its form notice. */
export function typeText(control: HTMLElement, text: string) {
  // Uses the prototype's setter: the property that React put on the control would hide the change from it.
  Reflect.set(Object.getPrototypeOf(control) as object, 'value', text, control);
  // React listens to `change` on a select.
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Reformats the typed text when the field is left. The value is the same, so no event is sent. */
export const formatOnBlur = (reads: TextFormatName) => (event: FocusEvent<HTMLInputElement>) => {
  const { currentTarget: input } = event;
  input.value = formatTyped(reads, input.value);
};

/** Arrow keys step, as in the browser's own number field. */
export const stepOnArrows = (reads: TextFormatName) => (event: KeyboardEvent<HTMLInputElement>) => {
  const { currentTarget: input, key } = event;
  const direction = key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : 0;
  const from = input.value.trim() === '' ? 0 : parseTyped(reads, input.value);
  if (direction === 0 || input.step === '' || typeof from !== 'number') return;
  event.preventDefault();
  typeText(input, formatTyped(reads, stepNumber(from, direction * Number(input.step), Number(input.min))));
};

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'children'> & {
  name: string;
  label: string;
  hint?: string;
  reads: TextFormatName;
  ref?: Ref<HTMLInputElement>;
  /** Content under the field. */
  children?: ReactNode;
};

/** A text field that parses text as people type it, and reformats it when it is left. */
export function TypedField(props: Props) {
  const { label, hint, reads, required, defaultValue, children, ...rest } = props;
  const { id, error, note, control } = useControl(rest.name, hint, (stored) => formatTyped(reads, stored));
  const { initial } = useField(rest.name);
  return (
    <FieldFrame id={id} label={label} required={required} hint={hint} error={error} note={note}>
      <input
        autoComplete="off"
        {...control}
        data-reads={reads}
        defaultValue={formatTyped(reads, initial ?? defaultValue)}
        required={required}
        onBlur={formatOnBlur(reads)}
        onKeyDown={stepOnArrows(reads)}
        className={`${controlClass} h-11`}
        {...rest}
      />
      {children}
    </FieldFrame>
  );
}

type NumberProps = Omit<Props, 'reads' | 'inputMode'>;

/** A number with decimals, typed with a comma or a point. */
export function DecimalField(props: NumberProps) {
  return <TypedField {...props} reads="decimal" inputMode="decimal" />;
}

/** A web address; adds the 'https://' that people leave out. */
export function LinkField(props: Omit<Props, 'reads' | 'type' | 'inputMode'>) {
  return <TypedField {...props} reads="link" type="url" inputMode="url" placeholder="https://" />;
}
