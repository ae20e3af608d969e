import { reasonInput } from '@pulso/contract/billing/ledger';
import {
  annulledPeriodBody,
  periodRow,
  renewalBody,
  renewalResultBody,
  renewInput,
} from '@pulso/contract/billing/subscriptions';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { listPeriods } from '#features/billing/subscriptions/periods.queries';
import { annulPeriod, readRenewal, renew } from '#features/billing/subscriptions/renewals.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

export function renewalRoutes(app: FastifyInstance, deps: Dependencies) {
  const route = routesOf(app, deps, { permission: 'billing', extra: true });

  route.get('/user/:id/renewal', { summary: 'Renovar: con qué se empieza', answer: renewalBody }, ({ read, id }) =>
    readRenewal(read, id),
  );

  route.get('/user/:id/periods', { summary: 'Períodos de un usuario', answer: z.array(periodRow) }, ({ read, id }) =>
    listPeriods(read, id),
  );

  route.post(
    '/user/:id/renew',
    {
      summary: 'Renovar: vender el período que sigue',
      creates: true,
      body: renewInput,
      answer: renewalResultBody,
      message: 'Suscripción renovada',
    },
    ({ id, body, writeOnce }) => writeOnce((write) => renew(write, id, body), id),
  );

  route.post(
    '/period/:id/annul',
    {
      summary: 'Renovar: anular un período con su dinero',
      creates: true,
      body: reasonInput,
      answer: annulledPeriodBody,
      message: 'Período anulado',
    },
    ({ id, body, writeOnce }) => writeOnce((write) => annulPeriod(write, id, body.reason)),
  );
}
