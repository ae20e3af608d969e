import { tillCloseInput } from '@pulso/contract/billing/till';
import { describe, expect, it } from 'vitest';
import {
  countedAmounts,
  describeDifference,
  hasBanknotes,
  banknoteTotal,
  describeUnclosedDays,
  proposeFloat,
} from '#features/billing/till/till.rules';

describe('the till', () => {
  it.each([
    [0.3, 0.1 + 0.2, 'green', 'Sin diferencia'],
    [32_500.5, 32_000, 'yellow', 'Sobran ARS 500,50'],
    [32_000, 32_500.5, 'red', 'Faltan ARS 500,50'],
    [0, -100, 'yellow', 'Sobran ARS 100,00'],
  ])('CAJ-06 %s counted of %s is %s: %s', (counted, expected, tone, words) => {
    expect(describeDifference(counted, expected)).toEqual({ tone, words });
  });

  it.each([
    ['2026-11-15T12:00:01.000Z', undefined],
    ['2026-11-15T12:00:00.000Z', '1 día sin cerrar'],
    ['2026-11-14T11:00:00.000Z', '2 días sin cerrar'],
  ])('CAJ-11 open since %s it says %s', (since, words) => {
    expect(describeUnclosedDays(since, new Date('2026-11-16T12:00:00.000Z'))).toBe(words);
  });

  it('CAJ-06 notes are worth their number; what is no number of notes counts for nothing', () => {
    expect(banknoteTotal({ note_20000: '3', note_100: ' 7 ', note_50: 'x', note_10: '-2' })).toBe(60_700);
    expect(banknoteTotal({})).toBe(0);
    expect([hasBanknotes({}), hasBanknotes({ note_100: ' ' }), hasBanknotes({ note_100: '0' })]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it.each([
    [88_000, 20_000, 20_000],
    [15_000, 20_000, 15_000],
    [undefined, 20_000, undefined],
  ])('A26 of %s counted with a float of %s, %s stays', (counted, float, left) => {
    expect(proposeFloat(counted, float)).toBe(left);
  });

  it('AJU-15 only cash cannot be counted below zero, and each method differs by itself', () => {
    const expected = { efectivo: 0, tarjeta: 0, transferencia: 0, mercadopago: 0 };
    const counts = (counted: object) =>
      tillCloseInput.safeParse({ counted, left: '0', note: 'Se debitó', expected }).success;
    expect([counts({ efectivo: '0', tarjeta: '-100.5' }), counts({ efectivo: '-1' })]).toEqual([true, false]);
    expect(describeDifference(-100.5, 0).words).toBe('Faltan ARS 100,50');
  });

  it('CAJ-06 only what was typed was counted, and cash always', () => {
    expect(countedAmounts({ efectivo: '', tarjeta: 0, transferencia: '', note: 'x' })).toEqual({
      efectivo: '',
      tarjeta: 0,
    });
  });
});
