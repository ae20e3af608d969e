import { userDetail } from '@pulso/contract/desk/user-detail';
import type { FastifyInstance } from 'fastify';
import { detailOf } from '#features/desk/user-detail/user-detail.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { pathId } from '#http/routes/ids';
import { jsonBody, answerRead } from '#http/routes/json-reads';
import type { RouteDocs } from '#http/routes/route-docs';

export function userDetailRoutes(app: FastifyInstance, deps: Dependencies) {
  const config = {
    permission: 'users',
    access: 'trainer',
    summary: 'Usuarios: uno',
    answer: userDetail,
    reads: (request, actor) => jsonBody(detailOf(pathId(request), actor)),
    fromReplica: true,
  } as const satisfies RouteDocs;
  app.get('/user/:id', { config }, answerRead(deps));
}
