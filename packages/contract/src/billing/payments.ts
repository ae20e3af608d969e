import * as z from 'zod/mini';
import { addDays, type DateText } from '../kit/dates';
import {
  choice,
  date,
  extra,
  flag,
  id,
  integer,
  link,
  MAX_ID,
  money,
  nullable,
  reference,
  text,
  timestamp,
} from '../kit/fields';
import { withRule } from '../kit/resource';
import { ledgerKinds, paymentMethods, paymentStatuses, paymentTypes } from './payments.labels';

export const INVALID_AMOUNT = 'Por favor ingresa un monto válido';
export const INVALID_DATE = 'La fecha no es válida';
export const ITEM_REQUIRED = 'Por favor selecciona un suscripción/paquete';

const payment = z.object({
  user_id: reference('El usuario es obligatorio'),
  type: choice(paymentTypes, 'El tipo de pago no es válido'),
  item_id: integer({ min: 0, max: MAX_ID, message: ITEM_REQUIRED }),
  amount: money({ min: 0.01, message: INVALID_AMOUNT }),
  payment_method: choice(paymentMethods, 'El método de pago no es válido'),
  status: choice(paymentStatuses, 'El estado del pago no es válido'),
  transaction_id: extra(nullable(text())),
  payment_url: extra(nullable(link('El enlace de pago no es válido'))),
  paid_on: extra(z.optional(date(INVALID_DATE))),
  notes: extra(nullable(text(undefined, 1_000))),
  debt_id: extra(nullable(reference('La deuda no es válida'))),
  /** Refuses the payment where an equal one is known already. */
  unless_duplicate: extra(z.optional(flag)),
});

/** `item_id` 0 means no item of the catalogue, which a subscription or a package must have. */
export const itemProblem = ({ type, item_id }: Partial<z.infer<typeof payment>>) =>
  item_id === 0 && (type === 'subscription' || type === 'package') ? { item_id: ITEM_REQUIRED } : undefined;

export const paymentInput = withRule(payment, itemProblem);
export type PaymentInput = z.infer<typeof paymentInput>;

/** What is asked of the ledger, besides the whole list of a user. */
const ledgerFilters = {
  from: z.optional(date(INVALID_DATE)),
  to: z.optional(date(INVALID_DATE)),
  method: z.optional(choice(paymentMethods, 'El método de pago no es válido')),
  type: z.optional(choice(paymentTypes, 'El tipo de pago no es válido')),
  status: z.optional(choice(paymentStatuses, 'El estado del pago no es válido')),
  /** `clients`: charges and their reversals. */
  kind: z.optional(choice([...ledgerKinds, 'clients'] as const, 'La clase no es válida')),
  author: z.optional(reference('El usuario no es válido')),
  user_id: z.optional(reference('El usuario es obligatorio')),
  search: z.optional(text(undefined, 100)),
};
export const ledgerQuestion = z.strictObject(ledgerFilters);
export type LedgerQuestion = z.infer<typeof ledgerQuestion>;

/** Without `page`: all of a user's. */
export const paymentsQuery = withRule(
  z.strictObject({
    ...ledgerFilters,
    page: z.optional(integer({ min: 1, max: 1_000_000, message: 'La página no es válida' })),
    limit: z.optional(integer({ min: 1, max: 200, message: 'El límite debe ser un número de 1 a 200' })),
  }),
  ({ page, user_id }) =>
    page === undefined && user_id === undefined ? { user_id: 'El usuario es obligatorio' } : undefined,
);

export const paymentRow = z.object({
  id,
  type: z.enum(paymentTypes),
  item_id: z.int().check(z.nonnegative()),
  amount: z.number(),
  payment_method: z.enum(paymentMethods),
  status: z.enum(paymentStatuses),
  created_at: timestamp,
  transaction_id: z.nullable(z.string()),
  payment_url: z.nullable(z.string()),
});
export type Payment = z.infer<typeof paymentRow>;

export const PAID_WITHIN_DAYS = 60;

/** Money is entered when it came, or some weeks later. */
export function paidOnProblem(paidOn: DateText | undefined, today: DateText): { paid_on: string } | undefined {
  if (paidOn === undefined || (paidOn <= today && paidOn >= addDays(today, -PAID_WITHIN_DAYS))) return undefined;
  return { paid_on: `La fecha de pago debe estar entre hoy y ${PAID_WITHIN_DAYS} días atrás` };
}

const person = z.object({ id, name: z.string() });

/** A payment as the ledger knows it. */
export const ledgerRow = z.object({
  ...paymentRow.shape,
  kind: z.enum(ledgerKinds),
  day: z.iso.date(),
  /** What was sold, in the words of the sale. */
  concept: z.string(),
  category: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  user: z.nullable(z.object({ ...person.shape, deleted: z.boolean() })),
  recorded_by: z.nullable(person),
  settled_by: z.nullable(person),
  settled_at: z.nullable(timestamp),
  reason: z.nullable(z.string()),
  reverses: z.nullable(id),
  reversed_by: z.nullable(id),
  period_id: z.nullable(id),
  debt_id: z.nullable(id),
  /** The till that it was counted in: 0 before the first, null while it is open. */
  close_id: z.nullable(z.int().check(z.nonnegative())),
  has_receipt: z.boolean(),
});
export type LedgerRow = z.infer<typeof ledgerRow>;

export const REASON_REQUIRED = 'Escribe el motivo (3 a 500 caracteres)';
/** Why money is undone or let go. */
export const reason = text(REASON_REQUIRED, 500).check(z.refine((value) => value.length >= 3, REASON_REQUIRED));
export const reasonInput = z.object({ reason });
