import { firstStepsRow, ownBusinessRow, startInput } from '@pulso/contract/desk/own-business';
import type { FastifyInstance } from 'fastify';
import { hideFirstSteps } from '#features/accounts/auth/stage.queries';
import type { PasswordCheck } from '#features/accounts/auth/password-check';
import { readFirstSteps, readOwnBusiness, startOwnBusiness } from '#features/desk/own-business/own-business.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

/** Routes for turning the demonstration into one's own business. */
export function ownBusinessRoutes(app: FastifyInstance, deps: Dependencies, { confirm }: PasswordCheck) {
  // The permission for backups: it already allows taking all data away.
  const route = routesOf(app, deps, { permission: 'backups', extra: true });

  route.get(
    '/own-business',
    { summary: 'Negocio propio: qué hay de la demostración', answer: ownBusinessRow },
    ({ read }) => readOwnBusiness(read),
  );

  route.post(
    '/own-business',
    {
      summary: 'Negocio propio: empezar, sin las personas ni el dinero de la demostración',
      body: startInput,
      asksPassword: true,
      answer: ownBusinessRow,
    },
    async ({ body: { password, ...input }, write, request }) => {
      await confirm(request, password);
      return write((writing) => startOwnBusiness(writing, input));
    },
  );

  const steps = routesOf(app, deps, { permission: 'panel', extra: true });

  steps.get('/first-steps', { summary: 'Primeros pasos', answer: firstStepsRow }, ({ read }) => readFirstSteps(read));

  steps.post('/first-steps/hide', { summary: 'Primeros pasos: ocultar', answer: firstStepsRow }, ({ write }) =>
    write(async (writing) => {
      await hideFirstSteps(writing.db);
      return readFirstSteps(writing);
    }),
  );
}
