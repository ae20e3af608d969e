import { today } from '@pulso/contract/kit/dates';
import { statistics } from '@pulso/contract/desk/statistics';
import type { FastifyInstance } from 'fastify';
import { readStatistics } from '#features/desk/statistics/statistics.queries';
import type { Dependencies } from '#http/dependencies';

export function statisticsRoutes(app: FastifyInstance, { db, extras, now }: Dependencies) {
  app.get('/estadisticas', { config: { summary: 'Estadísticas', answer: statistics } }, async () => {
    const { entrenamientos, ...rest } = await readStatistics(db, today(now()));
    const { por_nivel, ...counts } = entrenamientos;
    return { success: true, data: { ...rest, entrenamientos: extras ? { ...counts, por_nivel } : counts } };
  });
}
