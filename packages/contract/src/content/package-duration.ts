import { monthsLabel } from '../catalogue/plans';
import { addDays, addMonths } from '../kit/dates';
import type { DateText } from '../kit/dates';
import { MISSING_VALUE } from '../kit/labels';

// `duration_days` means days for these four values only; any other number is a number of months.
const NAMED_DURATIONS = [
  { days: 30, months: 1, label: 'Mensual' },
  { days: 90, months: 3, label: 'Trimestral' },
  { days: 180, months: 6, label: 'Semestral' },
  { days: 365, months: 12, label: 'Anual' },
];

export type PackageDuration = { label: string; end: (start: DateText) => DateText };

const findNamedDuration = (durationDays: number) => NAMED_DURATIONS.find(({ days }) => days === durationDays);

/** Label and end date together, so that they always agree. */
export function packageDuration(durationDays: number): PackageDuration {
  const namedDuration = findNamedDuration(durationDays);
  if (namedDuration) return { label: namedDuration.label, end: (start) => addDays(start, namedDuration.days) };
  const label = Number.isFinite(durationDays) ? `${durationDays} mes(es)` : MISSING_VALUE;
  return { label, end: (start) => addMonths(start, durationDays) };
}

/** Plain words for the same durations: a month is a month, whether it is stored as 1 or as 30. */
export function plainDurationLabel(durationDays: number): string {
  const named = NAMED_DURATIONS.find(({ days, months }) => days === durationDays || months === durationDays);
  return named?.label ?? monthsLabel(durationDays);
}

/** The form's options; the value is sent as `duration_days`. */
export const durationOptions: readonly { value: number; label: string }[] = NAMED_DURATIONS.map(
  ({ months, label }) => ({ value: months, label }),
);

/** The form's option for a stored value; an unknown value is its own option. */
export function durationToOption(durationDays: number): number {
  return findNamedDuration(durationDays)?.months ?? durationDays;
}
