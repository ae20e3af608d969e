import { loginBody, loginInput, type LoginBody } from '@pulso/contract/accounts/auth';
import { EXTRAS, type Extra } from '@pulso/contract/accounts/extras';
import { KEPT_SESSION_DAYS } from '@pulso/contract/accounts/session';
import { hasPermission } from '@pulso/contract/accounts/permissions';
import { today } from '@pulso/contract/kit/dates';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Db } from '#db/schema/database';
import { readStage } from '#features/accounts/auth/stage.queries';
import { Refusal, SESSION_ENDED } from '#db/writes/refusal';
import {
  endAllSessions,
  endSession,
  recordRefusedLogin,
  renewSession,
  startSession,
  type Session,
} from '#features/accounts/auth/auth.queries';
import { deviceCookie, newDevice } from '#features/accounts/auth/device-cookie';
import type { PasswordCheck } from '#features/accounts/auth/password-check';
import { openSealedCookie } from '#features/accounts/auth/sealed-cookie';
import { bearerToken, setAccount } from '#http/routes/authorize';
import { readJson } from '#http/bodies/body';
import type { Dependencies } from '#http/routes/dependencies';

async function listOfferedExtras(db: Db): Promise<Extra[]> {
  const { stage, first_steps } = await readStage(db);
  return stage === 'demo' ? ['demo'] : first_steps ? ['first-steps'] : [];
}

const wrongCredentials = () => new Refusal('Usuario o contraseña incorrectos', 'unauthorized');

/** Names the session that a device keeps: it opens nothing but `POST auth/renew`. */
const keptSessionCookie = openSealedCookie({
  name: 'pulso_session',
  path: '/api/auth',
  seconds: KEPT_SESSION_DAYS * 86_400,
  purpose: 'kept:',
});

export function authRoutes(
  app: FastifyInstance,
  { db, loginDb, tokens, extras, now }: Dependencies,
  { guess, refuseEarly }: PasswordCheck,
) {
  /** Ends the session that the device has kept until now. */
  const forgetKeptSession = async (request: FastifyRequest, reply: FastifyReply) => {
    const keptSession = keptSessionCookie.read(request, tokens);
    if (keptSession === undefined) return;
    await endSession(db, keptSession);
    keptSessionCookie.clear(request, reply);
  };
  const answerSession = async (
    { session_id: sessionId, expires_at, ...user }: Session,
    reply: FastifyReply,
  ): Promise<LoginBody> => {
    const { id, role } = user;
    const access_token = await tokens.sign({ userId: id, sessionId }, new Date(expires_at));
    const answer = { user, access_token };
    reply.header('Cache-Control', 'no-store');
    const offered = extras && role === 'ADMIN' ? await listOfferedExtras(loginDb) : [];
    return { success: true, ...answer, data: answer, extras: [...EXTRAS, ...offered] };
  };

  const login = { permission: 'public', summary: 'Iniciar sesión', body: loginInput, answer: loginBody } as const;
  const onRequest = async (request: FastifyRequest) => refuseEarly(request);
  app.post('/auth/login', { config: login, onRequest }, async (request, reply): Promise<LoginBody> => {
    const { keep, ...credentials } = loginInput.parse(readJson(request));
    const { account, tried, address, device, undo } = await guess(request, credentials);
    const isKept = extras && keep === true && account !== undefined && hasPermission(account.role, 'panel');
    const origin = { address, device: extras ? (device ?? newDevice()) : undefined, isKept };
    const session = account && (await startSession(loginDb, account, origin));
    if (!session) {
      // Recorded after the answer, whose time would otherwise tell which accounts exist.
      reply.raw.once('close', () => {
        recordRefusedLogin(loginDb, tried, address).catch((error: unknown) => request.log.warn(error));
      });
      throw wrongCredentials();
    }
    await undo();
    if (origin.device) deviceCookie.set(request, reply, tokens, origin.device);
    await forgetKeptSession(request, reply);
    const { id, status, session_id: sessionId } = session;
    if (isKept) keptSessionCookie.set(request, reply, tokens, sessionId);
    // The session of a blocked account is over from the start.
    if (status) setAccount(request, { id, sessionId, permission: 'own', address, today: today(now()) });
    return answerSession(session, reply);
  });

  if (!extras) return;
  // Public, because the token has ended; the cookie stands for it.
  const renewal = {
    permission: 'public',
    extra: true,
    summary: 'Renovar la sesión que se mantiene en este equipo',
    answer: loginBody,
  } as const;
  app.post('/auth/renew', { config: renewal }, async (request, reply): Promise<LoginBody> => {
    const keptSession = keptSessionCookie.read(request, tokens);
    const session = keptSession && (await renewSession(db, keptSession));
    if (!session) {
      keptSessionCookie.clear(request, reply);
      throw new Refusal(SESSION_ENDED, 'unauthorized');
    }
    keptSessionCookie.set(request, reply, tokens, session.session_id);
    return answerSession(session, reply);
  });

  // Public, because a token of any role may be ended; without a valid one there is nothing to do.
  for (const { path, summary, end } of [
    { path: '/auth/logout', summary: 'Cerrar sesión', end: endSession },
    { path: '/auth/logout-all', summary: 'Cerrar todas las sesiones', end: endAllSessions },
  ])
    app.post(
      path,
      { config: { permission: 'public', extra: true, summary, answer: z.null() } },
      async (request, reply) => {
        const token = bearerToken(request);
        const claims = token === undefined ? undefined : await tokens.read(token);
        // The token of a kept session may have ended before it.
        const sessionId = claims?.sessionId ?? keptSessionCookie.read(request, tokens);
        if (sessionId !== undefined) await end(db, sessionId);
        await forgetKeptSession(request, reply);
        return { success: true, data: null };
      },
    );
}
