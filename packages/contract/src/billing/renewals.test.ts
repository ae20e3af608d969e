import { describe, expect, it } from 'vitest';
import { addDays, dayOfMonth } from '../kit/dates';
import { anchorDayOf, renewalEnd, renewalStarts } from './renewals';

/** The ends of a chain of renewals in time. */
function renewalChain(start: string, months: number[], anchorDay = dayOfMonth(start)): string[] {
  const ends: string[] = [];
  for (const count of months) ends.push(renewalEnd(ends.at(-1) ?? start, count, anchorDay));
  return ends;
}

it('MOD-04 ends on the day of a + b months, renewed for a and then for b', () => {
  const wrong: string[] = [];
  for (let start = '2023-01-01'; start <= '2028-12-31'; start = addDays(start, 1))
    for (let a = 1; a <= 12; a++) {
      const end = renewalEnd(start, a, dayOfMonth(start));
      const run = { on: true, init: start, end, period: { end_date: end, anchor_day: dayOfMonth(start) } };
      // Renewed on its first and on its last day, and on the day on which it ends.
      const anchors = new Set([start, addDays(end, -1), end].map((day) => renewalStarts(run, day)[0]?.anchor_day));
      for (let b = 1; b <= 12; b++) {
        const whole = renewalEnd(start, a + b, dayOfMonth(start));
        if ([...anchors].some((anchor = 0) => renewalEnd(end, b, anchor) !== whole)) wrong.push(`${start} ${a} ${b}`);
      }
    }
  expect(wrong).toEqual([]);
});

it('REN-06 ends a chain begun on the 31st on the last day of shorter months', () => {
  expect(renewalChain('2025-01-31', [1, 1, 1, 1])).toEqual(['2025-02-28', '2025-03-31', '2025-04-30', '2025-05-31']);
  expect(renewalChain('2024-01-31', [1, 1])).toEqual(['2024-02-29', '2024-03-31']);
  expect(renewalChain('2024-02-29', [12, 12, 12, 12])).toEqual([
    '2025-02-28',
    '2026-02-28',
    '2027-02-28',
    '2028-02-29',
  ]);
});

describe('REN-06 the anchor day', () => {
  it.each([
    [
      'of the period',
      { init: '2025-01-31', end: '2025-04-30', period: { end_date: '2025-04-30', anchor_day: 31 } },
      31,
    ],
    [
      'of dates typed over it',
      { init: '2025-01-31', end: '2025-04-17', period: { end_date: '2025-04-30', anchor_day: 31 } },
      17,
    ],
    [
      'of a period without one',
      { init: '2025-01-31', end: '2025-04-30', period: { end_date: '2025-04-30', anchor_day: null } },
      31,
    ],
    ['of the first day, whole months before the end', { init: '2025-01-31', end: '2025-02-28' }, 31],
    ['of the first day, years before the end', { init: '2024-02-29', end: '2027-02-28' }, 29],
    ['of the end, where no whole months lead to it', { init: '2025-01-31', end: '2025-02-27' }, 27],
    ['of the end, a day beyond whole months', { init: '2025-01-15', end: '2025-03-16' }, 16],
    ['of the end, where the first day is the same', { init: '2025-01-15', end: '2025-01-15' }, 15],
    ['of the end, where the first day is later', { init: '2025-03-31', end: '2025-02-28' }, 28],
    ['of the end, without a first day', { init: null, end: '2025-02-28' }, 28],
  ])('is the day %s', (_of, dates, day) => {
    expect(anchorDayOf(dates)).toBe(day);
  });
});

describe('REN-04 where a renewal starts', () => {
  const today = '2026-11-16';
  const starts = (end: string | null, on = true, months?: number) =>
    renewalStarts({ on, end }, today, months).map(({ start_date, why }) => `${why} ${start_date}`);

  it.each([
    ['2026-11-17', ['continues 2026-11-17']],
    ['2027-11-16', ['continues 2027-11-16']],
    ['2026-11-16', ['today 2026-11-16']],
    ['2026-11-15', ['today 2026-11-16', 'due 2026-11-15']],
    ['2026-10-17', ['today 2026-11-16', 'due 2026-10-17']],
    ['2026-10-16', ['today 2026-11-16']],
    ['2020-01-01', ['today 2026-11-16']],
    [null, ['today 2026-11-16']],
  ])('with the end on %s is %j', (end, expected) => {
    expect(starts(end)).toEqual(expected);
  });

  it.each(['2026-11-17', '2026-11-16', '2026-11-15', null])('switched off, with the end on %s, is today', (end) => {
    expect(starts(end, false)).toEqual(['today 2026-11-16']);
    expect(renewalStarts({ on: false, end, init: '2026-10-31' }, today)[0]?.anchor_day).toBe(16);
  });

  it('takes the day of its own start, unless it continues a run', () => {
    const lapsed = { on: true, init: '2026-08-31', end: '2026-10-31' };
    expect(renewalStarts(lapsed, today).map(({ anchor_day }) => anchor_day)).toEqual([16, 31]);
    const onClampedDay = { on: true, init: '2026-08-31', end: '2026-09-30' };
    expect(renewalStarts(onClampedDay, '2026-10-02').map(({ anchor_day }) => anchor_day)).toEqual([2, 30]);
    expect(renewalStarts(onClampedDay, '2026-09-30').map(({ anchor_day }) => anchor_day)).toEqual([31]);
    expect(renewalStarts(onClampedDay, '2026-09-29').map(({ anchor_day }) => anchor_day)).toEqual([31]);
  });
});

describe('REN-05 from its end', () => {
  it.each([
    ['2026-02-28', '2026-03-28', 1, false],
    ['2026-02-28', '2026-03-27', 1, true],
    ['2026-01-31', '2026-02-28', 1, false],
    ['2026-01-31', '2026-02-27', 1, true],
    ['2026-01-31', '2026-03-02', 1, false],
    ['2026-01-31', '2026-03-02', 2, true],
    ['2026-10-17', '2026-11-16', 1, true],
  ])('%s, renewed on %s for %d months, is offered: %j', (end, today, months, offered) => {
    const whys = renewalStarts({ on: true, end }, today, months).map(({ why }) => why);
    expect(whys).toEqual(offered ? ['today', 'due'] : ['today']);
  });
});
