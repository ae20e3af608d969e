import { MISSING_VALUE } from '@pulso/contract/kit/labels';
import { formatAmount, formatMoney } from '@pulso/contract/kit/money';
import { formatCount } from '#ui/text/numbers';

export const countText = (count: number) => (Number.isFinite(count) ? formatCount(count) : MISSING_VALUE);
export const moneyText = (amount: number) => formatMoney(amount) || MISSING_VALUE;

/** '83,3 %'; '—' where there is nothing to divide by. */
export function percentText(percent: number | undefined): string {
  if (percent === undefined || !Number.isFinite(percent)) return MISSING_VALUE;
  return `${formatAmount(Math.round(percent * 10) / 10).replace(/(,\d)0$/, '$1')} %`;
}

/** '+12,5 %' */
export const changeText = (percent: number | undefined) =>
  percent !== undefined && Math.round(percent * 10) > 0 ? `+${percentText(percent)}` : percentText(percent);

/** '1,5 M', '350 mil' */
export function shortMoney(amount: number): string {
  const short = (divisor: number) => formatAmount(Math.round((amount / divisor) * 10) / 10).replace(/(,\d)0$/, '$1');
  if (Math.abs(amount) >= 1_000_000) return `${short(1_000_000)} M`;
  return Math.abs(amount) >= 1_000 ? `${short(1_000)} mil` : formatAmount(amount);
}
