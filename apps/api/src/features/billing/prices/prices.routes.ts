import {
  clientPrice,
  clientPriceInput,
  priceItem,
  priceKinds,
  priceRise,
  priceRiseDetail,
  priceRiseInput,
  priceVersion,
} from '@pulso/contract/billing/prices';
import { today } from '@pulso/contract/kit/dates';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { notFound } from '#db/refusal';
import { putClientPrice, removeClientPrice } from '#features/billing/prices/client-prices.queries';
import { createRise, findRise, listRises, undoRise } from '#features/billing/prices/price-rises.queries';
import { readPriceHistory, readPriceList } from '#features/billing/prices/prices.queries';
import { readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { pathId } from '#http/ids';
import { writeRequest } from '#http/write-request';

const permission = 'billing';
const nothing = { body: {} };

function pathKind(request: FastifyRequest) {
  const { kind } = request.params as { kind: string };
  const found = priceKinds.find((one) => one === kind);
  if (!found) throw notFound();
  return found;
}

export function priceRoutes(app: FastifyInstance, { db, now }: Dependencies) {
  const list = { permission, extra: true, summary: 'Precios: lista', answer: z.array(priceItem) } as const;
  app.get('/price-list', { config: list }, async () => ({
    success: true,
    data: await readPriceList(db, today(now())),
  }));

  const history = { permission, extra: true, summary: 'Precios: historial', answer: z.array(priceVersion) } as const;
  app.get('/price/:kind/:id/history', { config: history }, async (request) => {
    const data = await readPriceHistory(db, pathKind(request), pathId(request));
    if (!data) throw notFound();
    return { success: true, data };
  });

  const rises = { permission, extra: true, summary: 'Aumentos: lista', answer: z.array(priceRise) } as const;
  app.get('/price-rise', { config: rises }, async () => ({ success: true, data: await listRises(db, today(now())) }));

  const one = { permission, extra: true, summary: 'Aumentos: uno', answer: priceRiseDetail } as const;
  app.get('/price-rise/:id', { config: one }, async (request) => {
    const data = await findRise(db, pathId(request), today(now()));
    if (!data) throw notFound();
    return { success: true, data };
  });

  const create = {
    permission,
    extra: true,
    summary: 'Aumentos: programar uno',
    creates: true,
    body: priceRiseInput,
    mayMiss: true,
    answer: priceRiseDetail,
  } as const;
  app.post('/price-rise', { config: create }, async (request, reply) => {
    const body = priceRiseInput.parse(readJson(request));
    const data = await writeRequest(db, request, { body }, (writing) => createRise(writing, body));
    const message = data.state === 'scheduled' ? 'Aumento programado' : 'Precios aumentados';
    return reply.code(201).send({ success: true, message, data });
  });

  const undo = { permission, extra: true, summary: 'Aumentos: deshacer', answer: priceRiseDetail } as const;
  app.delete('/price-rise/:id', { config: undo }, async (request) => {
    const id = pathId(request);
    const data = await writeRequest(db, request, nothing, (writing) => undoRise(writing, id));
    return { success: true, message: 'Aumento deshecho', data };
  });

  const put = {
    permission,
    extra: true,
    summary: 'Precios: de un cliente',
    body: clientPriceInput,
    mayMiss: true,
    answer: clientPrice,
  } as const;
  app.put('/client-price', { config: put }, async (request) => {
    const body = clientPriceInput.parse(readJson(request));
    const data = await writeRequest(db, request, { body }, (writing) => putClientPrice(writing, body));
    return { success: true, message: 'Precio guardado', data };
  });

  const removal = {
    permission,
    extra: true,
    summary: 'Precios: quitar el de un cliente',
    answer: clientPrice,
  } as const;
  app.delete('/client-price/:id', { config: removal }, async (request) => {
    const id = pathId(request);
    const data = await writeRequest(db, request, nothing, (writing) => removeClientPrice(writing, id));
    return { success: true, message: 'Precio quitado', data };
  });
}
