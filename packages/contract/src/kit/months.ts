import { addDays, addMonths, isDate, type DateText } from './dates';

/** A calendar month, 'YYYY-MM'. */
export type MonthText = string;

const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
];

export const isMonth = (text: string) => /^\d{4}-\d{2}$/.test(text) && isDate(`${text}-01`);

export const monthOf = (day: DateText): MonthText => day.slice(0, 7);
export const firstDayOf = (month: MonthText): DateText => `${month}-01`;
export const shiftMonth = (month: MonthText, months: number): MonthText =>
  monthOf(addMonths(firstDayOf(month), months));
export const lastDayOf = (month: MonthText): DateText => addDays(firstDayOf(shiftMonth(month, 1)), -1);

/** The months from one to another, both included; none if the other is before it. */
export function monthsBetween(from: MonthText, to: MonthText): MonthText[] {
  const months: MonthText[] = [];
  for (let month = from; month <= to; month = shiftMonth(month, 1)) months.push(month);
  return months;
}

const nameOf = (month: MonthText) => MONTHS[Number(month.slice(5)) - 1] ?? '';

/** 'noviembre de 2026' */
export const formatMonth = (month: MonthText): string => `${nameOf(month)} de ${month.slice(0, 4)}`;

/** 'nov 26' */
export const formatShortMonth = (month: MonthText): string => `${nameOf(month).slice(0, 3)} ${month.slice(2, 4)}`;

const MONTH_NUMBER = /^(?:(\d{4})[-/.](\d{1,2})|(\d{1,2})[-/.](\d{4}|\d{2}))$/;

/** Parses a month as typed or pasted: '2026-10', '10/2026', '10/26', 'oct-26', 'octubre de 2026', '2026-10-01', '01/10/2026'. */
export function parseMonthText(typedText: string): MonthText | undefined {
  const text = typedText.trim().toLowerCase();
  // A day of the month, as spreadsheets write months.
  const monthText = text.replace(/^(\d{4}-\d{2})-\d{2}$/, '$1').replace(/^\d{1,2}\/(\d{1,2}\/\d{4})$/, '$1');
  const numbers = MONTH_NUMBER.exec(monthText);
  const words = /^([a-z]{3,10})\.?(?:\s+de\s+|[\s/-]+)(\d{4}|\d{2})$/.exec(monthText);
  const named = words
    ? MONTHS.findIndex((name) => name.startsWith(words[1]!.replace('setiembre', 'septiembre'))) + 1
    : 0;
  const number = numbers ? Number(numbers[2] ?? numbers[3]) : named;
  const year = numbers?.[1] ?? numbers?.[4] ?? words?.[2] ?? '';
  const found = `${year.length === 2 ? '20' : ''}${year}-${String(number).padStart(2, '0')}`;
  return isMonth(found) ? found : undefined;
}
