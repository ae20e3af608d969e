import { roundings } from '@pulso/contract/billing/price-rise';
import type { PriceItem } from '@pulso/contract/billing/prices';
import { addMonths, isDate, today } from '@pulso/contract/kit/dates';
import { useEffect, useEffectEvent } from 'react';
import { FixedPriceClientsField } from '#features/billing/prices/fixed-price-clients-field';
import { parseRise, roundingLabel } from '#features/billing/prices/prices.rules';
import { RiseItemsField } from '#features/billing/prices/rise-items-field';
import { DateField } from '#forms/date-field';
import { TextAreaField } from '#forms/fields';
import { FormSection } from '#forms/form-page';
import { SelectField } from '#forms/select-field';
import { DecimalField } from '#forms/typed-field';
import { useFieldValue } from '#forms/use-field-value';
import { MoneyField } from '#forms/money-field';

const unitOptions = [
  { value: '%', label: 'Porcentaje (%)' },
  { value: '$', label: 'Pesos ($)' },
];
const roundingOptions = roundings.map((value) => ({ value, label: roundingLabel(value) }));

/** Nobody charges $ 31.212. */
const PROPOSED_ROUNDING = 100;

/** Most rises begin with a month. */
const firstOfNextMonth = (day: string) => addMonths(day, 1, 1);

type Props = {
  items: PriceItem[];
  /** Called with the typed day, complete or not. */
  onDay: (day: string) => void;
  onCount: (count: number) => void;
};

/** Fields of a rise: amount, day, prices, and clients who keep theirs; the table follows what is typed. */
export function RiseFields({ items, onDay, onCount }: Props) {
  const unit = useFieldValue('unit', '%');
  const amount = useFieldValue(unit === '%' ? 'percent' : 'increase');
  const rounding = String(useFieldValue('rounding', PROPOSED_ROUNDING));
  const day = String(useFieldValue('valid_from', firstOfNextMonth(today())));
  const tellDay = useEffectEvent(onDay);
  useEffect(() => tellDay(day), [day]);

  const step = roundings.find((one) => String(one) === rounding) ?? 0;
  const previewOptions = { rise: parseRise(unit, amount, step), day: isDate(day) ? day : undefined, today: today() };
  return (
    <>
      <FormSection title="El aumento">
        <div className="grid grid-cols-2 items-start gap-3">
          {unit === '%' ? (
            <DecimalField key="percent" name="percent" label="Cuánto" min={0.01} required />
          ) : (
            <MoneyField key="increase" name="increase" label="Cuánto" required />
          )}
          <SelectField name="unit" label="En" options={unitOptions} />
        </div>
        <SelectField name="rounding" label="Redondeo" options={roundingOptions} byDefault={PROPOSED_ROUNDING} />
        <DateField name="valid_from" label="Desde" min={today()} defaultValue={firstOfNextMonth(today())} required />
        <TextAreaField name="reason" label="Motivo" rows={1} className="min-h-11" />
      </FormSection>
      <RiseItemsField items={items} asked={previewOptions} onCount={onCount} />
      <FormSection title="Mantener el precio a…">
        <FixedPriceClientsField />
      </FormSection>
    </>
  );
}
