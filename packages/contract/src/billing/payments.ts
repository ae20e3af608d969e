import * as z from 'zod/mini';
import { choice, extra, id, integer, link, MAX_ID, money, nullable, reference, text, timestamp } from '../kit/fields';
import { withRule } from '../kit/resource';
import { paymentMethods, paymentStatuses, paymentTypes } from './payments.labels';

export const INVALID_AMOUNT = 'Por favor ingresa un monto válido';
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
});

/** `item_id` 0 means no item of the catalogue, which a subscription or a package must have. */
const itemProblem = ({ type, item_id }: Partial<z.infer<typeof payment>>) =>
  item_id === 0 && (type === 'subscription' || type === 'package') ? { item_id: ITEM_REQUIRED } : undefined;

export const paymentInput = withRule(payment, itemProblem);
export type PaymentInput = z.infer<typeof paymentInput>;

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

export const paymentsQuery = z.strictObject({ user_id: reference('El usuario es obligatorio') });
