import { bulkInput, bulkResult, describeBulk } from '@pulso/contract/accounts/whom';
import type { FastifyInstance } from 'fastify';
import { changeMany } from '#features/accounts/users/user-bulk.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

export function bulkRoutes(app: FastifyInstance, deps: Dependencies) {
  const route = routesOf(app, deps, { permission: 'users', extra: true });
  route.post(
    '/user/bulk',
    { summary: 'Usuarios: cambiar muchos', body: bulkInput, answer: bulkResult, mayMiss: true, message: describeBulk },
    ({ body, writeOnce }) => writeOnce((write) => changeMany(write, body)),
  );
}
