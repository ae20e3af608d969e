import * as z from 'zod/mini';
import { choice, date, money, text, INVALID_DATE } from '../kit/fields';
import { INVALID_AMOUNT } from './ledger';
import { paymentMethods } from './payments.labels';

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
