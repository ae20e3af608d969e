import type { PriceItem } from '@pulso/contract/billing/prices';
import { describe, expect, it } from 'vitest';
import { differenceOf, previewOf, formatRiseAmount, parseRise, toRiseRow } from '#features/billing/prices/prices.rules';

const TODAY = '2026-03-05';
const buildPriceItem = (fields: Partial<PriceItem> = {}): PriceItem => ({
  kind: 'plan',
  id: 1,
  title: 'Mensual',
  status: true,
  price: 10_000,
  next: null,
  coming: [],
  clients: 3,
  ...fields,
});
const scheduledPrices = [
  { amount: 10_800, valid_from: '2026-04-01' },
  { amount: 11_664, valid_from: '2026-05-01' },
];
const riseOf8Percent = { percent: 8, rounding: 0 } as const;

describe('the preview of a rise', () => {
  it('AUM-08 begins at what the item costs on that day', () => {
    const on = (day: string) =>
      previewOf(buildPriceItem({ coming: scheduledPrices }), { rise: riseOf8Percent, day, today: TODAY });
    expect(on('2026-03-31')).toMatchObject({ before: 10_000, after: 10_800 });
    expect(on('2026-04-02')).toMatchObject({ before: 10_800, after: 11_664 });
    expect(on('2026-06-01')).toMatchObject({ before: 11_664, after: 12_597.12 });
    expect(on('2026-05-01')).toMatchObject({ isScheduled: true });
    // It would be refused, whatever is typed.
    expect(toRiseRow(on('2026-05-01'), 20_000)).toBeUndefined();
  });

  it('AUM-03 AUM-04 says what does not change and why, and sends none of it', () => {
    const of = (price: number, rise: Parameters<typeof previewOf>[1]['rise']) =>
      previewOf(buildPriceItem({ price }), { rise, day: TODAY, today: TODAY });
    expect(of(1_200, { percent: 8, rounding: 1_000 })).toMatchObject({ after: 2_000 });
    expect(of(0, riseOf8Percent)).toMatchObject({ unchanged: 'Gratis' });
    expect(of(9_999_999_999, riseOf8Percent)).toMatchObject({ unchanged: 'Supera el máximo' });
    expect(toRiseRow(of(0, riseOf8Percent), undefined)).toBeUndefined();
    expect(toRiseRow(of(9_999_999_999, riseOf8Percent), undefined)).toBeUndefined();
    // An amount that is not there yet changes nothing.
    expect(toRiseRow(of(100, undefined), undefined)).toBeUndefined();
  });

  it('AUM-02 sends what is shown, or what was typed over it', () => {
    const preview = previewOf(buildPriceItem({ price: 12_345.67 }), {
      rise: riseOf8Percent,
      day: '2026-04-01',
      today: TODAY,
    });
    expect(toRiseRow(preview, undefined)).toEqual({ kind: 'plan', id: 1, before: 12_345.67, after: 13_333.33 });
    expect(toRiseRow(preview, 13_500)).toMatchObject({ after: 13_500 });
    expect(differenceOf({ before: 12_345.67, after: 13_333.33 })).toBe('ARS 987,66');
  });

  it('reads an amount of either unit, and none of what is no amount', () => {
    expect(parseRise('%', 8.5, 0)).toEqual({ percent: 8.5, rounding: 0 });
    expect(parseRise('$', 1_500, 100)).toEqual({ increase: 1_500, rounding: 100 });
    for (const amount of ['', 'x', 0, -1]) expect(parseRise('%', amount, 0)).toBeUndefined();
    expect(formatRiseAmount({ percent: 8.5, increase: null })).toBe('8,5 %');
    expect(formatRiseAmount({ percent: null, increase: 1_500 })).toBe('$ 1.500');
  });
});
