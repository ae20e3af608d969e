/** A calendar date, 'YYYY-MM-DD', without time zone. */
export type DateText = string;

export const BUSINESS_ZONE = 'America/Argentina/Buenos_Aires';

const FIRST_YEAR = 1900;
const LAST_YEAR = 2199;
const DAY_MS = 86_400_000;
const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];

const DATE_FORMAT = /^[1-9]\d{3}-\d{2}-\d{2}$/;
// The zone is required: without it a time would be read in the zone of the process.
const INSTANT_FORMAT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** Made when it is first asked for: a slow phone takes a fifth of a second for the first one, which a start does without. */
function lazyFormat(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let made: Intl.DateTimeFormat | undefined;
  return () => (made ??= new Intl.DateTimeFormat('en-US', { timeZone: BUSINESS_ZONE, ...options }));
}
const dayFormat = lazyFormat({ year: 'numeric', month: '2-digit', day: '2-digit' });
const clockFormat = lazyFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

type Day = { year: number; month: number; day: number };

// UTC has no daylight saving; here it only counts days.
const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();
const dayNumber = ({ year, month, day }: Day) => Date.UTC(year, month - 1, day) / DAY_MS;
const twoDigits = (value: number) => String(value).padStart(2, '0');

// Avoids match arrays and, up to day 28, Date objects: a list of a hundred thousand users calls it three times each.
function parse(text: string): Day | undefined {
  if (!DATE_FORMAT.test(text)) return undefined;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  const isReal = month >= 1 && month <= 12 && day >= 1 && (day <= 28 || day <= daysInMonth(year, month));
  return isReal ? { year, month, day } : undefined;
}

function parseOrThrow(text: DateText): Day {
  const day = parse(text);
  if (!day) throw new RangeError(`Not a date: ${text}`);
  return day;
}

function toText({ year, month, day }: Day): DateText {
  if (!(year >= 1000 && year <= 9999)) throw new RangeError(`Year out of range: ${year}`);
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`;
}

function readInstant(value: string | Date): Date | undefined {
  if (typeof value === 'string' && !(INSTANT_FORMAT.test(value) && parse(value.slice(0, 10)))) return undefined;
  const instant = new Date(value);
  const year = instant.getUTCFullYear();
  return year >= FIRST_YEAR && year <= 9999 ? instant : undefined;
}

function formatParts(format: Intl.DateTimeFormat, instant: Date) {
  const found: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of format.formatToParts(instant)) found[type] = value;
  return found;
}

// A cache, because Intl is slow. Since 1970 the zone has changed by whole hours at full hours only, so every hour
// belongs to one day.
const HOUR_MS = 3_600_000;
const MAX_CACHED_HOURS = 50_000;
const dayOfHour = new Map<number, DateText>();

function dayInZone(instant: Date): DateText {
  const hour = Math.floor(instant.getTime() / HOUR_MS);
  const cachedDay = dayOfHour.get(hour);
  if (cachedDay !== undefined) return cachedDay;
  const { year, month, day } = formatParts(dayFormat(), instant);
  const found = `${year}-${month}-${day}`;
  if (dayOfHour.size >= MAX_CACHED_HOURS) dayOfHour.clear();
  if (hour >= 0) dayOfHour.set(hour, found);
  return found;
}

/** A calendar date of the years 1900–2199, to catch typing errors. */
export function isDate(text: string): boolean {
  const day = parse(text);
  return day !== undefined && day.year >= FIRST_YEAR && day.year <= LAST_YEAR;
}

/** The displayed day: a pure date itself, an instant's day in Buenos Aires, otherwise undefined. */
export function dayOf(value: string | Date | null | undefined): DateText | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string' && parse(value)) return value;
  const instant = readInstant(value);
  return instant && dayInZone(instant);
}

/**
 * The date of a pure date field. Other servers may append a time ('2025-03-05T00:00:00.000Z'), which as an instant would
 * be the day before.
 */
export function parseDateField(value: string | null | undefined): DateText | undefined {
  const text = value && INSTANT_FORMAT.test(value) ? value.slice(0, 10) : value;
  return text && parse(text) ? text : undefined;
}

export function dateOfInstant(instant: string | Date): DateText {
  const day = dayOf(instant);
  if (day === undefined) throw new RangeError(`Not an instant: ${String(instant)}`);
  return day;
}

export function today(now: Date = new Date()): DateText {
  return dateOfInstant(now);
}

export function addDays(date: DateText, days: number): DateText {
  if (!Number.isInteger(days)) throw new RangeError(`Not a whole number of days: ${days}`);
  const movedDate = new Date((dayNumber(parseOrThrow(date)) + days) * DAY_MS);
  return toText({ year: movedDate.getUTCFullYear(), month: movedDate.getUTCMonth() + 1, day: movedDate.getUTCDate() });
}

export function dayOfMonth(date: DateText): number {
  return parseOrThrow(date).day;
}

/**
 * Whole calendar months, clamped to the last day of the month reached: 31 January + 1 is 28 or 29 February. With another
 * day it is reached on that one: 28 February + 1 on the 31st is 31 March.
 */
export function addMonths(date: DateText, months: number, onDay = dayOfMonth(date)): DateText {
  if (!Number.isInteger(months)) throw new RangeError(`Not a whole number of months: ${months}`);
  const from = parseOrThrow(date);
  const count = from.year * 12 + from.month - 1 + months;
  const year = Math.floor(count / 12);
  const month = count - year * 12 + 1;
  return toText({ year, month, day: Math.min(onDay, daysInMonth(year, month)) });
}

/** Undefined if the duration (of any server) leads to no valid date. */
export function dateOrUndefined(reach: () => DateText): DateText | undefined {
  try {
    return reach();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export function daysBetween(from: DateText, to: DateText): number {
  return dayNumber(parseOrThrow(to)) - dayNumber(parseOrThrow(from));
}

/** 1 Monday to 7 Sunday, as ISO has them. */
export function weekdayOf(date: DateText): number {
  // 1 January 1900 was a Monday.
  const days = daysBetween('1900-01-01', date) % 7;
  return (days < 0 ? days + 7 : days) + 1;
}

/** The Monday of its week. */
export const mondayOf = (date: DateText): DateText => addDays(date, 1 - weekdayOf(date));

/** A birthday on 29 February counts on 1 March in other years; a future birth date gives 0. */
export function ageOn(birthDate: DateText, onDay: DateText): number {
  const birth = parseOrThrow(birthDate);
  const on = parseOrThrow(onDay);
  const birthdayToCome = on.month < birth.month || (on.month === birth.month && on.day < birth.day);
  return Math.max(0, on.year - birth.year - (birthdayToCome ? 1 : 0));
}

/** Two-digit years up to this one belong to this century. */
const LAST_SHORT_YEAR = 49;
const DAY_FIRST_DATE = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4}|\d{2})$|^(\d{2})(\d{2})(\d{4}|\d{2})$/;

/** Parses a date as typed in Argentina ('5/3/26', '05-03-2026', '05032026'), or in its ISO form. */
export function parseDateText(typedText: string): DateText | undefined {
  const text = typedText.trim();
  if (parse(text)) return text;
  const [day = '', month = '', year = ''] = DAY_FIRST_DATE.exec(text)?.slice(1).filter(Boolean) ?? [];
  const century = year.length === 4 ? '' : Number(year) <= LAST_SHORT_YEAR ? '20' : '19';
  const date = `${century}${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return parse(date) && date;
}

/** '1 día', '30 días' */
export function daysLabel(days: number): string {
  return days === 1 ? '1 día' : `${days} días`;
}

/** '05/03/2025' */
export function formatDate(value: string | Date | null | undefined): string {
  return dayOf(value)?.split('-').reverse().join('/') ?? '';
}

/** '5 mar 2025' */
export function formatShortDate(value: string | Date | null | undefined): string {
  const day = parse(dayOf(value) ?? '');
  return day ? `${day.day} ${MONTHS[day.month - 1]} ${day.year}` : '';
}

/** '5 mar', with its year only if it is another than today's. */
export function formatDayMonth(value: DateText, today: DateText): string {
  const short = formatShortDate(value);
  return value.slice(0, 4) === today.slice(0, 4) ? short.slice(0, -5) : short;
}

/** '05 de mar 2025' */
export function formatHeaderDate(now: string | Date = new Date()): string {
  const day = parse(dayOf(now) ?? '');
  return day ? `${twoDigits(day.day)} de ${MONTHS[day.month - 1]} ${day.year}` : '';
}

/** '21:05', in Buenos Aires. */
export function formatClock(now: string | Date = new Date()): string {
  const instant = readInstant(now);
  if (!instant) return '';
  const { hour, minute } = formatParts(clockFormat(), instant);
  return `${hour}:${minute}`;
}
