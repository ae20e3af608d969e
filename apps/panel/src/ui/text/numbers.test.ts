import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { levelThirds } from '#features/desk/statistics/statistics.rules';
import { formatCount, formatNumber, toPercentage } from '#ui/text/numbers';

describe('formatCount', () => {
  it('groups thousands, four digits too', () => {
    expect([0, 7, 999, 1_200, 100_000, 1_234_567].map(formatCount)).toEqual([
      '0',
      '7',
      '999',
      '1.200',
      '100.000',
      '1.234.567',
    ]);
  });
});

describe('percentage', () => {
  it.each([
    [1, 3, 33],
    [2, 3, 67],
    [1, 2, 50],
    [1, 200, 1],
    [29, 200, 15],
    [0, 5, 0],
    [5, 5, 100],
    [7, 5, 100],
    [-1, 5, 0],
    [-0.1, 100, 0],
  ])('makes %d of %d %i per cent', (part, sum, expected) => {
    expect(toPercentage(part, sum)).toBe(expected);
  });

  it('is 0 where there is nothing to divide by', () => {
    for (const sum of [0, -0, -5, NaN, Infinity, -Infinity]) expect(toPercentage(3, sum)).toBe(0);
    for (const part of [NaN, Infinity, -Infinity]) expect(toPercentage(part, 3)).toBe(0);
    expect(toPercentage(0, 0)).toBe(0);
  });

  it('G3 is always a whole number from 0 to 100, whatever the numbers', () => {
    fc.assert(
      fc.property(fc.double(), fc.double(), (part, sum) => {
        const width = toPercentage(part, sum);
        expect(Number.isInteger(width) && width >= 0 && width <= 100 && !Object.is(width, -0)).toBe(true);
      }),
    );
  });
});

describe('levelThirds', () => {
  it.each([
    [0, 0],
    [1, 0],
    [2, 1],
    [3, 1],
    [4, 1],
    [5, 2],
    [100, 33],
    [-3, 0],
    [NaN, 0],
    [Infinity, 0],
  ])('gives each third of %d as %i', (total, third) => {
    expect(levelThirds(total)).toEqual([third, third, third]);
  });
});

describe('formatNumber', () => {
  it.each([
    [19.5, '19,5'],
    [1500, '1500'],
    [0, '0'],
    [NaN, ''],
  ])('writes %d as %s', (value, expected) => {
    expect(formatNumber(value)).toBe(expected);
  });
});
