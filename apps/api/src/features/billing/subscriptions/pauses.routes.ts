import { userRow } from '@pulso/contract/accounts/users';
import { pauseInput, resumeInput } from '@pulso/contract/billing/pauses';
import type { FastifyInstance } from 'fastify';
import { pauseSubscription, resumeSubscription } from '#features/billing/subscriptions/pauses.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

export function pauseRoutes(app: FastifyInstance, deps: Dependencies) {
  const route = routesOf(app, deps, { permission: 'billing', extra: true });

  route.post(
    '/user/:id/pause',
    {
      summary: 'Pausar: los días que quedan siguen a la vuelta',
      creates: true,
      body: pauseInput,
      answer: userRow,
      message: 'Suscripción pausada',
    },
    ({ id, body, writeOnce }) => writeOnce((write) => pauseSubscription(write, id, body), id),
  );

  route.post(
    '/user/:id/resume',
    {
      summary: 'Pausar: reanudar, o cambiar la vuelta',
      body: resumeInput,
      answer: userRow,
      message: 'Suscripción reanudada',
    },
    ({ id, body, writeOnce }) => writeOnce((write) => resumeSubscription(write, id, body), id),
  );
}
