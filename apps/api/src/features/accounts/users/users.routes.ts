import { userListRow, userRow } from '@pulso/contract/accounts/users';
import { userCreate, userPatch } from '@pulso/contract/accounts/users.input';
import { userListQuery } from '@pulso/contract/accounts/users.questions';
import { pageBody } from '@pulso/contract/kit/envelope';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { notFound, staleVersion } from '#db/writes/refusal';
import { streamWhileAllowed } from '#db/writes/stream-while-allowed';
import type { Write } from '#db/writes/write';
import { openUserList, readAllUsers } from '#features/accounts/users/user-list.queries';
import { changeUser, createUser, findUser, removeUser, restoreUser } from '#features/accounts/users/users.queries';
import { readJson, readJsonOrForm, type Form } from '#http/bodies/body';
import type { Dependencies } from '#http/routes/dependencies';
import { JSON_TYPE } from '#http/answers/encoding';
import { expectedVersion } from '#http/routes/ids';
import { refuseWhenGone } from '#http/entities/in-use';
import { answerRead } from '#http/routes/json-reads';
import { routesOf } from '#http/routes/routes';
import { wrapInEnvelope, openListStreamer } from '#http/entities/whole-list';

const PICTURE_FIELD = 'image';

export function userRoutes(app: FastifyInstance, deps: Dependencies) {
  const { db, passwords, uploads, now, extras, passwordChanged } = deps;
  const route = routesOf(app, deps, { permission: 'users' });
  const sendWholeList = openListStreamer();
  const sendPage = answerRead(deps);
  const { pageOf, findSimilar, readSegmentPage } = openUserList(db, now);
  const isPage = ({ query }: FastifyRequest) => Object.keys(query as object).length > 0;

  route.get(
    '/user',
    {
      summary: 'Usuarios: lista',
      access: 'trainer',
      query: userListQuery,
      // A list without a query has no page, and so no `meta`.
      answer: z.partial(pageBody(userListRow), { meta: true }),
      reads: (request, actor) => {
        if (!isPage(request)) return undefined;
        const query = userListQuery.parse(request.query);
        return query.segment_id === undefined ? pageOf(query, actor) : undefined;
      },
      fromReplica: true,
    },
    async ({ read, request, reply }) => {
      if (isPage(request)) {
        const query = userListQuery.parse(request.query);
        if (query.segment_id !== undefined) return reply.type(JSON_TYPE).send(await readSegmentPage(read, query));
        return sendPage(request, reply, (page) => findSimilar(read, query, page));
      }
      const rows = streamWhileAllowed(db, read.actor, readAllUsers(read));
      return sendWholeList(request, reply.type(JSON_TYPE), wrapInEnvelope(rows));
    },
  );

  const afterTyping = (writing: Write) => (extras ? (id: number) => deps.saveTypedPeriod(writing, id) : undefined);

  // The specification has JSON alone here; a picture comes in a form.
  const optionalUpload = extras ? PICTURE_FIELD : undefined;
  const readBody = async (request: FastifyRequest): Promise<Form> =>
    optionalUpload ? readJsonOrForm(request, optionalUpload) : { fields: readJson(request) };

  route.post(
    '/user',
    { summary: 'Usuarios: crear', creates: true, body: userCreate, optionalUpload, answer: userRow },
    async ({ write, request }) => {
      const { fields, image } = await readBody(request);
      const { password, ...values } = userCreate.parse(fields);
      const password_hash = await passwords.hash(password);
      return uploads.keep(image, PICTURE_FIELD, (uploaded) =>
        write((writing) => createUser(writing, { ...values, password_hash, uploaded }, afterTyping(writing))),
      );
    },
  );

  route.patch(
    '/user/:id',
    { summary: 'Usuarios: modificar', body: userPatch, optionalUpload, answer: userRow },
    async ({ id, read, write, request }) => {
      const version = expectedVersion(request);
      const { fields, image } = await readBody(request);
      const { password, remove_image, ...values } = userPatch.parse(fields);
      const before = image || remove_image ? await findUser(read, id) : undefined;
      if ((image || remove_image) && !before) throw notFound();
      const secret = password === undefined ? {} : { password_hash: await passwords.hash(password) };
      const user = await uploads.keep(image, PICTURE_FIELD, (url) =>
        write(async (writing) => {
          const uploaded = url ?? (remove_image ? null : undefined);
          const change = { ...values, ...secret, uploaded };
          const changedUser = await changeUser(writing, id, change, { version, afterTyping: afterTyping(writing) });
          if (!changedUser && version !== undefined && (await findUser(writing, id))) throw staleVersion();
          return changedUser;
        }),
      );
      if (before) await uploads.remove(before.profile_image);
      // If this fails, the daily chores do it.
      if (password !== undefined) await passwordChanged?.().catch(() => undefined);
      return user;
    },
  );

  route.delete('/user/:id', { summary: 'Usuarios: eliminar', answer: userRow }, ({ id, write }) =>
    write((writing) => removeUser(writing, id)),
  );

  route.post(
    '/user/:id/restore',
    { extra: true, summary: 'Usuarios: recuperar uno eliminado', answer: userRow },
    ({ id, write }) => refuseWhenGone(db, () => write((writing) => restoreUser(writing, id))),
  );
}
