import { debtInput, debtRow, forgiveInput } from '@pulso/contract/billing/debts';
import { ITEM_REQUIRED } from '@pulso/contract/billing/payments';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isForeignKeyError } from '#db/errors';
import { notFound, Refusal } from '#db/refusal';
import { addDebt, letDebtGo, listDebts } from '#features/billing/debts/debts.queries';
import { readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { pathId } from '#http/ids';
import { writeRequest } from '#http/write-request';

const permission = 'billing';

export function debtRoutes(app: FastifyInstance, { db }: Dependencies) {
  const list = { permission, extra: true, summary: 'Deudas: de un usuario', answer: z.array(debtRow) } as const;
  app.get('/user/:id/debts', { config: list }, async (request) => {
    const data = await listDebts(db, pathId(request));
    if (!data) throw notFound();
    return { success: true, data };
  });

  const create = {
    permission,
    extra: true,
    summary: 'Deudas: anotar una',
    creates: true,
    body: debtInput,
    mayMiss: true,
    answer: debtRow,
  } as const;
  app.post('/debt', { config: create }, async (request, reply) => {
    const body = debtInput.parse(readJson(request));
    const data = await writeRequest(db, request, { body }, (writing) => addDebt(writing, body)).catch(
      (error: unknown) => {
        // The user is locked, so the missing reference is the plan, package or product.
        throw isForeignKeyError(error) ? new Refusal({ item_id: ITEM_REQUIRED }) : error;
      },
    );
    return reply.code(201).send({ success: true, message: 'Deuda anotada', data });
  });

  const forgive = {
    permission,
    extra: true,
    summary: 'Deudas: condonar',
    body: forgiveInput,
    answer: debtRow,
  } as const;
  app.post('/debt/:id/forgive', { config: forgive }, async (request) => {
    const id = pathId(request);
    const body = forgiveInput.parse(readJson(request));
    const data = await writeRequest(db, request, { body }, (writing) => letDebtGo(writing, id, body));
    return { success: true, message: 'Deuda condonada', data };
  });
}
