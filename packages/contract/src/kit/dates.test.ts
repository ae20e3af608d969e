import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  ageOn,
  dateOfInstant,
  dayOf,
  daysBetween,
  daysLabel,
  formatClock,
  formatDate,
  formatHeaderDate,
  formatShortDate,
  isDate,
  parseDateText,
  parseDateField,
  today,
} from './dates';

// Test oracles without Date: a table of month lengths, and days counted one by one.
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const monthLength = (year: number, month: number) =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
const text = (year: number, month: number, day: number) =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');

function daysOfYears(first: number, last: number): string[] {
  const days: string[] = [];
  for (let year = first; year <= last; year++)
    for (let month = 1; month <= 12; month++)
      for (let day = 1; day <= monthLength(year, month); day++) days.push(text(year, month, day));
  return days;
}

// Month by month, so that it shares no arithmetic with the code under test.
function monthsLater(date: string, months: number): string {
  let [year = 0, month = 0] = date.split('-').map(Number);
  for (let step = 0; step < months; step++) {
    month += 1;
    if (month === 13) [year, month] = [year + 1, 1];
  }
  return text(year, month, Math.min(Number(date.slice(8)), monthLength(year, month)));
}

const leapYear = daysOfYears(2024, 2024);
const allPairs = leapYear.flatMap((start) => Array.from({ length: 36 }, (_, index) => ({ start, months: index + 1 })));

const anyDate = fc
  .tuple(fc.integer({ min: 1900, max: 2199 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
  .map(([year, month, day]) => text(year, month, Math.min(day, monthLength(year, month))));

describe('isDate', () => {
  it('takes every real day of 1900 to 2199', () => {
    const days = daysOfYears(1900, 2199);
    expect(days).toHaveLength(109_573);
    expect(days.filter((day) => !isDate(day))).toEqual([]);
  });

  it('refuses days that no calendar has', () => {
    for (let year = 1900; year <= 2199; year++)
      for (let month = 0; month <= 13; month++)
        for (const day of month < 1 || month > 12 ? [1] : [0, monthLength(year, month) + 1])
          expect(isDate(text(year, month, day)), text(year, month, day)).toBe(false);
  });

  it.each([
    ['', '2026-02-30', '2026-13-01', '0000-00-00', '0000-01-01', '10/05/1990', '2026-2-3', '26-02-03', '20260203'],
    ['infinity', '-infinity', 'today', 'now', 'epoch', 'NaN', '1e15', '-0001-01-01', '+002026-01-01', '12026-01-01'],
    [
      '2026-01-01T00:00:00Z',
      ' 2026-01-01',
      '2026-01-01 ',
      '2026-01-01\n',
      '２０２６-01-01',
      '٢٠٢٦-٠١-٠١',
      '2026–01–01',
    ],
    ['9999-12-31', '1899-12-31', '2200-01-01', '0999-01-01'],
  ])('refuses %s and the like', (...texts) => {
    expect(texts.filter(isDate)).toEqual([]);
  });
});

describe('arithmetic', () => {
  it('FMT-11 P28 adds 1 to 36 months to every day of a leap year as an independent oracle does', () => {
    expect(allPairs).toHaveLength(366 * 36);
    const wrong = allPairs.filter(({ start, months }) => addMonths(start, months) !== monthsLater(start, months));
    expect(wrong).toEqual([]);
  });

  it.each([
    ['2027-01-31', 1, '2027-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2028-02-29', 48, '2032-02-29'],
    ['2026-08-31', 6, '2027-02-28'],
    ['2026-12-31', 1, '2027-01-31'],
    ['2100-01-31', 1, '2100-02-28'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2028-02-29', -12, '2027-02-28'],
    ['2026-05-05', 0, '2026-05-05'],
  ])('FMT-11 clamps %s plus %i months to %s', (start, months, end) => {
    expect(addMonths(start, months)).toBe(end);
  });

  it('moves any date by any months as the oracle does', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: 0, max: 600 }), (start, months) => {
        expect(addMonths(start, months)).toBe(monthsLater(start, months));
      }),
    );
  });

  it('walks from day to day through three centuries', () => {
    const days = daysOfYears(1900, 2199);
    const wrong = days.filter((day, index) => index > 0 && addDays(days[index - 1] ?? '', 1) !== day);
    expect(wrong).toEqual([]);
    expect(days.filter((day, index) => daysBetween('1900-01-01', day) !== index)).toEqual([]);
  });

  it('goes back by what it went forth', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -200_000, max: 200_000 }), (date, days) => {
        const moved = addDays(date, days);
        expect(daysBetween(date, moved)).toBe(days);
        expect(addDays(moved, -days)).toBe(date);
      }),
    );
  });

  it('throws at what is no date and at parts of days or months', () => {
    for (const date of ['2026-02-30', '', 'now', '2026-01-01T00:00:00Z']) {
      expect(() => addDays(date, 1)).toThrow(RangeError);
      expect(() => addMonths(date, 1)).toThrow(RangeError);
      expect(() => daysBetween('2026-01-01', date)).toThrow(RangeError);
      expect(() => ageOn(date, '2026-01-01')).toThrow(RangeError);
    }
    for (const amount of [0.5, NaN, Infinity]) {
      expect(() => addDays('2026-01-01', amount)).toThrow(RangeError);
      expect(() => addMonths('2026-01-01', amount)).toThrow(RangeError);
    }
    expect(() => addMonths('2026-01-01', 1e9)).toThrow(RangeError);
    expect(() => addDays('2026-01-01', 1e9)).toThrow(RangeError);
  });
});

describe('ageOn', () => {
  it.each([
    ['1990-05-10', '2026-05-09', 35],
    ['1990-05-10', '2026-05-10', 36],
    ['1990-05-10', '2026-05-11', 36],
    ['1990-05-10', '2026-04-30', 35],
    ['1990-05-10', '2026-06-01', 36],
    ['1990-12-31', '2026-01-01', 35],
    ['2000-02-29', '2026-02-28', 25],
    ['2000-02-29', '2026-03-01', 26],
    ['2000-02-29', '2028-02-28', 27],
    ['2000-02-29', '2028-02-29', 28],
    ['2026-05-10', '2026-05-10', 0],
    ['2027-01-01', '2026-05-10', 0],
  ])('FMT-19 makes who was born on %s on %s %i years old', (birth, on, age) => {
    expect(ageOn(birth, on)).toBe(age);
  });
});

describe('display', () => {
  it('shows a pure date as itself', () => {
    expect(formatDate('1990-05-10')).toBe('10/05/1990');
    expect(formatShortDate('2025-03-05')).toBe('5 mar 2025');
    expect(formatHeaderDate('2025-03-05')).toBe('05 de mar 2025');
    expect(formatDate('9999-12-31')).toBe('31/12/9999');
  });

  it('shows an instant by its Buenos Aires day', () => {
    for (const instant of ['2025-03-06T02:30:00.000Z', '2025-03-06T02:30Z', '2025-03-05T23:30:00-03:00']) {
      expect(formatDate(instant)).toBe('05/03/2025');
      expect(formatDate(new Date(instant))).toBe('05/03/2025');
      expect(formatShortDate(instant)).toBe('5 mar 2025');
      expect(formatHeaderDate(new Date(instant))).toBe('05 de mar 2025');
      expect(formatClock(new Date(instant))).toBe('23:30');
    }
  });

  it('abbreviates the twelve months in lower case without a dot', () => {
    const months = leapYear.filter((day) => day.endsWith('-15')).map((day) => formatShortDate(day).split(' ')[1]);
    expect(months.join(' ')).toBe('ene feb mar abr may jun jul ago sep oct nov dic');
  });

  it('writes midnight as 00:00 and turns the year at it', () => {
    expect(formatClock(new Date('2026-01-01T02:59:59.999Z'))).toBe('23:59');
    expect(formatHeaderDate(new Date('2026-01-01T02:59:59.999Z'))).toBe('31 de dic 2025');
    expect(formatClock(new Date('2026-01-01T03:00:00Z'))).toBe('00:00');
    expect(formatHeaderDate(new Date('2026-01-01T03:00:00Z'))).toBe('01 de ene 2026');
  });

  it('speaks of now when nothing is given', () => {
    expect(formatHeaderDate()).toMatch(/^\d{2} de [a-z]{3} \d{4}$/);
    expect(formatClock()).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
    expect(isDate(today())).toBe(true);
  });

  it.each(['', 'abc', '2026-02-30', '2026-02-30T10:00:00Z', '2026-01-01T10:00:00', '2026-01-01T99:00:00Z', '5'])(
    'shows nothing for %j',
    (value) => {
      const shown = [formatDate(value), formatShortDate(value), formatHeaderDate(value), formatClock(value)];
      expect(shown).toEqual(['', '', '', '']);
    },
  );

  it('shows nothing for what is missing or an invalid Date', () => {
    for (const value of [null, undefined, new Date(NaN), new Date(-125e12)]) expect(formatDate(value)).toBe('');
    expect(formatClock(new Date(NaN))).toBe('');
    expect(() => dateOfInstant('abc')).toThrow(RangeError);
    expect(dayOf(null)).toBeUndefined();
  });
});

describe('pureDate', () => {
  it('keeps the date of a foreign timestamp instead of shifting it to the day before', () => {
    expect(parseDateField('2025-03-05')).toBe('2025-03-05');
    expect(parseDateField('2025-03-05T00:00:00.000Z')).toBe('2025-03-05');
    for (const value of ['', null, undefined, 'abc', '2025-02-30', '2025-02-30T00:00:00Z', '2025-03-05 junk'])
      expect(parseDateField(value)).toBeUndefined();
  });
});

describe('parseDateText', () => {
  it.each([
    ['5/3/26', '2026-03-05'],
    ['05/03/2026', '2026-03-05'],
    [' 05-03-2026 ', '2026-03-05'],
    ['5.3.2026', '2026-03-05'],
    ['5 3 26', '2026-03-05'],
    ['05032026', '2026-03-05'],
    ['050326', '2026-03-05'],
    ['2026-03-05', '2026-03-05'],
    ['29/2/2024', '2024-02-29'],
    ['1/1/49', '2049-01-01'],
    ['1/1/50', '1950-01-01'],
  ])('reads %s as %s', (typed, date) => {
    expect(parseDateText(typed)).toBe(date);
  });

  it.each(['', '31', '31/', '5/3', '5/3/', '5/3/202', '31/4/2026', '29/2/2026', '0/1/2026', '1/13/2026', '5032026'])(
    'does not read %j',
    (typed) => {
      expect(parseDateText(typed)).toBeUndefined();
    },
  );

  it('does not read an ISO date that does not exist, or with a time', () => {
    for (const typed of ['2026-02-30', '2026-3-5', '2026-03-05T00:00:00Z', 'mañana', '5/3/2026 10:00'])
      expect(parseDateText(typed)).toBeUndefined();
  });

  it('reads back what is shown', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 109_000 }), (days) => {
        const date = addDays('1900-01-01', days);
        expect(parseDateText(formatDate(date))).toBe(date);
      }),
    );
  });
});

describe('daysLabel', () => {
  it('counts one day as one', () => {
    expect([0, 1, 2, 30, -1].map(daysLabel)).toEqual(['0 días', '1 día', '2 días', '30 días', '-1 días']);
  });
});
