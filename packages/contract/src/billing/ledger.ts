import * as z from 'zod/mini';
import { addDays, type DateText } from '../kit/dates';
import { choice, date, flag, id, nullable, text, timestamp, INVALID_DATE } from '../kit/fields';
import {
  claimKinds,
  ledgerKinds,
  paymentMethods,
  paymentStatuses,
  paymentTypes,
  type PaymentType,
} from './payments.labels';

export const INVALID_AMOUNT = 'Por favor ingresa un monto válido';
export const ITEM_REQUIRED = 'Por favor selecciona un suscripción/paquete';

/** Fields of money that comes with a sale or for a debt, besides its amount. */
export const receivedPaymentFields = {
  payment_method: choice(paymentMethods, 'El método de pago no es válido'),
  status: choice(['completed', 'pending'], 'El estado del pago no es válido'),
  paid_on: z.optional(date(INVALID_DATE)),
  transaction_id: nullable(text()),
  notes: nullable(text(undefined, 1_000)),
  unless_duplicate: z.optional(flag),
};

/** `item_id` 0 means no item of the catalogue, which a subscription or a package must have. */
export const itemProblem = ({ type, item_id }: { type?: PaymentType; item_id?: number }) =>
  item_id === 0 && (type === 'subscription' || type === 'package') ? { item_id: ITEM_REQUIRED } : undefined;

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

export const MAX_PAID_AGE_DAYS = 60;

/** A payment may be entered on its day or up to some weeks later. */
export function paidOnProblem(paidOn: DateText | undefined, today: DateText): { paid_on: string } | undefined {
  if (paidOn === undefined || (paidOn <= today && paidOn >= addDays(today, -MAX_PAID_AGE_DAYS))) return undefined;
  return { paid_on: `La fecha de pago debe estar entre hoy y ${MAX_PAID_AGE_DAYS} días atrás` };
}

const person = z.object({ id, name: z.string() });

/** A payment as the ledger knows it. */
export const ledgerRow = z.object({
  ...paymentRow.shape,
  kind: z.enum(ledgerKinds),
  day: z.iso.date(),
  /** Item sold, in the words of the sale. */
  concept: z.string(),
  category: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  user: z.nullable(z.object({ ...person.shape, deleted: z.boolean() })),
  recorded_by: z.nullable(person),
  settled_by: z.nullable(person),
  settled_at: z.nullable(timestamp),
  reason: z.nullable(z.string()),
  reverses: z.nullable(id),
  /** A reversal of less than its whole payment: money given back, which annuls nothing. */
  is_part: z.boolean(),
  /** The last reversal of a payment that was reversed whole. */
  reversed_by: z.nullable(id),
  /** Part of a charge that was given back. */
  refunded: z.number(),
  /** Day of a payment to verify, as the client told it. */
  claimed_on: z.nullable(z.iso.date()),
  /** Purpose that the client gave, of a transfer that he told himself. */
  claim: z.nullable(z.enum(claimKinds)),
  period_id: z.nullable(id),
  debt_id: z.nullable(id),
  /** Close in which the payment was counted: 0 before the first till, null while its till is open. */
  close_id: z.nullable(z.int().check(z.nonnegative())),
  has_receipt: z.boolean(),
  /** True of what waits, or waited, at a link to pay at. */
  by_link: z.boolean(),
  /** Fee of Mercado Pago and the rest, for money that came by a link. */
  fee: z.nullable(z.number()),
  net: z.nullable(z.number()),
});
export type LedgerRow = z.infer<typeof ledgerRow>;

/** The day of a payment that is named to people: of one to verify the day that was told. */
export const toldDay = ({ status, day, claimed_on }: Pick<LedgerRow, 'status' | 'day' | 'claimed_on'>): DateText =>
  status === 'completed' ? day : (claimed_on ?? day);

export const REASON_REQUIRED = 'Escribe el motivo (3 a 500 caracteres)';
/** A text of 3 to 500 characters, with one sentence for both bounds. */
export const explanation = (message: string) => text(message, 500, message).check(z.minLength(3, message));
/** Reason for which money is undone or let go. */
export const reason = explanation(REASON_REQUIRED);
export const reasonInput = z.object({ reason });

/** A figure for each method. */
export const byMethod = z.object({
  efectivo: z.number(),
  tarjeta: z.number(),
  transferencia: z.number(),
  mercadopago: z.number(),
});
export type ByMethod = z.infer<typeof byMethod>;
