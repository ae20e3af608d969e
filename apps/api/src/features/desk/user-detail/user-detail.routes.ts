import { userDetail } from '@pulso/contract/desk/user-detail';
import { today } from '@pulso/contract/kit/dates';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { detailOf } from '#features/desk/user-detail/user-detail.queries';
import type { Dependencies } from '#http/dependencies';
import { pathId } from '#http/ids';
import { jsonBody, sendRead } from '#http/json-reads';

export function userDetailRoutes(app: FastifyInstance, deps: Dependencies) {
  const reads = (request: FastifyRequest) => jsonBody(detailOf(pathId(request), today(deps.now())));
  const config = {
    permission: 'users',
    summary: 'Usuarios: uno',
    answer: userDetail,
    reads,
    fromReplica: true,
  } as const;
  app.get('/user/:id', { config }, sendRead(deps));
}
