import { loginInput } from '@pulso/contract/accounts/auth';
import {
  accessInput,
  accessRow,
  deviceSessionsBody,
  entered,
  ownCode,
  type DeviceSessionsBody,
  type Entered,
} from '@pulso/contract/coaching/access';
import { today } from '@pulso/contract/kit/dates';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { recordEvent } from '#db/writes/events';
import { notFound, Refusal } from '#db/writes/refusal';
import { findUser } from '#features/accounts/users/users.queries';
import {
  endDevices,
  endSurplusDevices,
  leaveDevice,
  listDevices,
} from '#features/accounts/auth/device-sessions.queries';
import type { PasswordCheck } from '#features/accounts/auth/password-check';
import {
  enterByCode,
  enterByLink,
  enterByPassword,
  findLastUse,
  InactiveAccount,
  makeOwnCode,
  readAccessMessage,
  readPhoneKey,
  sendAccess,
  type Entry,
} from '#features/coaching/access/access.queries';
import { deviceName } from '#features/coaching/access/device-name';
import { readJson } from '#http/bodies/body';
import { throttledAddress } from '#http/connections/throttled-address';
import { appCookie } from '#http/routes/app-cookie';
import { setAccount } from '#http/routes/authorize';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

const WRONG_CODE = 'El teléfono o el código no son correctos.';

/** Digits of a code, which people type with blanks and dashes. */
const digitsOf = (code: string) => code.replace(/\D/g, '');

const sessionId = (request: FastifyRequest): string => {
  const { session } = request.params as { session: string };
  if (!z.uuid().safeParse(session).success) throw notFound();
  return session;
};

export function accessRoutes(
  app: FastifyInstance,
  deps: Dependencies,
  { guess, refuse, admitSecret, refuseEarly }: PasswordCheck,
) {
  if (!deps.extras) return;
  const { db, loginDb, tokens, now, publicUrl } = deps;

  /** A counted attempt was no failure if somebody entered, or if the account is only inactive. */
  const counted = async (undo: () => Promise<void>, enter: () => Promise<Entry | undefined>) => {
    try {
      const entry = await enter();
      if (entry) await undo();
      return entry;
    } catch (error) {
      if (error instanceof InactiveAccount) await undo();
      throw error;
    }
  };

  const enterWith = async (request: FastifyRequest, reply: FastifyReply): Promise<Entry> => {
    const { link, phone, code, username, password } = accessInput.parse(readJson(request));
    const origin = { address: throttledAddress(request.ip), device: deviceName(request.headers['user-agent']) };
    if (link !== undefined) {
      const undo = await admitSecret(request);
      return (await counted(undo, () => enterByLink(loginDb, link, origin)))!;
    }
    if (phone !== undefined || code !== undefined) {
      const key = await readPhoneKey(loginDb, phone ?? '');
      const undo = await admitSecret(request, key);
      const attempt = { phone: key ?? '', code: digitsOf(code ?? '') };
      const entry = await counted(undo, () => enterByCode(loginDb, tokens, attempt, origin));
      if (!entry) throw new Refusal(WRONG_CODE, 'unauthorized');
      return entry;
    }
    const { account, tried, undo } = await guess(request, loginInput.parse({ username, password }));
    const entry = account && (await counted(undo, () => enterByPassword(loginDb, account, origin)));
    if (!entry) throw refuse(request, reply, tried);
    return entry;
  };

  app.post(
    '/auth/access',
    {
      config: {
        permission: 'public',
        extra: true,
        checksCaller: true,
        summary: 'Acceso: entrar a la app con un enlace, un código o la contraseña',
        body: accessInput,
        answer: entered,
      },
      onRequest: async (request) => refuseEarly(request),
    },
    async (request, reply): Promise<{ success: true; data: Entered }> => {
      const { cookie, ...person } = await enterWith(request, reply);
      await endSurplusDevices(loginDb, person.id);
      setAccount(request, {
        id: person.id,
        sessionId: cookie.sessionId,
        permission: 'own',
        address: request.ip,
        today: today(now()),
      });
      appCookie.set(request, reply, cookie);
      reply.header('Cache-Control', 'no-store');
      return { success: true, data: person };
    },
  );

  // Public, because the session may have ended; its cookie goes in any case.
  app.post(
    '/my/leave',
    { config: { permission: 'public', extra: true, summary: 'Mi app: salir de este teléfono', answer: z.null() } },
    async (request, reply) => {
      const cookie = appCookie.read(request);
      if (cookie) await leaveDevice(db, cookie);
      appCookie.clear(request, reply);
      return { success: true, data: null };
    },
  );

  // The answers below hold secrets: no key keeps them, and no cache.
  routesOf(app, deps, { permission: 'own', extra: true }).post(
    '/my/code',
    { summary: 'Mi app: un código para otro teléfono', creates: true, answer: ownCode },
    async ({ write, reply }) => {
      reply.header('Cache-Control', 'no-store');
      return write((writing) => makeOwnCode(writing, tokens));
    },
  );

  const route = routesOf(app, deps, { permission: 'users', extra: true });
  route.post(
    '/user/:id/access',
    { summary: 'Acceso: un enlace y un código para un cliente', access: 'trainer', creates: true, answer: accessRow },
    async ({ id, write, reply }) => {
      reply.header('Cache-Control', 'no-store');
      const access = await write((writing) => sendAccess(writing, tokens, id));
      return { ...access, public_url: publicUrl ?? null, ...(await readAccessMessage(db)) };
    },
  );

  route.get(
    '/user/:id/sessions',
    { summary: 'Acceso: los teléfonos de un usuario', access: 'trainer', answer: deviceSessionsBody },
    async ({ id, read }): Promise<DeviceSessionsBody | undefined> =>
      (await findUser(read, id)) && {
        success: true,
        data: await listDevices(db, id),
        last_used_at: await findLastUse(db, id),
      },
  );

  route.delete(
    '/user/:id/session/:session',
    { summary: 'Acceso: cerrar la sesión de un teléfono', answer: z.null(), message: 'Sesión cerrada' },
    ({ id, write, request }) =>
      write(async (writing) => {
        const ended = await endDevices(writing.db, id, sessionId(request));
        if (ended === 0) return undefined;
        await recordEvent(writing, { entity: 'access', userId: id, action: 'end-session' });
        return null;
      }),
  );

  route.delete(
    '/user/:id/sessions',
    { summary: 'Acceso: cerrar todas las sesiones de sus teléfonos', answer: z.null(), message: 'Sesiones cerradas' },
    ({ id, write }) =>
      write(async (writing) => {
        if (!(await findUser(writing, id))) return undefined;
        const ended = await endDevices(writing.db, id);
        if (ended > 0) await recordEvent(writing, { entity: 'access', userId: id, action: 'end-sessions' });
        return null;
      }),
  );
}
