import { createHash } from 'node:crypto';
import { myDiet, myToday, myTraining } from '@pulso/contract/coaching/courses';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { requireSight } from '#features/coaching/courses/coverage.queries';
import { readOwnDiets, readToday, readTraining } from '#features/coaching/courses/my-courses.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

const courseOf = (request: FastifyRequest) => (request.params as { course: string }).course;

/** Routes by which a client reads his courses and diets: his session alone says whose they are. */
export function myCourseRoutes(app: FastifyInstance, deps: Dependencies) {
  const route = routesOf(app, deps, { permission: 'own', extra: true });

  route.get('/my/today', { summary: 'La app: el día de hoy', answer: myToday }, ({ read }) =>
    readToday(read, deps.now()),
  );

  route.get(
    '/my/training/:course',
    { summary: 'La app: un entrenamiento que se sigue', answer: myTraining },
    async ({ read, request, reply }) => {
      await requireSight(read, 'contents');
      const training = await readTraining(read, deps.now(), courseOf(request));
      if (!training) return undefined;
      const etag = `W/"${createHash('sha256').update(JSON.stringify(training)).digest('base64url')}"`;
      reply.headers({ ETag: etag, 'Cache-Control': 'private, no-cache' });
      return request.headers['if-none-match'] === etag ? reply.code(304).send() : training;
    },
  );

  route.get(
    '/my/diets',
    { summary: 'La app: las comidas que se siguen', answer: z.array(myDiet) },
    async ({ read }) => {
      await requireSight(read, 'contents');
      return readOwnDiets(read);
    },
  );

  route.get('/my/diet/:id', { summary: 'La app: una comida que se sigue', answer: myDiet }, async ({ read, id }) => {
    await requireSight(read, 'contents');
    return (await readOwnDiets(read)).find((diet) => diet.id === id);
  });
}
