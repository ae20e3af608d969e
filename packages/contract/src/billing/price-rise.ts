import { MAX_MONEY } from '../kit/fields';
import { toCents } from '../kit/money';

/** Rounding steps in pesos; 0 is no rounding. */
export const roundings = [0, 10, 50, 100, 500, 1_000] as const;
export type Rounding = (typeof roundings)[number];

/** A rise by a percentage (two decimals) or by an amount of pesos. */
export type Rise = ({ percent: number } | { increase: number }) & { rounding: Rounding };

/** `free`: a percentage of nothing is nothing. `too_high`: beyond what can be stored. */
export type RaisedPrice = { after: number; unchanged?: undefined } | { unchanged: 'free' | 'too_high' };

const BASIS_POINTS = 10_000n;
const divideRoundingUp = (value: bigint, by: bigint) => (value + by - 1n) / by;

/** Rounded up always, so that a rise never lowers a price; in whole cents, which doubles would not keep. */
export function raisedPrice(before: number, rise: Rise): RaisedPrice {
  const cents = BigInt(toCents(before));
  if ('percent' in rise && cents === 0n) return { unchanged: 'free' };
  const raised =
    'percent' in rise
      ? divideRoundingUp(cents * (BASIS_POINTS + BigInt(Math.round(rise.percent * 100))), BASIS_POINTS)
      : cents + BigInt(toCents(rise.increase));
  const step = BigInt(rise.rounding * 100) || 1n;
  const after = divideRoundingUp(raised, step) * step;
  return after > BigInt(toCents(MAX_MONEY)) ? { unchanged: 'too_high' } : { after: Number(after) / 100 };
}
