import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ticksFor } from './ticks';

it('has an axis of a few round values that holds every one, zero included', () => {
  expect([[0, 83.3], [], [3], [-500, 1_200]].map((values) => ticksFor(values, true))).toEqual([
    [0, 50, 100],
    [0, 1],
    [0, 1, 2, 3],
    [-1_000, 0, 1_000, 2_000],
  ]);
});

it('has an axis around the values where zero is far from them', () => {
  expect([[72.4, 73.1], [72.4], [], [20, 100]].map((values) => ticksFor(values, false))).toEqual([
    [72, 73, 74],
    [71, 72, 73, 74],
    [0, 1],
    [0, 50, 100],
  ]);
});

it('holds every value, whichever they are', () => {
  const values = fc.array(fc.integer({ min: -1_000_000_000, max: 100_000_000_000 }), { maxLength: 30 });
  fc.assert(
    fc.property(values, fc.boolean(), (all, fromZero) => {
      const ticks = ticksFor(all, fromZero);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(6);
      if (fromZero) expect(ticks).toContain(0);
      for (const value of all) expect(ticks[0]! <= value && value <= ticks.at(-1)!, String(value)).toBe(true);
    }),
  );
});
