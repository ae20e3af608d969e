import { businessInput, businessRow } from '@pulso/contract/billing/business';
import type { FastifyInstance } from 'fastify';
import { changeBusiness, readBusiness } from '#features/billing/business/business.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { expectedVersion } from '#http/routes/ids';
import { routesOf } from '#http/routes/routes';

export function businessRoutes(app: FastifyInstance, deps: Dependencies) {
  const route = routesOf(app, deps, { permission: 'billing', extra: true });

  route.get('/business', { summary: 'Datos del negocio', answer: businessRow }, ({ read }) => readBusiness(read));

  route.patch(
    '/business',
    { summary: 'Datos del negocio: modificar', body: businessInput, answer: businessRow },
    ({ body, write, request }) => write((writing) => changeBusiness(writing, body, expectedVersion(request))),
  );
}
