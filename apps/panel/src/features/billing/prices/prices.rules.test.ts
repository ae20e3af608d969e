import type { PriceItem } from '@pulso/contract/billing/prices';
import { describe, expect, it } from 'vitest';
import { differenceOf, previewOf, riseAmount, riseOf, rowOf } from '#features/billing/prices/prices.rules';

const TODAY = '2026-03-05';
const item = (fields: Partial<PriceItem> = {}): PriceItem => ({
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
const coming = [
  { amount: 10_800, valid_from: '2026-04-01' },
  { amount: 11_664, valid_from: '2026-05-01' },
];
const by8 = { percent: 8, rounding: 0 } as const;

describe('the preview of a rise', () => {
  it('AUM-08 begins at what the item costs on that day', () => {
    const on = (day: string) => previewOf(item({ coming }), { rise: by8, day, today: TODAY });
    expect(on('2026-03-31')).toMatchObject({ before: 10_000, after: 10_800 });
    expect(on('2026-04-02')).toMatchObject({ before: 10_800, after: 11_664 });
    expect(on('2026-06-01')).toMatchObject({ before: 11_664, after: 12_597.12 });
    expect(on('2026-05-01')).toMatchObject({ unchanged: 'Ya tiene un precio programado para ese día' });
  });

  it('AUM-03 AUM-04 says what does not change and why, and sends none of it', () => {
    const of = (price: number, rise: Parameters<typeof previewOf>[1]['rise']) =>
      previewOf(item({ price }), { rise, day: TODAY, today: TODAY });
    expect(of(1_200, { percent: 8, rounding: 1_000 })).toMatchObject({ after: 2_000 });
    expect(of(0, by8)).toMatchObject({ unchanged: 'Gratis' });
    expect(of(9_999_999_999, by8)).toMatchObject({ unchanged: 'Supera el máximo' });
    expect(rowOf(of(0, by8), undefined)).toBeUndefined();
    expect(rowOf(of(9_999_999_999, by8), undefined)).toBeUndefined();
    // An amount that is not there yet changes nothing.
    expect(rowOf(of(100, undefined), undefined)).toBeUndefined();
  });

  it('AUM-02 sends what is shown, or what was typed over it', () => {
    const preview = previewOf(item({ price: 12_345.67 }), { rise: by8, day: '2026-04-01', today: TODAY });
    expect(rowOf(preview, undefined)).toEqual({ kind: 'plan', id: 1, before: 12_345.67, after: 13_333.33 });
    expect(rowOf(preview, 13_500)).toMatchObject({ after: 13_500 });
    expect(differenceOf({ before: 12_345.67, after: 13_333.33 })).toBe('ARS 987,66');
  });

  it('reads an amount of either unit, and none of what is no amount', () => {
    expect(riseOf('%', 8.5, 0)).toEqual({ percent: 8.5, rounding: 0 });
    expect(riseOf('$', 1_500, 100)).toEqual({ increase: 1_500, rounding: 100 });
    for (const amount of ['', 'x', 0, -1]) expect(riseOf('%', amount, 0)).toBeUndefined();
    expect(riseAmount({ percent: 8.5, increase: null })).toBe('8,5 %');
    expect(riseAmount({ percent: null, increase: 1_500 })).toBe('$ 1.500');
  });
});
