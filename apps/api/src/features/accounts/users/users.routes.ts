import { userCreate, userListQuery, userListRow, userPatch, userRow } from '@pulso/contract/accounts/users';
import { today } from '@pulso/contract/kit/dates';
import { pageBody } from '@pulso/contract/kit/envelope';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { notFound, staleVersion } from '#db/refusal';
import { whileAllowed } from '#db/while-allowed';
import { write } from '#db/write';
import { openUserList, readAllUsers } from '#features/accounts/users/user-list.queries';
import { changeUser, createUser, findUser, removeUser, restoreUser } from '#features/accounts/users/users.queries';
import { currentAccount } from '#http/authorize';
import { readJson, readJsonOrForm, type Form } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { JSON_TYPE } from '#http/encoding';
import { expectedVersion, pathId } from '#http/ids';
import { refusingWhenGone } from '#http/in-use';
import { sendRead } from '#http/json-reads';
import { inEnvelope, wholeLists } from '#http/whole-list';

const permission = 'users';
const PICTURE = 'image';

export function userRoutes(app: FastifyInstance, deps: Dependencies) {
  const { db, passwords, uploads, now, extras, passwordChanged } = deps;
  const sendWholeList = wholeLists();
  const sendAll = (request: FastifyRequest, reply: FastifyReply) =>
    sendWholeList(
      request,
      reply.type(JSON_TYPE),
      inEnvelope(whileAllowed(db, currentAccount(request), readAllUsers(db))),
    );
  const sendPage = sendRead(deps);
  const pageOf = openUserList(db, now);
  const isPage = ({ query }: FastifyRequest) => Object.keys(query as object).length > 0;
  // Without a query there is no page, and so no `meta`.
  const answer = z.partial(pageBody(userListRow), { meta: true });
  const reads = (request: FastifyRequest) =>
    isPage(request) ? pageOf(userListQuery.parse(request.query), today(now())) : undefined;
  const list = {
    permission,
    summary: 'Usuarios: lista',
    query: userListQuery,
    answer,
    reads,
    fromReplica: true,
  } as const;
  app.get('/user', { config: list }, async (request, reply) =>
    isPage(request) ? sendPage(request, reply) : sendAll(request, reply),
  );

  // The specification has JSON alone here; a picture comes in a form.
  const optionalUpload = extras ? PICTURE : undefined;
  const readBody = async (request: FastifyRequest): Promise<Form> =>
    optionalUpload ? readJsonOrForm(request, optionalUpload) : { fields: readJson(request) };

  const create = {
    permission,
    summary: 'Usuarios: crear',
    creates: true,
    body: userCreate,
    optionalUpload,
    answer: userRow,
  } as const;
  app.post('/user', { config: create }, async (request, reply) => {
    const { fields, image } = await readBody(request);
    const { password, ...values } = userCreate.parse(fields);
    const password_hash = await passwords.hash(password);
    const user = await uploads.keep(image, PICTURE, (uploaded) =>
      write(db, currentAccount(request), (writing) => createUser(writing, { ...values, password_hash, uploaded })),
    );
    return reply.code(201).send({ success: true, data: user });
  });

  const change = {
    permission,
    summary: 'Usuarios: modificar',
    body: userPatch,
    optionalUpload,
    answer: userRow,
  } as const;
  app.patch('/user/:id', { config: change }, async (request) => {
    const id = pathId(request);
    const version = expectedVersion(request);
    const { fields, image } = await readBody(request);
    const { password, remove_image, ...values } = userPatch.parse(fields);
    const before = image || remove_image ? await findUser(db, id) : undefined;
    if ((image || remove_image) && !before) throw notFound();
    const secret = password === undefined ? {} : { password_hash: await passwords.hash(password) };
    const user = await uploads.keep(image, PICTURE, async (url) => {
      const uploaded = url ?? (remove_image ? null : undefined);
      const changed = await write(db, currentAccount(request), (writing) =>
        changeUser(writing, id, { ...values, ...secret, uploaded }, version),
      );
      if (changed) return changed;
      throw version !== undefined && (await findUser(db, id)) ? staleVersion() : notFound();
    });
    if (before) await uploads.remove(before.profile_image);
    // The daily chores do it if this fails.
    if (password !== undefined) await passwordChanged?.().catch(() => undefined);
    return { success: true, data: user };
  });

  const remove = { permission, summary: 'Usuarios: eliminar', answer: userRow } as const;
  app.delete('/user/:id', { config: remove }, async (request) => {
    const id = pathId(request);
    const user = await write(db, currentAccount(request), (writing) => removeUser(writing, id));
    if (!user) throw notFound();
    return { success: true, data: user };
  });

  const restore = { permission, extra: true, summary: 'Usuarios: recuperar uno eliminado', answer: userRow } as const;
  app.post('/user/:id/restore', { config: restore }, async (request) => {
    const id = pathId(request);
    const user = await refusingWhenGone(db, () =>
      write(db, currentAccount(request), (writing) => restoreUser(writing, id)),
    );
    if (!user) throw notFound();
    return { success: true, data: user };
  });
}
