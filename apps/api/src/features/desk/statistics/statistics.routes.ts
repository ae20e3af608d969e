import { statistics } from '@pulso/contract/desk/statistics';
import type { FastifyInstance } from 'fastify';
import { statisticsOn } from '#features/desk/statistics/statistics.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { jsonBody, answerRead } from '#http/routes/json-reads';
import type { RouteDocs } from '#http/routes/route-docs';

export function statisticsRoutes(app: FastifyInstance, deps: Dependencies) {
  const config = {
    permission: 'statistics',
    summary: 'Estadísticas',
    answer: statistics,
    reads: (_request, { today }) => jsonBody(statisticsOn(today)),
    fromReplica: true,
  } as const satisfies RouteDocs;
  app.get('/estadisticas', { config }, answerRead(deps));
}
