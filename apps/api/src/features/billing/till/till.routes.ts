import {
  closeDetail,
  closeRow,
  closesPage,
  tillBody,
  tillCloseInput,
  tillOpenInput,
} from '@pulso/contract/billing/till';
import { integer } from '@pulso/contract/kit/fields';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { closeTill, findClose, listCloses, openTill, readTill } from '#features/billing/till/till.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

const DEFAULT_LIMIT = 50;

const closesQuery = z.strictObject({
  page: z.optional(integer({ min: 1, max: 1_000_000, message: 'La página no es válida' })),
  limit: z.optional(integer({ min: 1, max: 100, message: 'El límite debe ser un número de 1 a 100' })),
});

export function tillRoutes(app: FastifyInstance, deps: Dependencies) {
  const route = routesOf(app, deps, { permission: 'billing', extra: true });

  route.get('/till', { summary: 'Caja: la abierta', answer: tillBody }, ({ read }) => readTill(read));

  route.post(
    '/till/open',
    {
      summary: 'Caja: empezar a usarla',
      creates: true,
      body: tillOpenInput,
      mayMiss: true,
      answer: tillBody,
      message: 'Caja abierta',
    },
    ({ body, writeOnce }) => writeOnce((write) => openTill(write, body.opening)),
  );

  route.post(
    '/till/close',
    {
      summary: 'Caja: cerrar',
      creates: true,
      body: tillCloseInput,
      mayMiss: true,
      answer: closeRow,
      message: 'Caja cerrada',
    },
    ({ body, writeOnce }) => writeOnce((write) => closeTill(write, body)),
  );

  route.get(
    '/till/closes',
    { summary: 'Caja: cierres', query: closesQuery, answer: closesPage },
    ({ read, query: { page = 1, limit = DEFAULT_LIMIT } }) => listCloses(read, { page, limit }),
  );

  route.get('/till/closes/:id', { summary: 'Caja: un cierre', answer: closeDetail }, ({ read, id }) =>
    findClose(read, id),
  );
}
