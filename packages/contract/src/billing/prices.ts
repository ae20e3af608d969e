import * as z from 'zod/mini';
import { addDays, type DateText } from '../kit/dates';
import type { FieldErrors } from '../kit/envelope';
import {
  choice,
  date,
  decimal,
  id,
  list,
  money,
  nullable,
  reference,
  references,
  text,
  timestamp,
  INVALID_DATE,
} from '../kit/fields';
import { withRule } from '../kit/resource';
import { INVALID_AMOUNT } from './ledger';
import { roundings } from './price-rise';

export const priceKinds = ['plan', 'package', 'product'] as const;
export type PriceKind = (typeof priceKinds)[number];

const person = z.nullable(z.object({ id, name: z.string() }));
const count = z.int().check(z.nonnegative());
const day = z.iso.date();

const comingPrice = z.object({ amount: z.number(), valid_from: day });

export const priceItem = z.object({
  kind: z.enum(priceKinds),
  id,
  title: z.string(),
  status: z.boolean(),
  price: z.number(),
  next: z.nullable(comingPrice),
  /** Announced prices, the next one first. */
  coming: z.array(comingPrice),
  /** For a plan: number of clients whose next renewal would be at its list price. */
  clients: z.nullable(count),
});
export type PriceItem = z.infer<typeof priceItem>;

/** Price of an item on a future day. */
export function priceOn({ price, coming }: Pick<PriceItem, 'price' | 'coming'>, on: DateText): number {
  return coming.findLast(({ valid_from }) => valid_from <= on)?.amount ?? price;
}

const MAX_RISE_ROWS = 500;
const MAX_DAYS_AHEAD = 366;
const NOT_A_RISE = 'El precio nuevo debe ser mayor que el anterior';
const REPEATED_PRICE = 'Hay un precio repetido';
const RISE_AMOUNT_REQUIRED = 'Indica cuánto sube: de 0,01 a 500 %';
const ROW_MESSAGES = {
  empty: 'Elige al menos un precio',
  invalid: 'Hay precios que no son válidos',
  tooMany: `Elige hasta ${MAX_RISE_ROWS} precios por vez`,
  max: MAX_RISE_ROWS,
};

const riseRow = z.object({
  kind: choice(priceKinds, 'La clase de precio no es válida'),
  id: reference('El elemento no es válido'),
  /** Price that the person saw for the day of the rise; refused if it is another by now. */
  before: money({ min: 0, message: INVALID_AMOUNT }),
  after: money({ min: 0, message: INVALID_AMOUNT }),
});
export type RiseRow = z.infer<typeof riseRow>;

const rise = z.object({
  percent: z.optional(decimal({ min: 0.01, max: 500, decimals: 2, message: RISE_AMOUNT_REQUIRED })),
  increase: z.optional(money({ min: 0.01, message: INVALID_AMOUNT })),
  rounding: z.literal(roundings, { error: 'El redondeo no es válido' }),
  valid_from: date(INVALID_DATE),
  reason: z.optional(nullable(text(undefined, 500))),
  rows: list(riseRow, ROW_MESSAGES),
  keep: z.optional(
    z.object({
      user_ids: references('Hay clientes que no son válidos'),
      /** Last day of the kept price; null is for ever. */
      until: nullable(date(INVALID_DATE)),
    }),
  ),
});

function riseProblems({ percent, increase, valid_from, rows, keep }: Partial<z.infer<typeof rise>>) {
  const problems: FieldErrors = {};
  if ((percent === undefined) === (increase === undefined)) problems.percent = RISE_AMOUNT_REQUIRED;
  const seen = new Set<string>();
  const sentRows: (RiseRow | null)[] = Array.isArray(rows) ? rows : [];
  for (const [index, row] of sentRows.entries()) {
    if (row === null) continue;
    if (row.after <= row.before) problems[`rows.${index}.after`] = NOT_A_RISE;
    if (seen.has(`${row.kind} ${row.id}`)) problems.rows = REPEATED_PRICE;
    seen.add(`${row.kind} ${row.id}`);
  }
  if (keep?.until && valid_from && keep.until < valid_from)
    problems['keep.until'] = 'No puede ser anterior al día del aumento';
  return Object.keys(problems).length > 0 ? problems : undefined;
}

export const priceRiseInput = withRule(rise, riseProblems);
export type PriceRiseInput = z.infer<typeof priceRiseInput>;

/** A rise is announced at most a year ahead, and never for a day that is over. */
export function riseDayProblem(validFrom: DateText, today: DateText): { valid_from: string } | undefined {
  if (validFrom >= today && validFrom <= addDays(today, MAX_DAYS_AHEAD)) return undefined;
  return { valid_from: `El día debe estar entre hoy y ${MAX_DAYS_AHEAD} días después` };
}

export const riseStates = ['scheduled', 'in_effect', 'undone'] as const;

export const priceRise = z.object({
  id,
  percent: z.nullable(z.number()),
  increase: z.nullable(z.number()),
  rounding: z.int(),
  valid_from: day,
  reason: z.string(),
  state: z.enum(riseStates),
  /** Number of prices that the rise changes. */
  items: count,
  created_by: person,
  created_at: timestamp,
  canceled_by: person,
  canceled_at: z.nullable(timestamp),
});
export type PriceRise = z.infer<typeof priceRise>;

/** A price of one client, for one plan. */
export const clientPrice = z.object({
  id,
  user: z.object({ id, name: z.string() }),
  plan: z.object({ id, title: z.string() }),
  amount: z.number(),
  valid_from: day,
  /** Last day of the price; null is for ever. */
  until: z.nullable(day),
  created_by: person,
});
export type ClientPrice = z.infer<typeof clientPrice>;

const notice = z.object({
  user: z.object({ id, name: z.string() }),
  at: timestamp,
  channel: z.string(),
  author: person,
  /** The text as it was sent. */
  text: z.string(),
});

export const priceRiseDetail = z.object({
  ...priceRise.shape,
  /** Prices as they were announced, of items that are gone since too. `overwritten`: another price of the same day counts. */
  rows: z.array(z.object({ ...riseRow.shape, title: z.string(), overwritten: z.boolean() })),
  kept: z.array(clientPrice),
  /** Text for the affected clients, with placeholders, and the name of the business. */
  notice: z.string(),
  business: z.string(),
  /** Clients of the raised plans who do not keep their price: told and untold ones. */
  affected: count,
  told: count,
  notices: z.array(notice),
  /** The first clients who are not told yet. */
  untold: z.array(z.object({ id, name: z.string() })),
});
export type PriceRiseDetail = z.infer<typeof priceRiseDetail>;

/** A version of a price: of the list, or of one client. */
export const priceVersion = z.object({
  id,
  amount: z.number(),
  valid_from: day,
  until: z.nullable(day),
  user: person,
  rise: z.nullable(z.object({ id, reason: z.string() })),
  created_by: person,
  created_at: timestamp,
});
export type PriceVersion = z.infer<typeof priceVersion>;

export const clientPriceInput = z.object({
  user_id: reference('El usuario es obligatorio'),
  plan_id: reference('El plan no es válido'),
  amount: money({ min: 0, message: INVALID_AMOUNT }),
  until: nullable(date(INVALID_DATE)),
});
export type ClientPriceInput = z.infer<typeof clientPriceInput>;
