import { today } from '@pulso/contract/dates';
import { activatePackageInput, removePackageInput, userPackageRow } from '@pulso/contract/users';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { once } from '#db/idempotency';
import { inTransaction } from '#db/transaction';
import { activatePackage, removeUserPackage } from '#features/users/user-packages.queries';
import { listUserPackages } from '#features/users/user-records.queries';
import { readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { notFound } from '#http/errors';
import { pathId } from '#http/ids';
import { intentionOf } from '#http/intention';

export function userPackageRoutes(app: FastifyInstance, { db, extras }: Dependencies) {
  const packagesOf = async (id: number) => {
    const packages = await listUserPackages(db, id);
    if (!packages) throw notFound();
    return packages;
  };

  const activate = {
    summary: 'Usuarios: activar paquete',
    body: activatePackageInput,
    answer: userPackageRow,
  };
  app.post('/user/activate-package', { config: activate }, async (request) => {
    const input = activatePackageInput.parse(readJson(request));
    const intention = intentionOf(request, input, extras);
    const made = await once(db, intention, async (transaction) => {
      const assigned = await activatePackage(transaction, input, {
        today: today(),
        allowTwice: intention !== undefined,
      });
      return assigned ?? null;
    });
    if (!made) throw notFound();
    const data = (await packagesOf(input.user_id)).find(({ id }) => id === made.id) ?? null;
    return { success: true, message: 'Paquete activado', data };
  });

  const remove = { summary: 'Usuarios: quitar paquete', body: removePackageInput, answer: z.array(userPackageRow) };
  app.delete('/user/:id/package', { config: remove }, async (request) => {
    const id = pathId(request);
    const { package_id } = removePackageInput.parse(readJson(request));
    const removed = await inTransaction(db, (transaction) => removeUserPackage(transaction, id, package_id));
    if (removed === undefined) throw notFound();
    return { success: true, message: 'Paquete eliminado', data: await packagesOf(id) };
  });

  if (!extras) return;
  const list = { extra: true, summary: 'Usuarios: paquetes', answer: z.array(userPackageRow) } as const;
  app.get('/user/:id/packages', { config: list }, async (request) => ({
    success: true,
    data: await packagesOf(pathId(request)),
  }));
}
