import { statistics } from '@pulso/contract/desk/statistics';
import { today } from '@pulso/contract/kit/dates';
import type { FastifyInstance } from 'fastify';
import { statisticsOn } from '#features/desk/statistics/statistics.queries';
import type { Dependencies } from '#http/dependencies';
import { jsonBody, sendRead } from '#http/json-reads';

export function statisticsRoutes(app: FastifyInstance, deps: Dependencies) {
  const reads = () => jsonBody(statisticsOn(today(deps.now())));
  const config = {
    permission: 'statistics',
    summary: 'Estadísticas',
    answer: statistics,
    reads,
    fromReplica: true,
  } as const;
  app.get('/estadisticas', { config }, sendRead(deps));
}
