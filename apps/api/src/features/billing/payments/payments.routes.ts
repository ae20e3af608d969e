import {
  ITEM_REQUIRED,
  paymentInput,
  paymentRow,
  paymentsQuery,
  plainPaymentInput,
  type PaymentInput,
} from '@pulso/contract/billing/payments';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { once } from '#db/idempotency';
import { createPayment, listPayments } from '#features/billing/payments/payments.queries';
import { readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { invalid, isForeignKeyError, notFound } from '#http/errors';
import { intentionOf } from '#http/intention';

export function paymentRoutes(app: FastifyInstance, { db, extras }: Dependencies) {
  const body = extras ? paymentInput : plainPaymentInput;
  const create = { summary: 'Pagos: registrar', creates: true, body, answer: paymentRow } as const;
  app.post('/payment', { config: create }, async (request, reply) => {
    const input: PaymentInput = body.parse(readJson(request));
    const intention = intentionOf(request, input, extras);
    const payment = await once(db, intention, async (transaction) => {
      const made = await createPayment(transaction, input, intention !== undefined);
      if (!made) throw notFound();
      return made;
    }).catch((error: unknown) => {
      // The user is there and locked, so what is missing is the plan, package or product.
      throw isForeignKeyError(error) ? invalid({ item_id: ITEM_REQUIRED }) : error;
    });
    return reply.code(201).send({ success: true, message: 'Pago registrado', data: payment });
  });

  if (!extras) return;
  const list = {
    extra: true,
    summary: 'Pagos: de un usuario',
    query: paymentsQuery,
    answer: z.array(paymentRow),
  } as const;
  app.get('/payment', { config: list }, async (request) => {
    const { user_id } = paymentsQuery.parse(request.query);
    const payments = await listPayments(db, user_id);
    if (!payments) throw notFound();
    return { success: true, data: payments };
  });
}
