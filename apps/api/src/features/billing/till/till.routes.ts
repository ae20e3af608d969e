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
import { notFound } from '#db/refusal';
import { closeTill, findClose, listCloses, openTill, readTill } from '#features/billing/till/till.queries';
import { readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { pathId } from '#http/ids';
import { writeRequest } from '#http/write-request';

const permission = 'billing';
const DEFAULT_LIMIT = 50;

const closesQuery = z.strictObject({
  page: z.optional(integer({ min: 1, max: 1_000_000, message: 'La página no es válida' })),
  limit: z.optional(integer({ min: 1, max: 100, message: 'El límite debe ser un número de 1 a 100' })),
});

export function tillRoutes(app: FastifyInstance, { db }: Dependencies) {
  const read = { permission, extra: true, summary: 'Caja: la abierta', answer: tillBody } as const;
  app.get('/till', { config: read }, async () => ({ success: true, data: await readTill(db) }));

  const open = {
    permission,
    extra: true,
    summary: 'Caja: empezar a usarla',
    creates: true,
    body: tillOpenInput,
    mayMiss: true,
    answer: tillBody,
  } as const;
  app.post('/till/open', { config: open }, async (request, reply) => {
    const body = tillOpenInput.parse(readJson(request));
    const data = await writeRequest(db, request, { body }, (writing) => openTill(writing, body.opening));
    return reply.code(201).send({ success: true, message: 'Caja abierta', data });
  });

  const close = {
    permission,
    extra: true,
    summary: 'Caja: cerrar',
    creates: true,
    body: tillCloseInput,
    mayMiss: true,
    answer: closeRow,
  } as const;
  app.post('/till/close', { config: close }, async (request, reply) => {
    const body = tillCloseInput.parse(readJson(request));
    const data = await writeRequest(db, request, { body }, (writing) => closeTill(writing, body));
    return reply.code(201).send({ success: true, message: 'Caja cerrada', data });
  });

  const list = { permission, extra: true, summary: 'Caja: cierres', query: closesQuery, answer: closesPage } as const;
  app.get('/till/closes', { config: list }, async (request) => {
    const { page = 1, limit = DEFAULT_LIMIT } = closesQuery.parse(request.query);
    return listCloses(db, { page, limit });
  });

  const one = { permission, extra: true, summary: 'Caja: un cierre', answer: closeDetail } as const;
  app.get('/till/closes/:id', { config: one }, async (request) => {
    const data = await findClose(db, pathId(request));
    if (!data) throw notFound();
    return { success: true, data };
  });
}
