import { measuresAnswer, measuresInput, myMeasures } from '@pulso/contract/coaching/measures';
import type { FastifyInstance } from 'fastify';
import { requireSight } from '#features/coaching/courses/coverage.queries';
import { readMeasures, storeMeasures } from '#features/coaching/measures/measures.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

export function measureRoutes(app: FastifyInstance, deps: Dependencies) {
  const route = routesOf(app, deps, { permission: 'own', extra: true });

  route.get('/my/measures', { summary: 'La app: las medidas propias', answer: myMeasures }, async ({ read }) => {
    await requireSight(read, 'history');
    return readMeasures(read, read.actor.id);
  });

  route.put(
    '/my/measures',
    { summary: 'La app: guardar medidas', body: measuresInput, answer: measuresAnswer },
    ({ body, write }) => write((writing) => storeMeasures(writing, body)),
  );

  routesOf(app, deps, { permission: 'coaching', access: 'trainer', extra: true }).get(
    '/user/:id/measures',
    { summary: 'Usuarios: sus medidas', answer: myMeasures },
    ({ id, read }) => readMeasures(read, id),
  );
}
