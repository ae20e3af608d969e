import { today } from '@pulso/contract/kit/dates';
import { activatePackageInput, removePackageInput, USER_PACKAGE_EXTRAS, userPackageRow } from '@pulso/contract/accounts/users';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Db } from '#db/database';
import { once } from '#db/idempotency';
import { inTransaction } from '#db/transaction';
import { activatePackage, removeUserPackage } from '#features/billing/user-packages/user-packages.queries';
import { listUserPackages } from '#features/desk/user-detail/user-detail.queries';
import { readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { notFound } from '#http/errors';
import { withoutExtras } from '#http/extras';
import { pathId } from '#http/ids';
import { intentionOf } from '#http/intention';

export function userPackageRoutes(app: FastifyInstance, { db, extras, now }: Dependencies) {
  const packagesOr404 = async (from: Db, userId: number) => {
    const packages = await listUserPackages(from, userId);
    if (!packages) throw notFound();
    return packages.map((held) => withoutExtras(held, extras, USER_PACKAGE_EXTRAS));
  };

  const activate = {
    summary: 'Usuarios: activar paquete',
    body: activatePackageInput,
    answer: userPackageRow,
  };
  app.post('/user/activate-package', { config: activate }, async (request) => {
    const input = activatePackageInput.parse(readJson(request));
    const data = await once(db, intentionOf(request, input, extras), async (transaction) => {
      const made = await activatePackage(transaction, input, today(now()));
      const packages = await packagesOr404(transaction, input.user_id);
      return packages.find(({ id }) => id === made);
    });
    return { success: true, message: 'Paquete activado', data };
  });

  const remove = { summary: 'Usuarios: quitar paquete', body: removePackageInput, answer: z.array(userPackageRow) };
  app.delete('/user/:id/package', { config: remove }, async (request) => {
    const id = pathId(request);
    const { package_id } = removePackageInput.parse(readJson(request));
    const data = await inTransaction(db, async (transaction) => {
      const removed = await removeUserPackage(transaction, id, package_id);
      if (removed === undefined) throw notFound();
      return packagesOr404(transaction, id);
    });
    return { success: true, message: 'Paquete eliminado', data };
  });

  if (!extras) return;
  const list = { extra: true, summary: 'Usuarios: paquetes', answer: z.array(userPackageRow) } as const;
  app.get('/user/:id/packages', { config: list }, async (request) => ({
    success: true,
    data: await packagesOr404(db, pathId(request)),
  }));
}
