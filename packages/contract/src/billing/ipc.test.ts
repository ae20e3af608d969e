import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shiftMonth } from '../kit/months';
import { adjust, baseOf, futureMonthProblem, ipcInput, percentsOf, publishedUntil } from './ipc';

const BASE = '2026-10';
const amount = fc.integer({ min: -1_000_000_000, max: 100_000_000_000 }).map((cents) => cents / 100);
const percent = fc.integer({ min: -5_000, max: 20_000 }).map((hundredths) => hundredths / 100);
const knownMonths = fc
  .array(percent, { minLength: 1, maxLength: 24 })
  .map((values) => values.map((value, at) => ({ month: shiftMonth(BASE, at + 1 - values.length), percent: value })));

it('NEG-07 every month follows the formula, rounded once; the base month is unchanged, one after it is marked', () => {
  fc.assert(
    fc.property(amount, knownMonths, fc.nat({ max: 24 }), (nominal, values, ago) => {
      const percents = percentsOf(values);
      const month = shiftMonth(values[0]!.month, Math.min(ago, values.length) - 1);
      const factor = values.filter((one) => one.month > month).reduce((all, one) => all * (1 + one.percent / 100), 1);
      const adjusted = adjust(nominal, month, percents);
      if (!('amount' in adjusted)) throw new Error(adjusted.missing);
      // Half a cent by rounding, and what a double cannot tell apart.
      expect(Math.abs(adjusted.amount - nominal * factor)).toBeLessThanOrEqual(
        0.005 + 1e-9 * Math.abs(nominal * factor),
      );
      expect(Math.round(adjusted.amount * 100) / 100).toBe(adjusted.amount);
      expect(adjust(nominal, BASE, percents)).toEqual({ amount: nominal, nominal: false });
      expect(adjust(nominal, shiftMonth(BASE, 1 + ago), percents)).toEqual({ amount: nominal, nominal: true });
    }),
  );
});

it('NEG-07 rounds halves away from zero, once at the end', () => {
  const percents = percentsOf([
    { month: '2026-09', percent: 10 },
    { month: '2026-10', percent: 10 },
  ]);
  // 0.05 × 1.21 is 0.0605; rounded at each step it would be 0.07.
  expect(adjust(0.05, '2026-08', percents)).toEqual({ amount: 0.06, nominal: false });
  expect(adjust(-0.05, '2026-09', percents)).toEqual({ amount: -0.06, nominal: false });
  expect(adjust(100, '2026-08', percentsOf([]))).toEqual({ amount: 100, nominal: true });
});

it('NEG-07 a month before a gap names the month that is missing, and a value newer than the gap counts', () => {
  fc.assert(
    fc.property(knownMonths, fc.nat(), (values, which) => {
      const gap = values[which % values.length]!.month;
      const percents = percentsOf(values.filter(({ month }) => month !== gap));
      const base = baseOf(percents);
      if (base === undefined || base < gap) return;
      for (const { month } of values)
        expect(adjust(1, month, percents), month).toEqual(
          month < gap ? { missing: gap } : expect.objectContaining({ nominal: false }),
        );
    }),
  );
});

it('NEG-07 of several gaps the newest is named: without it the others do not matter', () => {
  const percents = percentsOf(['2026-06', '2026-08', '2026-10'].map((month) => ({ month, percent: 1 })));
  expect([adjust(1, '2026-05', percents), adjust(1, '2026-07', percents)]).toEqual(
    Array(2).fill({ missing: '2026-09' }),
  );
});

it('NEG-08 takes percents of −50 to 200 with two decimals, each month once, none to come', () => {
  const problems = (...values: object[]) =>
    ipcInput.safeParse({ values }).error?.issues.map(({ path }) => path.join('.'));
  expect(problems({ month: '2026-09', percent: 2.5 }, { month: '2026-08', percent: null })).toBeUndefined();
  for (const percent of [-50.01, 200.01, 2.555, 'x'])
    expect(problems({ month: '2026-09', percent }), String(percent)).toContain('values.0.percent');
  expect(problems({ month: '2026-9', percent: 1 })).toContain('values.0.month');
  expect(problems({ month: '2026-09', percent: 1 }, { month: '2026-09', percent: 2 })).toEqual(['values']);
  expect(problems()).toContain('values');
  expect(futureMonthProblem('2026-12', '2026-11-30')).toBe('Diciembre de 2026 todavía no empezó');
  expect(futureMonthProblem('2026-11', '2026-11-30')).toBeUndefined();
  expect([publishedUntil('2026-11-14'), publishedUntil('2026-11-15')]).toEqual(['2026-09', '2026-10']);
});
