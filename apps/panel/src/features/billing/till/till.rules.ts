import { paymentMethods, type PaymentMethod } from '@pulso/contract/billing/payments.labels';
import { daysLabel } from '@pulso/contract/kit/dates';
import { formatMoney, sumMoney, toCents } from '@pulso/contract/kit/money';
import type { Tone } from '@pulso/web/ui/feedback/badge';

const DAY_MS = 24 * 3_600_000;

/** '2 días sin cerrar', from the first whole day on. */
export function describeUnclosedDays(since: string, now: Date): string | undefined {
  const days = Math.floor((now.getTime() - Date.parse(since)) / DAY_MS);
  return days >= 1 ? `${daysLabel(days)} sin cerrar` : undefined;
}

/** How a count compares with what was expected, in cents: a difference is never a rest of a fraction. */
export function describeDifference(counted: number, expected: number): { tone: Tone; words: string } {
  const difference = sumMoney([counted, -expected]);
  if (toCents(difference) === 0) return { tone: 'green', words: 'Sin diferencia' };
  const amount = formatMoney(Math.abs(difference));
  return difference > 0 ? { tone: 'yellow', words: `Sobran ${amount}` } : { tone: 'red', words: `Faltan ${amount}` };
}

/** The notes that are in use, and the coins worth counting. */
export const BANKNOTES = [20_000, 10_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10] as const;
/** Name of the field that counts a note. */
export const noteFieldName = (note: number) => `note_${note}`;
type Fields = Record<string, unknown>;

function typedCount(fields: Fields, note: number): string {
  const typed = fields[noteFieldName(note)];
  return typeof typed === 'string' ? typed.trim() : '';
}

/** The worth of the counted notes of one kind. */
export function noteWorth(fields: Fields, note: number): number {
  const typed = typedCount(fields, note);
  return /^\d{1,6}$/.test(typed) ? note * Number(typed) : 0;
}

/** The worth of all counted notes together, in whole pesos. */
export const banknoteTotal = (fields: Fields): number =>
  BANKNOTES.reduce((sum, note) => sum + noteWorth(fields, note), 0);

export const hasBanknotes = (fields: Fields): boolean => BANKNOTES.some((note) => typedCount(fields, note) !== '');

/** The cash that stays for the next till: the float that this one had, if there is as much. */
export const proposeFloat = (counted: number | undefined, float: number) =>
  counted === undefined ? undefined : Math.min(counted, float);

/** Counted amounts by method; a blank field was not counted, except cash. */
export function countedAmounts(fields: Record<string, unknown>): Partial<Record<PaymentMethod, unknown>> {
  const countedMethods = paymentMethods.filter((method) => method === 'efectivo' || (fields[method] ?? '') !== '');
  return Object.fromEntries(countedMethods.map((method) => [method, fields[method]]));
}
