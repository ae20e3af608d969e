import { paymentMethods, type PaymentMethod } from '@pulso/contract/billing/payments.labels';
import { daysLabel } from '@pulso/contract/kit/dates';
import { formatMoney, sumMoney, toCents } from '@pulso/contract/kit/money';
import type { Tone } from '#ui/feedback/badge';

const DAY_MS = 24 * 3_600_000;

/** '2 días sin cerrar', from the first whole day on. */
export function unclosedWords(since: string, now: Date): string | undefined {
  const days = Math.floor((now.getTime() - Date.parse(since)) / DAY_MS);
  return days >= 1 ? `${daysLabel(days)} sin cerrar` : undefined;
}

/** How a count compares with what was expected, in cents: a difference is never a rest of a fraction. */
export function differenceOf(counted: number, expected: number): { tone: Tone; words: string } {
  const difference = sumMoney([counted, -expected]);
  if (toCents(difference) === 0) return { tone: 'green', words: 'Sin diferencia' };
  const amount = formatMoney(Math.abs(difference));
  return difference > 0 ? { tone: 'yellow', words: `Sobran ${amount}` } : { tone: 'red', words: `Faltan ${amount}` };
}

/** The notes that are in use, and the coins worth counting. */
export const NOTES = [20_000, 10_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10] as const;
/** Name of the field that counts a note. */
export const noteName = (note: number) => `note_${note}`;
type Fields = Record<string, unknown>;

function typedInto(fields: Fields, note: number): string {
  const typed = fields[noteName(note)];
  return typeof typed === 'string' ? typed.trim() : '';
}

/** The worth of the counted notes of one kind. */
export function worthIn(fields: Fields, note: number): number {
  const typed = typedInto(fields, note);
  return /^\d{1,6}$/.test(typed) ? note * Number(typed) : 0;
}

/** The worth of all counted notes together, in whole pesos. */
export const notesTotal = (fields: Fields): number => NOTES.reduce((sum, note) => sum + worthIn(fields, note), 0);

export const hasNotes = (fields: Fields): boolean => NOTES.some((note) => typedInto(fields, note) !== '');

/** Counted amounts by method; a blank field was not counted, except cash. */
export function countedIn(fields: Record<string, unknown>): Partial<Record<PaymentMethod, unknown>> {
  const given = paymentMethods.filter((method) => method === 'efectivo' || (fields[method] ?? '') !== '');
  return Object.fromEntries(given.map((method) => [method, fields[method]]));
}
