import * as z from 'zod/mini';
import type { DateText } from '../kit/dates';
import { choice, decimal, list } from '../kit/fields';
import { formatMonth, monthOf, monthsBetween, shiftMonth, type MonthText } from '../kit/months';
import { month } from '../kit/month-field';
import { toCents } from '../kit/money';
import { withRule } from '../kit/resource';

/** Monthly variation of consumer prices, in percent. */
export const IPC_PERCENT = { min: -50, max: 200 };
const INVALID_PERCENT = `Debe ser un porcentaje de ${IPC_PERCENT.min} a ${IPC_PERCENT.max}, con dos decimales como máximo`;
/** Ten years. */
const MAX_VALUES = 120;

export const ipcSources = ['typed', 'series'] as const;

export const ipcValue = z.object({ month, percent: z.number(), source: z.enum(ipcSources) });
export type IpcValue = z.infer<typeof ipcValue>;

const percent = z.nullable(decimal({ ...IPC_PERCENT, decimals: 2, message: INVALID_PERCENT }));
const values = z.object({
  values: list(
    z.object({
      month,
      /** Null takes the month's value away. */
      percent,
      /** `series` for what the public series says; absent for what somebody typed. */
      source: z.optional(choice(ipcSources, 'El origen no es válido')),
      /** The stored value that the person saw; the series replaces a typed one only with it. */
      before: z.optional(percent),
    }),
    {
      empty: 'Escribe al menos un mes',
      invalid: 'Hay valores que no son válidos',
      tooMany: `Carga hasta ${MAX_VALUES} meses por vez`,
      max: MAX_VALUES,
    },
  ),
});
export const ipcInput = withRule(values, ({ values: sent }) => {
  const months = (Array.isArray(sent) ? sent : []).map((value: { month: string } | null) => value?.month);
  return new Set(months).size < months.length ? { values: 'Hay un mes repetido' } : undefined;
});
export type IpcInput = z.infer<typeof ipcInput>;

/** Of a month that is not over nobody knows the variation. */
export const futureMonthProblem = (month: MonthText, today: DateText): string | undefined =>
  month > monthOf(today) ? `${capitalize(formatMonth(month))} todavía no empezó` : undefined;

const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The months that the public series has, beside the stored values. Nothing of it is stored. */
export const ipcFound = z.object({
  found: z.array(
    z.object({
      month,
      percent: z.number(),
      stored: z.nullable(z.object({ percent: z.number(), source: z.enum(ipcSources) })),
    }),
  ),
  /** Last month of the series. */
  until: month,
  /** True if the series lacks months that are published by now. */
  behind: z.boolean(),
});
export type IpcFound = z.infer<typeof ipcFound>;

/** Day of the month from which the variation of the month before is surely published. */
const PUBLISHED_BY_DAY = 15;
/** The newest month whose variation is published on a day. */
export const publishedUntil = (today: DateText): MonthText =>
  shiftMonth(monthOf(today), Number(today.slice(8)) >= PUBLISHED_BY_DAY ? -1 : -2);

/** An amount in money of the base month: `missing` is the newest month without a value, `nominal` is true after the base. */
export type Adjusted = { amount: number; nominal: boolean } | { missing: MonthText };

export type Percents = ReadonlyMap<MonthText, number>;
export const percentsOf = (values: readonly Pick<IpcValue, 'month' | 'percent'>[]): Percents =>
  new Map(values.map(({ month: at, percent: value }) => [at, value]));

/** Newest month that has a value, whose money the others are expressed in. */
export const baseOf = (percents: Percents): MonthText | undefined => [...percents.keys()].sort().at(-1);

const WHOLE = 10_000n;

/**
 * The amount of a month in money of the base month: multiplied by the variations of the months after it, and rounded to the cent
 * once, at the end.
 */
export function adjust(amount: number, month: MonthText, percents: Percents): Adjusted {
  const base = baseOf(percents);
  if (base === undefined || month > base) return { amount, nominal: true };
  let product = BigInt(toCents(amount));
  let divisor = 1n;
  for (const later of monthsBetween(shiftMonth(month, 1), base).reverse()) {
    const value = percents.get(later);
    if (value === undefined) return { missing: later };
    product *= WHOLE + BigInt(Math.round(value * 100));
    divisor *= WHOLE;
  }
  const sign = product < 0n ? -1n : 1n;
  const cents = (2n * sign * product + divisor) / (2n * divisor);
  return { amount: Number(sign * cents) / 100, nominal: false };
}

export const missingIpc = (month: MonthText) => `Falta el IPC de ${formatMonth(month)}`;
