import { useEffectEvent, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { EDITED_EVENT, useField } from '#forms/form';
import { formatTyped } from '#forms/text-formats';
import { TypedField } from '#forms/typed-field';
import { useFieldValue, useResettingState } from '#forms/use-field-value';

type Props = {
  name: string;
  label: string;
  hint?: string;
  required?: boolean;
  /** Amount shown until another one is typed. */
  prefill?: number;
  /** Identifies the item paid for: when it changes, the prefilled amount replaces the typed one. */
  of?: unknown;
  ref?: RefObject<HTMLInputElement | null>;
  /** Content under the field. */
  children?: ReactNode;
};

/** An amount, typed as '1500.5' or as '1.500,50'; the form reads a number. */
export function MoneyField({ prefill, of, ref, ...props }: Props) {
  const { initial, clear, form } = useField(props.name);
  const [isTyped, setTyped] = useResettingState(of, initial !== undefined);
  const inputRef = useRef<HTMLInputElement>(null);
  const input = ref ?? inputRef;
  const fill = useEffectEvent(() => {
    if (isTyped || !input.current) return;
    input.current.value = formatTyped('money', prefill);
    // An error of the previous amount does not apply to this one.
    if (prefill !== undefined) clear();
    form?.dispatchEvent(new Event(EDITED_EVENT));
  });
  useLayoutEffect(() => fill(), [prefill, isTyped]);
  return (
    <TypedField
      {...props}
      ref={input}
      reads="money"
      inputMode="decimal"
      min={0}
      step={0.01}
      defaultValue={prefill}
      onChange={() => setTyped(true)}
      onFocus={({ currentTarget }) => currentTarget.select()}
    />
  );
}

/** The amount in a field, if it can be read as one. */
export function useFieldAmount(name: string): number | undefined {
  const value = useFieldValue(name);
  return typeof value === 'number' ? value : undefined;
}
