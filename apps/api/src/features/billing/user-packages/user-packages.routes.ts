import { activatePackageInput, removePackageInput, userPackageRow } from '@pulso/contract/billing/user-packages';
import { today } from '@pulso/contract/kit/dates';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Db } from '#db/database';
import { writeOnce } from '#db/idempotency';
import { notFound } from '#db/refusal';
import {
  activatePackage,
  listUserPackages,
  removeUserPackage,
} from '#features/billing/user-packages/user-packages.queries';
import { currentAccount } from '#http/authorize';
import { readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { idempotentRequest } from '#http/idempotency-key';
import { pathId } from '#http/ids';
import { writeRequest } from '#http/write-request';

const permission = 'billing';

export function userPackageRoutes(app: FastifyInstance, { db, now }: Dependencies) {
  const packagesOr404 = async (from: Db, userId: number) => {
    const packages = await listUserPackages(from, userId);
    if (!packages) throw notFound();
    return packages;
  };

  const activate = {
    permission,
    summary: 'Usuarios: activar paquete',
    body: activatePackageInput,
    mayMiss: true,
    answer: userPackageRow,
  } as const;
  app.post('/user/activate-package', { config: activate }, async (request) => {
    const input = activatePackageInput.parse(readJson(request));
    const data = await writeOnce(db, currentAccount(request), idempotentRequest(request, input), async (writing) => {
      const made = await activatePackage(writing, input, today(now()));
      const packages = await packagesOr404(writing.db, input.user_id);
      return packages.find(({ id }) => id === made);
    });
    return { success: true, message: 'Paquete activado', data };
  });

  const remove = {
    permission,
    summary: 'Usuarios: quitar paquete',
    body: removePackageInput,
    answer: z.array(userPackageRow),
  } as const;
  app.delete('/user/:id/package', { config: remove }, async (request) => {
    const id = pathId(request);
    const body = removePackageInput.parse(readJson(request));
    const data = await writeRequest(db, request, { body, userId: id }, async (writing) => {
      const removed = await removeUserPackage(writing, id, body.package_id);
      return removed === undefined ? undefined : packagesOr404(writing.db, id);
    });
    return { success: true, message: 'Paquete eliminado', data };
  });

  const list = { permission, extra: true, summary: 'Usuarios: paquetes', answer: z.array(userPackageRow) } as const;
  app.get('/user/:id/packages', { config: list }, async (request) => ({
    success: true,
    data: await packagesOr404(db, pathId(request)),
  }));
}
