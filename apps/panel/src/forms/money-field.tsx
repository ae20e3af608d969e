import { TextField } from '#forms/fields';

type Props = {
  name: string;
  label: string;
  defaultValue?: number;
  required?: boolean;
  /** Called with what stands in the field, at every key. */
  onType?: (text: string) => void;
};

/** An amount, typed as '1500.5' or as '1.500,50'; the form reads a number. */
export function MoneyField({ onType, ...props }: Props) {
  return (
    <TextField {...props} inputMode="decimal" data-money onChange={onType && (({ target }) => onType(target.value))} />
  );
}

/** An amount where the specification asks for the browser's own number input. */
export function SteppedMoneyField(props: Omit<Props, 'onType'>) {
  return <TextField {...props} type="number" inputMode="decimal" min={0} step={0.01} />;
}
