import type { CourseKind } from '@pulso/contract/coaching/courses';
import { today } from '@pulso/contract/kit/dates';
import { useId } from 'react';
import { EVERY_DAY, firstDayOptions, modeOptions, WEEKDAYS } from '#features/coaching/courses/courses.rules';
import { DateField } from '#forms/date-field';
import { RadioField } from '#forms/radio-field';
import { SelectField } from '#forms/select-field';
import { useFieldValue } from '#forms/use-field-value';
import { useRows } from '#forms/use-rows';

type WeekdaysProps = { legend: string; byDefault?: number[] };

/** Days of the week, each switched on or off. */
function WeekdaysField({ legend, byDefault = [] }: WeekdaysProps) {
  const id = useId();
  const {
    rows: chosen,
    error,
    arrange,
    control,
  } = useRows<number, number[]>('weekdays', (stored) => (stored?.length ? stored : byDefault));
  const toggle = (value: number) =>
    arrange((before) => (before.includes(value) ? before.filter((one) => one !== value) : [...before, value].sort()));
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      {control}
      <div className="grid grid-cols-7 gap-1 sm:max-w-96">
        {WEEKDAYS.map(({ value, short, label }) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-center justify-center rounded-control border border-line-strong text-sm font-medium has-checked:border-accent has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
          >
            <input
              type="checkbox"
              className="sr-only"
              aria-label={label}
              checked={chosen.includes(value)}
              onChange={() => toggle(value)}
            />
            <span aria-hidden>{short}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={id} role="alert" className="mt-1 text-sm text-red">
          {error}
        </p>
      )}
    </fieldset>
  );
}

type Day = { day_number: number; title: string; is_rest_day: boolean };
type Props = {
  kind: CourseKind;
  /** The training's days; undefined while it is not chosen. */
  days?: readonly Day[];
  /** It has begun: its start lies behind. */
  isRunning?: boolean;
};

/** From when to when, and how it goes on. */
export function ScheduleFields({ kind, days, isRunning = false }: Props) {
  const mode = useFieldValue('mode', 'sequence');
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField
          name="starts_on"
          label="Desde"
          min={isRunning ? undefined : today()}
          defaultValue={today()}
          required
        />
        <DateField name="ends_on" label="Último día (opcional)" min={today()} />
      </div>
      {kind === 'diet' ? (
        <WeekdaysField legend="Qué días" byDefault={EVERY_DAY} />
      ) : (
        <>
          <RadioField name="mode" legend="Cómo avanza" options={modeOptions} byDefault="sequence" />
          {mode === 'weekdays' && <WeekdaysField legend="Qué días" />}
          {days && days.length > 0 && (
            <SelectField name="first_day" label="Empieza por" options={firstDayOptions(days)} byDefault={0} />
          )}
        </>
      )}
    </>
  );
}
