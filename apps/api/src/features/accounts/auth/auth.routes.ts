import { loginBody, loginInput, type LoginBody } from '@pulso/contract/accounts/auth';
import { EXTRAS, type Extra } from '@pulso/contract/accounts/extras';
import { today } from '@pulso/contract/kit/dates';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Db } from '#db/schema/database';
import { readStage } from '#features/accounts/auth/stage.queries';
import { Refusal } from '#db/writes/refusal';
import { endAllSessions, endSession, recordRefusedLogin, startSession } from '#features/accounts/auth/auth.queries';
import { newDevice, setDeviceCookie } from '#features/accounts/auth/device-cookie';
import type { PasswordCheck } from '#features/accounts/auth/password-check';
import { bearerToken, setAccount } from '#http/routes/authorize';
import { readJson } from '#http/bodies/body';
import type { Dependencies } from '#http/routes/dependencies';

async function listOfferedExtras(db: Db): Promise<Extra[]> {
  const { stage, first_steps } = await readStage(db);
  return stage === 'demo' ? ['demo'] : first_steps ? ['first-steps'] : [];
}

const wrongCredentials = () => new Refusal('Usuario o contraseña incorrectos', 'unauthorized');

export function authRoutes(
  app: FastifyInstance,
  { db, loginDb, tokens, extras, now }: Dependencies,
  { guess, refuseEarly }: PasswordCheck,
) {
  const login = { permission: 'public', summary: 'Iniciar sesión', body: loginInput, answer: loginBody } as const;
  const onRequest = async (request: FastifyRequest) => refuseEarly(request);
  app.post('/auth/login', { config: login, onRequest }, async (request, reply): Promise<LoginBody> => {
    const { account, tried, address, device, undo } = await guess(request, loginInput.parse(readJson(request)));
    const origin = { address, device: extras ? (device ?? newDevice()) : undefined };
    const session = account && (await startSession(loginDb, account, origin));
    if (!session) {
      // Recorded after the answer, whose time would otherwise tell which accounts exist.
      reply.raw.once('close', () => {
        recordRefusedLogin(loginDb, tried, address).catch((error: unknown) => request.log.warn(error));
      });
      throw wrongCredentials();
    }
    await undo();
    if (origin.device) setDeviceCookie(request, reply, tokens, origin.device);
    const { session_id: sessionId, expires_at, ...user } = session;
    const { id, role } = user;
    // The session of a blocked account is over from the start.
    if (user.status) setAccount(request, { id, sessionId, permission: 'own', address, today: today(now()) });
    const access_token = await tokens.sign({ userId: id, sessionId }, new Date(expires_at));
    const answer = { user, access_token };
    reply.header('Cache-Control', 'no-store');
    const offered = extras && role === 'ADMIN' ? await listOfferedExtras(loginDb) : [];
    return { success: true, ...answer, data: answer, extras: [...EXTRAS, ...offered] };
  });

  if (!extras) return;
  // Public, because a token of any role may be ended; without a valid one there is nothing to do.
  for (const { path, summary, end } of [
    { path: '/auth/logout', summary: 'Cerrar sesión', end: endSession },
    { path: '/auth/logout-all', summary: 'Cerrar todas las sesiones', end: endAllSessions },
  ])
    app.post(path, { config: { permission: 'public', extra: true, summary, answer: z.null() } }, async (request) => {
      const token = bearerToken(request);
      const claims = token === undefined ? undefined : await tokens.read(token);
      if (claims) await end(db, claims.sessionId);
      return { success: true, data: null };
    });
}
