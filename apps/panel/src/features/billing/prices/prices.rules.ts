import { raisedPrice, type Rise, type Rounding } from '@pulso/contract/billing/price-rise';
import { priceOn, type PriceItem, type PriceKind, type PriceRise, type RiseRow } from '@pulso/contract/billing/prices';
import { formatMoney, formatPesos, sumMoney } from '@pulso/contract/kit/money';
import type { Tone } from '@pulso/web/ui/feedback/badge';
import { formatNumber } from '#ui/text/numbers';

export const kindPluralLabels: Record<PriceKind, string> = {
  plan: 'Planes',
  package: 'Paquetes',
  product: 'Productos',
};

export const kindLabel: Record<PriceKind, string> = { plan: 'Plan', package: 'Paquete', product: 'Producto' };

export const riseBadges: Record<PriceRise['state'], { label: string; tone: Tone }> = {
  scheduled: { label: 'Programado', tone: 'yellow' },
  in_effect: { label: 'Vigente', tone: 'green' },
  undone: { label: 'Deshecho', tone: 'grey' },
};

/** '8 %' or '$ 1.500'. */
export function formatRiseAmount({ percent, increase }: Pick<PriceRise, 'percent' | 'increase'>): string {
  return percent === null ? formatPesos(increase ?? NaN) : `${formatNumber(percent)} %`;
}

export const roundingLabel = (rounding: number) => (rounding === 0 ? 'Sin redondeo' : formatPesos(rounding));

/** A row in the table of a new rise. */
export type Preview = {
  item: PriceItem;
  before: number;
  /** Price after the rise; undefined if it is not known yet or does not change. */
  after?: number;
  /** Reason why the price does not change. */
  unchanged?: 'Gratis' | 'Supera el máximo';
  /** True if the item has another price for that very day, which a second rise cannot change. */
  isScheduled?: true;
};

const unchangedReasons = { free: 'Gratis', too_high: 'Supera el máximo' } as const;

type PreviewOptions = {
  /** Undefined until an amount can be read. */
  rise: Rise | undefined;
  /** Undefined until a day can be read. */
  day: string | undefined;
  today: string;
};

/** Before and after of one item on the day of a rise. */
export function previewOf(item: PriceItem, { rise, day, today }: PreviewOptions): Preview {
  const before = priceOn(item, day ?? today);
  if (day !== undefined && day > today && item.coming.some(({ valid_from }) => valid_from === day))
    return { item, before, isScheduled: true };
  if (!rise) return { item, before };
  const raised = raisedPrice(before, rise);
  return raised.unchanged
    ? { item, before, unchanged: unchangedReasons[raised.unchanged] }
    : { item, before, after: raised.after };
}

/** The row to send, with what was typed over the computed price; undefined where there is nothing to change. */
export function toRiseRow(
  { item, before, after, isScheduled }: Preview,
  typed: number | undefined,
): RiseRow | undefined {
  const newPrice = isScheduled ? undefined : (typed ?? after);
  return newPrice === undefined ? undefined : { kind: item.kind, id: item.id, before, after: newPrice };
}

/** 'ARS 800,00' more. */
export const differenceOf = ({ before, after }: Pick<RiseRow, 'before' | 'after'>) =>
  formatMoney(sumMoney([after, -before]));

export function parseRise(unit: unknown, amount: unknown, rounding: Rounding): Rise | undefined {
  if (typeof amount !== 'number' || !(amount > 0)) return undefined;
  return unit === '%' ? { percent: amount, rounding } : { increase: amount, rounding };
}

/** '1 precio', '5 precios'. */
export const pricesLabel = (count: number) => `${formatNumber(count)} ${count === 1 ? 'precio' : 'precios'}`;
