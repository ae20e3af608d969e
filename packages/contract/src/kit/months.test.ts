import { expect, it } from 'vitest';
import { formatMonth, formatShortMonth, isMonth, lastDayOf, monthsBetween, parseMonthText, shiftMonth } from './months';

it('knows months, their days and their names', () => {
  expect(['2026-02', '2026-13', '2026-2', '0900-01', 'x'].map(isMonth)).toEqual([true, false, false, false, false]);
  expect([lastDayOf('2024-02'), lastDayOf('2026-12'), shiftMonth('2026-01', -1)]).toEqual([
    '2024-02-29',
    '2026-12-31',
    '2025-12',
  ]);
  expect(monthsBetween('2025-11', '2026-01')).toEqual(['2025-11', '2025-12', '2026-01']);
  expect(monthsBetween('2026-01', '2025-12')).toEqual([]);
  expect([formatMonth('2026-11'), formatShortMonth('2026-09')]).toEqual(['noviembre de 2026', 'sep 26']);
});

it('NEG-08 reads a month however it is typed or pasted', () => {
  const texts = [
    '2026-10',
    '10/2026',
    '10-26',
    'oct-26',
    'oct 2026',
    'Octubre de 2026',
    '2026-10-01',
    '01/10/2026',
    '2026/10',
  ];
  for (const text of texts) expect(parseMonthText(text), text).toBe('2026-10');
  expect(parseMonthText('setiembre 2026')).toBe('2026-09');
  for (const text of ['', '13/2026', 'oc-26', '10', 'hola 2026', '2,5'])
    expect(parseMonthText(text), text).toBeUndefined();
});
