import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { useField } from '#forms/form';
import { TypedField } from '#forms/typed-field';

type Props = {
  name: string;
  label: string;
  hint?: string;
  defaultValue?: number;
  required?: boolean;
  isPrefilled?: boolean;
  /** Called with what stands in the field, at every key. */
  onType?: (text: string) => void;
  /** Stands under the field. */
  children?: ReactNode;
};

/** An amount, typed as '1500.5' or as '1.500,50'; the form reads a number. */
export function MoneyField({ onType, ...props }: Props) {
  const { name, defaultValue } = props;
  const { clear } = useField(name);
  const clearError = useEffectEvent(clear);
  useEffect(() => {
    // What was said of the amount before is not about this one.
    if (defaultValue !== undefined) clearError();
  }, [defaultValue]);
  return (
    <TypedField
      {...props}
      reads="money"
      inputMode="decimal"
      min={0}
      step={0.01}
      onChange={onType && (({ target }) => onType(target.value))}
    />
  );
}
