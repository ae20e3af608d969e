import { roundings } from '@pulso/contract/billing/price-rise';
import type { PriceItem } from '@pulso/contract/billing/prices';
import { addMonths, isDate, today } from '@pulso/contract/kit/dates';
import { useEffect, useEffectEvent, useState } from 'react';
import { KeepClientsField } from '#features/billing/prices/keep-clients-field';
import { riseOf, roundingLabel } from '#features/billing/prices/prices.rules';
import { RiseItemsField } from '#features/billing/prices/rise-items-field';
import { DateField } from '#forms/date-field';
import { TextAreaField } from '#forms/fields';
import { useField } from '#forms/form';
import { FormSection } from '#forms/form-page';
import { readTyped } from '#forms/readings';
import { SelectField } from '#forms/select-field';
import { DecimalField } from '#forms/typed-field';
import { MoneyField } from '#forms/money-field';

const units = [
  { value: '%', label: 'Porcentaje (%)' },
  { value: '$', label: 'Pesos ($)' },
];
const steps = roundings.map((value) => ({ value, label: roundingLabel(value) }));

/** Most rises begin with a month. */
const nextMonth = (day: string) => addMonths(day, 1, 1);

/** What stands in a field when the form begins: perhaps what was typed before. */
function useFirst(name: string, byDefault: string): string {
  const { initial } = useField(name);
  return typeof initial === 'string' ? initial : byDefault;
}

type Props = {
  items: PriceItem[];
  /** Told the day, or what is none yet. */
  onDay: (day: string) => void;
};

/** How much, from when, which prices and who keeps his; the table follows what is typed. */
export function RiseFields({ items, onDay }: Props) {
  const [unit, setUnit] = useState(useFirst('unit', '%'));
  const firstAmount = { percent: useFirst('percent', ''), increase: useFirst('increase', '') };
  const [amount, setAmount] = useState(unit === '%' ? firstAmount.percent : firstAmount.increase);
  const [rounding, setRounding] = useState(useFirst('rounding', '0'));
  const [day, setDay] = useState(String(readTyped('date', useFirst('valid_from', nextMonth(today())))));
  const tellDay = useEffectEvent(onDay);
  useEffect(() => tellDay(day), [day]);

  const read = readTyped(unit === '%' ? 'decimal' : 'money', amount);
  const step = roundings.find((one) => String(one) === rounding) ?? 0;
  const asked = { rise: riseOf(unit, read, step), day: isDate(day) ? day : undefined, today: today() };
  return (
    <>
      <FormSection title="El aumento">
        <div className="grid grid-cols-2 items-start gap-3">
          {unit === '%' ? (
            <DecimalField
              key="percent"
              name="percent"
              label="Cuánto"
              min={0.01}
              required
              onChange={({ target }) => setAmount(target.value)}
            />
          ) : (
            <MoneyField key="increase" name="increase" label="Cuánto" required onType={setAmount} />
          )}
          <SelectField
            name="unit"
            label="En"
            options={units}
            onPick={(picked) => {
              setUnit(picked);
              setAmount('');
            }}
          />
        </div>
        <SelectField name="rounding" label="Redondeo" options={steps} onPick={setRounding} />
        <DateField
          name="valid_from"
          label="Desde"
          min={today()}
          defaultValue={nextMonth(today())}
          required
          onChange={setDay}
        />
        <TextAreaField name="reason" label="Motivo" rows={1} className="min-h-11" />
      </FormSection>
      <RiseItemsField items={items} asked={asked} />
      <FormSection title="Mantener el precio a…">
        <KeepClientsField />
      </FormSection>
    </>
  );
}
