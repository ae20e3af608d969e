import { describe, expect, it } from 'vitest';
import { monthsLabel } from '../catalogue/plans';
import { historyMonths, startProblem, subscriptionEnd } from './subscriptions';

describe('durations', () => {
  it('FMT-11 ends on the last day of a shorter month', () => {
    expect(subscriptionEnd('2027-01-31', 1)).toBe('2027-02-28');
    expect(subscriptionEnd('2028-01-31', 1)).toBe('2028-02-29');
    expect(subscriptionEnd('2026-03-05', 36)).toBe('2029-03-05');
  });

  it('does not go back to the 31st when renewed from a clamped day', () => {
    const ends = ['2027-01-31'];
    for (let renewal = 0; renewal < 3; renewal++) ends.push(subscriptionEnd(ends.at(-1) ?? '', 1));
    expect(ends).toEqual(['2027-01-31', '2027-02-28', '2027-03-28', '2027-04-28']);
  });

  it('says mes for one and meses otherwise', () => {
    expect([1, 2, 3, 12, 36, 0].map(monthsLabel)).toEqual([
      '1 mes',
      '2 meses',
      '3 meses',
      '12 meses',
      '36 meses',
      '0 meses',
    ]);
  });

  it.each([
    ['2026-01-01', '2026-01-01', 1],
    ['2026-01-01', '2026-01-10', 1],
    ['2026-01-01', '2026-02-01', 1],
    ['2026-01-01', '2026-02-14', 1],
    ['2026-01-01', '2026-02-15', 2],
    ['2026-01-01', '2026-04-01', 3],
    ['2026-01-01', '2027-01-01', 12],
    ['2026-01-01', '2029-01-01', 37],
    ['2026-02-01', '2026-01-01', 1],
  ])('makes %s to %s %i months of thirty days', (start, end, months) => {
    expect(historyMonths(start, end)).toBe(months);
  });

  it('knows no duration without both dates', () => {
    expect(historyMonths(null, '2026-01-01')).toBeUndefined();
    expect(historyMonths('2026-01-01', undefined)).toBeUndefined();
    expect(historyMonths('2026-01-01', 'abc')).toBeUndefined();
    expect(historyMonths('2026-01-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z')).toBe(3);
  });
});

describe('startProblem', () => {
  const today = '2026-03-05';

  it.each([
    ['2026-03-04', 1, 'La fecha de inicio no puede ser anterior a hoy'],
    ['2026-03-05', 1, undefined],
    ['2199-11-30', 1, undefined],
    ['2199-12-01', 1, 'La fecha de fin sería posterior al año 2199'],
    ['2196-12-31', 36, undefined],
    ['2197-01-01', 36, 'La fecha de fin sería posterior al año 2199'],
    ['2199-12-31', undefined, undefined],
    ['9999-12-31', 36, undefined],
  ])('X10 says of a start on %s for %s months: %s', (start, months, message) => {
    expect(startProblem({ start, months }, today)).toBe(message);
  });

  it.each([
    ['2026-02-06', 1, undefined],
    ['2026-02-05', 1, 'Con ese inicio ya habría terminado, el 05/03/2026'],
    ['2025-03-06', 12, undefined],
    ['2026-03-05', 1, undefined],
  ])('of a running month that began on %s, of %i months: %s', (start, months, message) => {
    expect(startProblem({ start, months, started: true }, today)).toBe(message);
  });
});
