import { eventQuery, eventsBody, verification } from '@pulso/contract/accounts/audit';
import type { FastifyInstance } from 'fastify';
import { findNames, listEvents, verifyEvents } from '#features/accounts/audit/audit.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

export function eventRoutes(app: FastifyInstance, deps: Dependencies) {
  const route = routesOf(app, deps, { permission: 'audit', extra: true });

  route.get(
    '/event',
    { summary: 'Auditoría: quién hizo qué', query: eventQuery, answer: eventsBody },
    async ({ read, query }) => {
      const { rows, next } = await listEvents(read, query);
      return { success: true, data: rows, meta: { next, names: await findNames(read, rows) } };
    },
  );

  route.get('/event/verify', { summary: 'Auditoría: comprobar los sellos', answer: verification }, ({ read }) =>
    verifyEvents(read),
  );
}
