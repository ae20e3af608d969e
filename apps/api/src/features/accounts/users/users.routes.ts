import { today } from '@pulso/contract/kit/dates';
import { pageBody } from '@pulso/contract/kit/envelope';
import {
  plainUserCreate,
  plainUserPatch,
  USER_PACKAGE_EXTRAS,
  userCreate,
  userDetail,
  userListQuery,
  userListRow,
  userPatch,
  userRow,
} from '@pulso/contract/accounts/users';
import type { FastifyInstance } from 'fastify';
import { listUsers, readAllUsers } from '#features/accounts/users/user-list.queries';
import { findUserDetail } from '#features/desk/user-detail/user-detail.queries';
import { changeUser, createUser, findUser, removeUser } from '#features/accounts/users/users.queries';
import { currentAccount } from '#http/access';
import { readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { notFound, staleVersion } from '#http/errors';
import { expectedVersion, pathId } from '#http/ids';
import { withoutExtras } from '#http/extras';
import { wholeLists } from '#http/whole-list';

export function userRoutes(app: FastifyInstance, { db, passwords, extras, now }: Dependencies) {
  const input = extras ? { create: userCreate, patch: userPatch } : { create: plainUserCreate, patch: plainUserPatch };
  const sendWholeList = wholeLists();
  // Without a query there is no page, and so no `meta`.
  const answer = pageBody(userListRow).partial({ meta: true });
  const list = { summary: 'Usuarios: lista', query: userListQuery, answer };
  app.get('/user', { config: list }, async (request, reply) => {
    if (extras && Object.keys(request.query as object).length > 0) {
      const { rows, meta } = await listUsers(db, userListQuery.parse(request.query), today(now()));
      return { success: true, data: rows, meta };
    }
    return sendWholeList(request, reply, readAllUsers(db));
  });

  app.get('/user/:id', { config: { summary: 'Usuarios: uno', answer: userDetail } }, async (request) => {
    const user = await findUserDetail(db, pathId(request), today(now()));
    if (!user) throw notFound();
    const user_packages = user.user_packages.map((held) => withoutExtras(held, extras, USER_PACKAGE_EXTRAS));
    return { success: true, data: withoutExtras({ ...user, user_packages }, extras) };
  });

  const create = { summary: 'Usuarios: crear', creates: true, body: input.create, answer: userRow } as const;
  app.post('/user', { config: create }, async (request, reply) => {
    const { password, ...values } = input.create.parse(readJson(request));
    const user = await createUser(db, { ...values, password_hash: await passwords.hash(password) });
    return reply.code(201).send({ success: true, data: withoutExtras(user, extras) });
  });

  const change = { summary: 'Usuarios: modificar', body: input.patch, answer: userRow };
  app.patch('/user/:id', { config: change }, async (request) => {
    const id = pathId(request);
    const version = extras ? expectedVersion(request) : undefined;
    const { password, ...values } = input.patch.parse(readJson(request));
    const secret = password === undefined ? {} : { password_hash: await passwords.hash(password) };
    const user = await changeUser(db, id, { ...values, ...secret }, currentAccount(request), version);
    if (!user) throw version !== undefined && (await findUser(db, id)) ? staleVersion() : notFound();
    return { success: true, data: withoutExtras(user, extras) };
  });

  app.delete('/user/:id', { config: { summary: 'Usuarios: eliminar', answer: userRow } }, async (request) => {
    const user = await removeUser(db, pathId(request), currentAccount(request));
    if (!user) throw notFound();
    return { success: true, data: withoutExtras(user, extras) };
  });
}
