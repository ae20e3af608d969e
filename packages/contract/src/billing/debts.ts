import * as z from 'zod/mini';
import { choice, date, id, integer, MAX_ID, money, nullable, reference, timestamp, INVALID_DATE } from '../kit/fields';
import { withRule } from '../kit/resource';
import { explanation, INVALID_AMOUNT, itemProblem, reasonInput } from './ledger';
import { paymentTypes } from './payments.labels';

export const debtOutcomes = ['pagada', 'condonada', 'anulada'] as const;

const debt = z.object({
  user_id: reference('El usuario es obligatorio'),
  amount: money({ min: 0.01, message: INVALID_AMOUNT }),
  type: choice(paymentTypes, 'El tipo de pago no es válido'),
  item_id: z.optional(integer({ min: 0, max: MAX_ID, message: 'El elemento no es válido' })),
  due_on: nullable(date(INVALID_DATE)),
  note: explanation('Escribe por qué debe (3 a 500 caracteres)'),
});

/** The item rule is that of payments: an item that cannot be paid for cannot be owed. */
export const debtInput = withRule(debt, ({ type, item_id = 0 }) => itemProblem({ type, item_id }));
export type DebtInput = z.infer<typeof debtInput>;

/** `owed`: the amount that the person saw. Refused if it is another by now. */
export const forgiveInput = z.extend(reasonInput, {
  owed: z.optional(money({ min: 0.01, message: INVALID_AMOUNT })),
});
export type ForgiveInput = z.infer<typeof forgiveInput>;

export const debtRow = z.object({
  id,
  user_id: id,
  type: z.enum(paymentTypes),
  item_id: z.int().check(z.nonnegative()),
  /** Item in the words of the sale. */
  concept: z.string(),
  period_id: z.nullable(id),
  amount: z.number(),
  paid: z.number(),
  owed: z.number(),
  forgiven: z.number(),
  due_on: z.nullable(z.iso.date()),
  note: z.string(),
  created_at: timestamp,
  closed_on: z.nullable(z.iso.date()),
  closed_as: z.nullable(z.enum(debtOutcomes)),
});
export type Debt = z.infer<typeof debtRow>;
