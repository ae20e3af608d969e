import { userDetail } from '@pulso/contract/desk/user-detail';
import { today } from '@pulso/contract/kit/dates';
import type { FastifyInstance } from 'fastify';
import { notFound } from '#db/refusal';
import { findUserDetail } from '#features/desk/user-detail/user-detail.queries';
import type { Dependencies } from '#http/dependencies';
import { pathId } from '#http/ids';

export function userDetailRoutes(app: FastifyInstance, { db, now }: Dependencies) {
  const config = { permission: 'users', summary: 'Usuarios: uno', answer: userDetail } as const;
  app.get('/user/:id', { config }, async (request) => {
    const user = await findUserDetail(db, pathId(request), today(now()));
    if (!user) throw notFound();
    return { success: true, data: user };
  });
}
