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
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { notFound } from '#db/writes/refusal';
import { putClientPrice, removeClientPrice } from '#features/billing/prices/client-prices.queries';
import { createRise, findRise, listRises, undoRise } from '#features/billing/prices/price-rises.queries';
import { readPriceHistory, readPriceList } from '#features/billing/prices/prices.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

function pathKind(request: FastifyRequest) {
  const { kind } = request.params as { kind: string };
  const priceKind = priceKinds.find((one) => one === kind);
  if (!priceKind) throw notFound();
  return priceKind;
}

export function priceRoutes(app: FastifyInstance, deps: Dependencies) {
  const route = routesOf(app, deps, { permission: 'billing', extra: true });

  route.get('/price-list', { summary: 'Precios: lista', answer: z.array(priceItem) }, ({ read }) =>
    readPriceList(read),
  );

  route.get(
    '/price/:kind/:id/history',
    { summary: 'Precios: historial', answer: z.array(priceVersion) },
    ({ read, id, request }) => readPriceHistory(read, pathKind(request), id),
  );

  route.get('/price-rise', { summary: 'Aumentos: lista', answer: z.array(priceRise) }, ({ read }) => listRises(read));

  route.get('/price-rise/:id', { summary: 'Aumentos: uno', answer: priceRiseDetail }, ({ read, id }) =>
    findRise(read, id),
  );

  route.post(
    '/price-rise',
    {
      summary: 'Aumentos: programar uno',
      creates: true,
      body: priceRiseInput,
      mayMiss: true,
      answer: priceRiseDetail,
      message: ({ state }) => (state === 'scheduled' ? 'Aumento programado' : 'Precios aumentados'),
    },
    ({ body, writeOnce }) => writeOnce((write) => createRise(write, body)),
  );

  route.delete(
    '/price-rise/:id',
    { summary: 'Aumentos: deshacer', answer: priceRiseDetail, message: 'Aumento deshecho' },
    ({ id, writeOnce }) => writeOnce((write) => undoRise(write, id)),
  );

  route.put(
    '/client-price',
    {
      summary: 'Precios: de un cliente',
      body: clientPriceInput,
      mayMiss: true,
      answer: clientPrice,
      message: 'Precio guardado',
    },
    ({ body, writeOnce }) => writeOnce((write) => putClientPrice(write, body)),
  );

  route.delete(
    '/client-price/:id',
    { summary: 'Precios: quitar el de un cliente', answer: clientPrice, message: 'Precio quitado' },
    ({ id, writeOnce }) => writeOnce((write) => removeClientPrice(write, id)),
  );
}
