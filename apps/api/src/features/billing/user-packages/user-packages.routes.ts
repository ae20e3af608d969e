import { activatePackageInput, removePackageInput, userPackageRow } from '@pulso/contract/billing/user-packages';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import {
  activatePackage,
  listUserPackages,
  removeUserPackage,
} from '#features/billing/user-packages/user-packages.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

export function userPackageRoutes(app: FastifyInstance, deps: Dependencies) {
  const route = routesOf(app, deps, { permission: 'billing' });

  route.post(
    '/user/activate-package',
    {
      summary: 'Usuarios: activar paquete',
      body: activatePackageInput,
      mayMiss: true,
      answer: userPackageRow,
      message: 'Paquete activado',
    },
    ({ body, writeOnce }) =>
      writeOnce(async (write) => {
        const assignmentId = await activatePackage(write, body);
        const packages = await listUserPackages(write, body.user_id);
        return packages?.find(({ id }) => id === assignmentId);
      }),
  );

  route.delete(
    '/user/:id/package',
    {
      summary: 'Usuarios: quitar paquete',
      body: removePackageInput,
      answer: z.array(userPackageRow),
      message: 'Paquete eliminado',
    },
    ({ id, body, writeOnce }) =>
      writeOnce(async (write) => {
        const removedUserId = await removeUserPackage(write, id, body.package_id);
        return removedUserId === undefined ? undefined : listUserPackages(write, id);
      }, id),
  );

  route.get(
    '/user/:id/packages',
    { extra: true, summary: 'Usuarios: paquetes', answer: z.array(userPackageRow) },
    ({ read, id }) => listUserPackages(read, id),
  );
}
