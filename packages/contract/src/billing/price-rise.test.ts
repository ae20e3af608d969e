import fc from 'fast-check';
import { expect, it } from 'vitest';
import { raisedPrice, roundings } from './price-rise';

it.each([
  [10_000, { percent: 8, rounding: 0 }, 10_800],
  [12_345.67, { percent: 8, rounding: 0 }, 13_333.33],
  [12_345.67, { percent: 8, rounding: 1_000 }, 14_000],
  [1_200, { percent: 8, rounding: 1_000 }, 2_000],
  [1_000, { percent: 8, rounding: 10 }, 1_080],
  [1_000, { percent: 8, rounding: 50 }, 1_100],
  [1_000, { percent: 100, rounding: 1_000 }, 2_000],
  [0.01, { percent: 0.01, rounding: 0 }, 0.02],
  [100, { percent: 1.15, rounding: 0 }, 101.15],
  [100, { percent: 500, rounding: 0 }, 600],
  [12_345.67, { increase: 0.33, rounding: 0 }, 12_346],
  [12_345.67, { increase: 1_000, rounding: 500 }, 13_500],
  [0.1, { increase: 0.2, rounding: 0 }, 0.3],
  [0, { increase: 250, rounding: 100 }, 300],
] as const)('AUM-03 raises %d by %j to %d', (before, rise, after) => {
  expect(raisedPrice(before, rise)).toEqual({ after });
});

it('AUM-03 is the exact quotient, rounded up by less than a cent and a step', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 166_650_000_000 }),
      fc.integer({ min: 1, max: 50_000 }),
      fc.constantFrom(...roundings),
      (cents, hundredths, rounding) => {
        const { after } = raisedPrice(cents / 100, { percent: hundredths / 100, rounding }) as { after: number };
        const exact = BigInt(cents) * BigInt(10_000 + hundredths);
        const raised = BigInt(Math.round(after * 100));
        expect(raised * 10_000n).toBeGreaterThanOrEqual(exact);
        expect(raised * 10_000n - exact).toBeLessThan(10_000n * BigInt(rounding * 100 + 1));
        expect(raised % BigInt(rounding * 100 || 1)).toBe(0n);
        expect(after).toBeGreaterThan(cents / 100);
      },
    ),
    { numRuns: 5_000 },
  );
});

it('AUM-04 leaves what is free as it is under a percentage, whatever the rounding', () => {
  for (const rounding of roundings) expect(raisedPrice(0, { percent: 8, rounding })).toEqual({ unchanged: 'free' });
});

it.each([
  [9_999_999_999.99, { percent: 0.01, rounding: 0 }],
  [9_999_999_999.99, { increase: 0.01, rounding: 0 }],
  [9_999_999_999, { increase: 0.5, rounding: 10 }],
  [9_999_999_999.99, { increase: 9_999_999_999.99, rounding: 1_000 }],
] as const)('AUM-04 tells that %d raised by %j is beyond the limit', (before, rise) => {
  expect(raisedPrice(before, rise)).toEqual({ unchanged: 'too_high' });
});

it('AUM-04 reaches the limit itself', () => {
  expect(raisedPrice(9_999_999_999, { increase: 0.99, rounding: 0 })).toEqual({ after: 9_999_999_999.99 });
});
