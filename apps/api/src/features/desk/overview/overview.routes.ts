import { overview, overviewQuery, SERIES_MONTHS, seriesMonth, seriesQuery } from '@pulso/contract/desk/overview';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { readOverview, readSeries } from '#features/desk/overview/overview.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

export function overviewRoutes(app: FastifyInstance, deps: Dependencies) {
  const route = routesOf(app, deps, { permission: 'billing', extra: true });

  route.get(
    '/business/overview',
    { summary: 'Negocio: los números de un mes', query: overviewQuery, answer: overview },
    ({ read, query }) => readOverview(read, query.month),
  );

  route.get(
    '/business/series',
    { summary: 'Negocio: mes por mes', query: seriesQuery, answer: z.array(seriesMonth) },
    ({ read, query: { months = SERIES_MONTHS } }) => readSeries(read, months),
  );
}
