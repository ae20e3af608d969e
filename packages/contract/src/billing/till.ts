import * as z from 'zod/mini';
import { pageBody } from '../kit/envelope';
import { id, MAX_MONEY, money, optionalText, timestamp } from '../kit/fields';
import { withRule } from '../kit/resource';
import { byMethod, INVALID_AMOUNT, ledgerRow } from './ledger';

const count = z.int().check(z.nonnegative());
const author = z.nullable(z.object({ id, name: z.string() }));

export const closeRow = z.object({
  id: count,
  opened_at: z.nullable(timestamp),
  closed_at: timestamp,
  closed_by: author,
  opening: byMethod,
  expected: byMethod,
  counted: z.partial(byMethod),
  left: z.number(),
  /** Counted minus expected, of each method that was counted. */
  differences: z.partial(byMethod),
  note: z.string(),
  rows_total: count,
});
export type TillClose = z.infer<typeof closeRow>;

export const closeDetail = z.object({ ...closeRow.shape, rows: z.array(ledgerRow) });
export type TillCloseDetail = z.infer<typeof closeDetail>;
export const closesPage = pageBody(closeRow);

/** The open till with its newest rows; `rows_total` says how many there are. */
export const tillRow = z.object({
  since: timestamp,
  opening: byMethod,
  expected: byMethod,
  in: byMethod,
  out: byMethod,
  rows: z.array(ledgerRow),
  rows_total: count,
  last_close: z.nullable(closeRow),
});
export const tillBody = z.nullable(tillRow);
export type Till = z.infer<typeof tillBody>;

const amount = money({ min: 0, message: INVALID_AMOUNT });

export const tillOpenInput = z.object({ opening: amount });

/** Amount that the till should hold; negative if more went out than came in. */
const expectedAmount = z.number({ error: INVALID_AMOUNT });
/** Count of money that is not cash, which a reversal after the last close makes negative. */
const countedAmount = z.optional(money({ min: -MAX_MONEY, message: INVALID_AMOUNT }));

export const EXPLAIN_DIFFERENCE = 'Explica la diferencia';
export const LEFT_TOO_MUCH = 'No puede quedar más de lo contado';

const close = z.object({
  counted: z.object({
    efectivo: amount,
    tarjeta: countedAmount,
    transferencia: countedAmount,
    mercadopago: countedAmount,
  }),
  left: amount,
  note: optionalText,
  expected: z.object({
    efectivo: expectedAmount,
    tarjeta: expectedAmount,
    transferencia: expectedAmount,
    mercadopago: expectedAmount,
  }),
});
export const tillCloseInput = withRule(close, ({ counted, left, note, expected }) => {
  const problems: Record<string, string> = {};
  if (counted && typeof left === 'number' && left > counted.efectivo) problems.left = LEFT_TOO_MUCH;
  const differs =
    counted && expected && Object.entries(counted).some(([method, value]) => value !== expected[method as 'efectivo']);
  if (differs && !note) problems.note = EXPLAIN_DIFFERENCE;
  return Object.keys(problems).length > 0 ? problems : undefined;
});
export type TillCloseInput = z.infer<typeof tillCloseInput>;
