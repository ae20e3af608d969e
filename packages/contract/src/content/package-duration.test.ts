import { describe, expect, it } from 'vitest';
import { durationOptions, durationToOption, packageDuration, plainDurationLabel } from './package-duration';

describe('packageDuration', () => {
  it.each([
    [30, 'Mensual', '2026-03-02'],
    [90, 'Trimestral', '2026-05-01'],
    [180, 'Semestral', '2026-07-30'],
    [365, 'Anual', '2027-01-31'],
  ])('FMT-12 FMT-13 takes %i as days: %s, from 31 January to %s', (durationDays, label, end) => {
    expect(packageDuration(durationDays).label).toBe(label);
    expect(packageDuration(durationDays).end('2026-01-31')).toBe(end);
  });

  it.each([
    [1, '1 mes(es)', '2026-02-28'],
    [3, '3 mes(es)', '2026-04-30'],
    [6, '6 mes(es)', '2026-07-31'],
    [12, '12 mes(es)', '2027-01-31'],
    [29, '29 mes(es)', '2028-06-30'],
    [31, '31 mes(es)', '2028-08-31'],
    [60, '60 mes(es)', '2031-01-31'],
    [360, '360 mes(es)', '2056-01-31'],
    [366, '366 mes(es)', '2056-07-31'],
  ])('FMT-12 FMT-13 takes %i as months: %s, from 31 January to %s', (durationDays, label, end) => {
    expect(packageDuration(durationDays).label).toBe(label);
    expect(packageDuration(durationDays).end('2026-01-31')).toBe(end);
  });

  it('FMT-13 counts days over a leap day', () => {
    expect(packageDuration(30).end('2028-02-15')).toBe('2028-03-16');
    expect(packageDuration(365).end('2028-01-01')).toBe('2028-12-31');
  });
});

describe('the form', () => {
  it('offers four durations', () => {
    expect(durationOptions).toEqual([
      { value: 1, label: 'Mensual' },
      { value: 3, label: 'Trimestral' },
      { value: 6, label: 'Semestral' },
      { value: 12, label: 'Anual' },
    ]);
  });

  it('finds the option of a stored duration and leaves other values as they are', () => {
    expect([30, 90, 180, 365].map(durationToOption)).toEqual([1, 3, 6, 12]);
    expect([1, 3, 6, 12, 2, 45, 360].map(durationToOption)).toEqual([1, 3, 6, 12, 2, 45, 360]);
  });
});

it('polish 2 says a month in one word, whether it is stored as 1 or as 30, and counts the others', () => {
  expect([1, 30, 3, 90, 6, 180, 12, 365, 2, 29, NaN].map(plainDurationLabel)).toEqual([
    ...['Mensual', 'Mensual', 'Trimestral', 'Trimestral', 'Semestral', 'Semestral', 'Anual', 'Anual'],
    ...['2 meses', '29 meses', '—'],
  ]);
});
