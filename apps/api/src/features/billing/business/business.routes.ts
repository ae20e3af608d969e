import { businessInput, businessRow } from '@pulso/contract/billing/business';
import type { FastifyInstance } from 'fastify';
import { write } from '#db/write';
import { changeBusiness, readBusiness } from '#features/billing/business/business.queries';
import { currentAccount } from '#http/authorize';
import { readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { expectedVersion } from '#http/ids';

const permission = 'billing';

export function businessRoutes(app: FastifyInstance, { db }: Dependencies) {
  const found = { permission, extra: true, summary: 'Datos del negocio', answer: businessRow } as const;
  app.get('/business', { config: found }, async () => ({ success: true, data: await readBusiness(db) }));

  const changed = {
    permission,
    extra: true,
    summary: 'Datos del negocio: modificar',
    body: businessInput,
    answer: businessRow,
  } as const;
  app.patch('/business', { config: changed }, async (request) => {
    const version = expectedVersion(request);
    const input = businessInput.parse(readJson(request));
    const data = await write(db, currentAccount(request), (writing) => changeBusiness(writing, input, version));
    return { success: true, data };
  });
}
