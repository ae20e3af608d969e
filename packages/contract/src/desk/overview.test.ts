import { expect, it } from 'vitest';
import { changeFrom, comparedRanges, expectedRange, isPartial, renewalRate, shareOf } from './overview';

it('NEG-01 compares a month to today with the one before to the same day, or to its last', () => {
  const daysOf = (month: string, today: string) => {
    const { days, before } = comparedRanges(month, today);
    return [days.from, days.to, before.from, before.to];
  };
  expect(daysOf('2026-11', '2026-11-19')).toEqual(['2026-11-01', '2026-11-19', '2026-10-01', '2026-10-19']);
  expect(daysOf('2026-12', '2026-12-31')).toEqual(['2026-12-01', '2026-12-31', '2026-11-01', '2026-11-30']);
  expect(daysOf('2026-03', '2026-03-30')).toEqual(['2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28']);
  // A month that is over is whole, and so is the one before it.
  expect(daysOf('2026-02', '2026-03-01')).toEqual(['2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31']);
});

it('NEG-01 NEG-09 tells no difference from nothing, and no share or rate of nothing', () => {
  expect([changeFrom(200, 250), changeFrom(200, 0), changeFrom(0, 5), changeFrom(-1, 5)]).toEqual([
    25,
    -100,
    undefined,
    undefined,
  ]);
  expect([shareOf(1, 4), shareOf(0, 0), renewalRate({ ended: 0, renewed: 0 })]).toEqual([25, undefined, undefined]);
});

it('NEG-03 NEG-04 expects what ends within 30 days, and calls a rate partial until 15 days after the month', () => {
  expect(expectedRange('2026-11-19')).toEqual({ from: '2026-11-19', to: '2026-12-18' });
  expect([isPartial('2026-10', '2026-11-15'), isPartial('2026-10', '2026-11-16')]).toEqual([true, false]);
});
