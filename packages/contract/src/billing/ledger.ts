import * as z from 'zod/mini';
import { pageBody, successBody } from '../kit/envelope';
import { choice, date, flag, id, money, nullable, reference, text } from '../kit/fields';
import { INVALID_AMOUNT, INVALID_DATE, ledgerQuestion, ledgerRow, paymentRow, reason } from './payments';
import { paymentMethods } from './payments.labels';

/** A figure for each method. */
export const byMethod = z.object({
  efectivo: z.number(),
  tarjeta: z.number(),
  transferencia: z.number(),
  mercadopago: z.number(),
});
export type ByMethod = z.infer<typeof byMethod>;

const page = pageBody(ledgerRow);
/** `sum` and `by_method` are of everything that the question leaves, completed only. */
export const ledgerPage = z.extend(page, {
  meta: z.extend(page.shape.meta, { sum: z.number(), by_method: byMethod }),
});
export type LedgerPage = z.infer<typeof ledgerPage>;

/** A page of the ledger, or all payments of a user. */
export const paymentsBody = z.extend(successBody(z.array(z.union([ledgerRow, paymentRow]))), {
  meta: z.optional(ledgerPage.shape.meta),
});

/** What a receipt needs besides the payment. */
export const receiptBody = z.object({
  ...ledgerRow.shape,
  phone: z.nullable(z.string()),
  business: z.object({
    name: z.string(),
    cuit: z.string(),
    address: z.string(),
    phone: z.string(),
    /** Of local numbers, where a client's has none. */
    area_code: z.string(),
    receipt_footer: z.string(),
  }),
});
export type Receipt = z.infer<typeof receiptBody>;

export const verifyInput = z.object({
  paid_on: z.optional(date(INVALID_DATE)),
  transaction_id: nullable(text()),
});
export const rejectInput = z.object({
  reason,
  period: z.optional(choice(['keep', 'annul'], 'Elige qué hacer con el período')),
});

export const expenseCategories = ['Alquiler', 'Sueldos', 'Servicios', 'Insumos', 'Retiro', 'Otros'] as const;

export const movementInput = z.object({
  kind: choice(['expense', 'income'], 'La clase no es válida'),
  amount: money({ min: 0.01, message: INVALID_AMOUNT }),
  payment_method: choice(paymentMethods, 'El método de pago no es válido'),
  category: text('La categoría es obligatoria', 60),
  concept: text('El detalle es obligatorio', 200),
  paid_on: z.optional(date(INVALID_DATE)),
});
export type MovementInput = z.infer<typeof movementInput>;

export const debtPaymentInput = z.object({
  amount: money({ min: 0.01, message: INVALID_AMOUNT }),
  payment_method: choice(paymentMethods, 'El método de pago no es válido'),
  status: choice(['completed', 'pending'], 'El estado del pago no es válido'),
  paid_on: z.optional(date(INVALID_DATE)),
  transaction_id: nullable(text()),
  notes: nullable(text(undefined, 1_000)),
  unless_duplicate: z.optional(flag),
});
export type DebtPaymentInput = z.infer<typeof debtPaymentInput>;

export const duplicatesQuery = z.strictObject({
  user_id: reference('El usuario es obligatorio'),
  amount: money({ min: 0.01, message: INVALID_AMOUNT }),
  day: date(INVALID_DATE),
  transaction_id: z.optional(text()),
});

export const downloadInput = z.object({
  what: choice(['payments'], 'No se puede descargar eso'),
  query: ledgerQuestion,
});
export const downloadBody = z.object({ url: z.string() });
export const downloadTicket = z.strictObject({ ticket: text('Falta el permiso', 100) });

export const RECEIPT_NOT_IMAGE = 'El comprobante debe ser una imagen (una captura sirve)';
/** Nothing beside the image. */
export const receiptInput = z.object({});
export const receiptPicture = z.object({ payment_id: id, has_receipt: z.boolean() });

/** 'Comprobante N.º 00001234' */
export const receiptNumber = (paymentId: number) => String(paymentId).padStart(8, '0');
