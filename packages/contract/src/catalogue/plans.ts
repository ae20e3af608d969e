import * as z from 'zod/mini';
import { id, integer, longText, money, numericFlag, ofMoney, text, timestamp } from '../kit/fields';
import { MISSING_VALUE } from '../kit/labels';
import { resource, type Answer } from '../kit/resource';

export const PLAN_MONTHS = { min: 1, max: 36, default: 1 };

/** 'price' and 'amount' are two names for the same value. */
export function withBothPrices({ price, amount, ...rest }: Answer): Answer {
  return { ...rest, price: price ?? amount, amount: amount ?? price };
}

export const plans = resource({
  path: '/suscriptions',
  noun: ['plan de suscripción', 'planes de suscripción'],
  input: {
    title: text('El título es obligatorio'),
    description: longText('La descripción es obligatoria'),
    duration: integer({
      min: PLAN_MONTHS.min,
      max: PLAN_MONTHS.max,
      message: `La duración debe ser un número entero de ${PLAN_MONTHS.min} a ${PLAN_MONTHS.max} meses`,
      required: 'La duración es obligatoria',
    }),
    amount: money({
      min: 0,
      message: 'El precio debe ser un número no negativo',
      required: 'El precio es obligatorio',
    }),
    status: z.optional(numericFlag.check(z.meta({ default: true }))),
  },
  added: { id, price: ofMoney(z.number()), created_at: timestamp },
  answered: withBothPrices,
});
export type Plan = z.infer<typeof plans.row>;

export function monthsLabel(months: number): string {
  if (!Number.isFinite(months)) return MISSING_VALUE;
  return months === 1 ? '1 mes' : `${months} meses`;
}
