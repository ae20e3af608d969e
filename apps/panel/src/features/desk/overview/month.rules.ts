import type { DateText } from '@pulso/contract/kit/dates';
import { formatMonth, formatShortMonth, type MonthText } from '@pulso/contract/kit/months';
import type { Curve, Step } from '@pulso/web/ui/charts/line-chart';
import { isObject } from '@pulso/web/answers';
import { moneyText } from '#features/desk/overview/figure-texts.rules';

type Range = { from: DateText; to: DateText };
export type MonthMoney = Range & { sum: number; before: Range & { sum: number } };

const isRange = (value: unknown): value is Range & { sum: number } =>
  isObject(value) && typeof value.from === 'string' && typeof value.to === 'string' && Number.isFinite(value.sum);

/** Money that came in, of the numbers of a month; without the contract's schemas, which would double what the first screen loads. */
export function readMonthMoney(numbers: unknown): MonthMoney | undefined {
  const collected: unknown = isObject(numbers) ? numbers.collected : undefined;
  return isRange(collected) && isRange((collected as { before?: unknown }).before)
    ? (collected as MonthMoney)
    : undefined;
}

type Collected = { month: MonthText; collected: number };
export const isCollected = (value: unknown): value is Collected =>
  isObject(value) && typeof value.month === 'string' && Number.isFinite(value.collected);

const NAMED_EVERY = 3;

/** The line of what came in, month by month; the one that is not over says so. */
export function monthLine(
  months: readonly Collected[],
  current: MonthText,
): Record<'steps' | 'marks', Step[]> & { curves: Curve[] } {
  const points = months.map(({ month, collected }) => ({
    value: collected,
    text: moneyText(collected),
    ...(month === current && { note: 'hasta hoy', isSoft: true }),
  }));
  return {
    steps: months.map(({ month }, at) => ({ at, name: formatMonth(month) })),
    marks: months.flatMap(({ month }, at) =>
      (months.length - 1 - at) % NAMED_EVERY === 0 ? [{ at, name: formatShortMonth(month) }] : [],
    ),
    curves: [{ name: 'Recaudado', points }],
  };
}
