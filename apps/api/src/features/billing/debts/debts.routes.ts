import { debtInput, debtRow, forgiveInput } from '@pulso/contract/billing/debts';
import { ITEM_REQUIRED } from '@pulso/contract/billing/ledger';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isForeignKeyError } from '#db/connection/errors';
import { Refusal } from '#db/writes/refusal';
import { addDebt, forgiveDebt, listDebts } from '#features/billing/debts/debts.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

export function debtRoutes(app: FastifyInstance, deps: Dependencies) {
  const route = routesOf(app, deps, { permission: 'billing', extra: true });

  route.get('/user/:id/debts', { summary: 'Deudas: de un usuario', answer: z.array(debtRow) }, ({ read, id }) =>
    listDebts(read, id),
  );

  route.post(
    '/debt',
    {
      summary: 'Deudas: anotar una',
      creates: true,
      body: debtInput,
      mayMiss: true,
      answer: debtRow,
      message: 'Deuda anotada',
    },
    ({ body, writeOnce }) =>
      writeOnce((write) => addDebt(write, body)).catch((error: unknown) => {
        // The user is locked, so the missing reference is the plan, package or product.
        throw isForeignKeyError(error) ? new Refusal({ item_id: ITEM_REQUIRED }) : error;
      }),
  );

  route.post(
    '/debt/:id/forgive',
    { summary: 'Deudas: condonar', body: forgiveInput, answer: debtRow, message: 'Deuda condonada' },
    ({ id, body, writeOnce }) => writeOnce((write) => forgiveDebt(write, id, body)),
  );
}
