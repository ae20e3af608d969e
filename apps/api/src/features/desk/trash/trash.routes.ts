import { restoredRow, trashBody, trashQuery } from '@pulso/contract/desk/trash';
import type { FastifyInstance } from 'fastify';
import { listTrash, restoreDeletion } from '#features/desk/trash/trash.queries';
import { refuseWhenGone } from '#http/entities/in-use';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

export function trashRoutes(app: FastifyInstance, deps: Dependencies) {
  const route = routesOf(app, deps, { permission: 'audit', extra: true });

  route.get(
    '/trash',
    { summary: 'Papelera: lo eliminado en los últimos 30 días', query: trashQuery, answer: trashBody },
    async ({ read, query }) => {
      const { rows, next } = await listTrash(read, query);
      return { success: true, data: rows, meta: { next } };
    },
  );

  route.post('/trash/:id/restore', { summary: 'Papelera: restaurar', answer: restoredRow }, ({ id, write }) =>
    refuseWhenGone(deps.db, () => write((writing) => restoreDeletion(writing, id, deps.aroundRestore))),
  );
}
