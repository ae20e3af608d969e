import { statistics } from '@pulso/contract/desk/statistics';
import { today } from '@pulso/contract/kit/dates';
import type { FastifyInstance } from 'fastify';
import { readStatistics } from '#features/desk/statistics/statistics.queries';
import type { Dependencies } from '#http/dependencies';

export function statisticsRoutes(app: FastifyInstance, { db, now }: Dependencies) {
  const config = { permission: 'statistics', summary: 'Estadísticas', answer: statistics } as const;
  app.get('/estadisticas', { config }, async () => ({ success: true, data: await readStatistics(db, today(now())) }));
}
