import { TextField } from '#forms/fields';

type Props = { name: string; label: string; defaultValue?: number; required?: boolean };

/** An amount, typed as '1500.5' or as '1.500,50'; the form reads a number. */
export function MoneyField(props: Props) {
  return <TextField {...props} inputMode="decimal" data-money />;
}

/** An amount where the specification asks for the browser's own number input. */
export function SteppedMoneyField(props: Props) {
  return <TextField {...props} type="number" inputMode="decimal" min={0} step={0.01} />;
}
