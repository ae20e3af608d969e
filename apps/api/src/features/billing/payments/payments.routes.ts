import { ITEM_REQUIRED, paymentInput, paymentRow, paymentsQuery } from '@pulso/contract/billing/payments';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isForeignKeyError } from '#db/errors';
import { writeOnce } from '#db/idempotency';
import { notFound, Refusal } from '#db/refusal';
import { createPayment, listPayments } from '#features/billing/payments/payments.queries';
import { currentAccount } from '#http/authorize';
import { readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { idempotentRequest } from '#http/idempotency-key';

const permission = 'billing';

export function paymentRoutes(app: FastifyInstance, { db }: Dependencies) {
  const create = {
    permission,
    summary: 'Pagos: registrar',
    creates: true,
    body: paymentInput,
    mayMiss: true,
    answer: paymentRow,
  } as const;
  app.post('/payment', { config: create }, async (request, reply) => {
    const input = paymentInput.parse(readJson(request));
    const idempotent = idempotentRequest(request, input);
    const payment = await writeOnce(db, currentAccount(request), idempotent, async (writing) => {
      const made = await createPayment(writing, input, idempotent !== undefined);
      if (!made) throw notFound();
      return made;
    }).catch((error: unknown) => {
      // The user exists and is locked, so the missing reference is the plan, package or product.
      throw isForeignKeyError(error) ? new Refusal({ item_id: ITEM_REQUIRED }) : error;
    });
    return reply.code(201).send({ success: true, message: 'Pago registrado', data: payment });
  });

  const list = {
    permission,
    extra: true,
    summary: 'Pagos: de un usuario',
    query: paymentsQuery,
    mayMiss: true,
    answer: z.array(paymentRow),
  } as const;
  app.get('/payment', { config: list }, async (request) => {
    const { user_id } = paymentsQuery.parse(request.query);
    const payments = await listPayments(db, user_id);
    if (!payments) throw notFound();
    return { success: true, data: payments };
  });
}
