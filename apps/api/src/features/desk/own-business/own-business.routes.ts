import { firstStepsRow, ownBusinessRow, startInput } from '@pulso/contract/desk/own-business';
import type { FastifyInstance } from 'fastify';
import { hideFirstSteps } from '#db/own-business';
import { write } from '#db/write';
import type { PasswordCheck } from '#features/accounts/auth/password-check';
import { readFirstSteps, readOwnBusiness, startOwnBusiness } from '#features/desk/own-business/own-business.queries';
import { currentAccount } from '#http/authorize';
import { readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';

/** From the demonstration to a business of one's own. */
export function ownBusinessRoutes(app: FastifyInstance, { db }: Dependencies, { confirm }: PasswordCheck) {
  const found = {
    permission: 'backups',
    extra: true,
    summary: 'Negocio propio: qué hay de la demostración',
    answer: ownBusinessRow,
  } as const;
  app.get('/own-business', { config: found }, async (request) => ({
    success: true,
    data: await readOwnBusiness(db, currentAccount(request)),
  }));

  const start = {
    // Whoever may take all data away.
    permission: 'backups',
    extra: true,
    summary: 'Negocio propio: empezar, sin las personas ni el dinero de la demostración',
    body: startInput,
    answer: ownBusinessRow,
  } as const;
  app.post('/own-business', { config: start }, async (request) => {
    const { password, ...input } = startInput.parse(readJson(request));
    await confirm(request, password);
    const data = await write(db, currentAccount(request), (writing) => startOwnBusiness(writing, input));
    return { success: true, data };
  });

  const steps = { permission: 'panel', extra: true, summary: 'Primeros pasos', answer: firstStepsRow } as const;
  app.get('/first-steps', { config: steps }, async (request) => ({
    success: true,
    data: await readFirstSteps(db, currentAccount(request)),
  }));

  const hide = { permission: 'panel', extra: true, summary: 'Primeros pasos: ocultar', answer: firstStepsRow } as const;
  app.post('/first-steps/hide', { config: hide }, async (request) => {
    const account = currentAccount(request);
    await write(db, account, (writing) => hideFirstSteps(writing.db));
    return { success: true, data: await readFirstSteps(db, account) };
  });
}
