import { loginBody, loginInput, type LoginBody } from '@pulso/contract/accounts/auth';
import { EXTRAS, TRAINER_EXTRAS, type Extra } from '@pulso/contract/accounts/extras';
import { hasPermission } from '@pulso/contract/accounts/permissions';
import type { Role } from '@pulso/contract/accounts/users.labels';
import { today } from '@pulso/contract/kit/dates';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Db } from '#db/schema/database';
import { mayTrainersEnter, readStage } from '#features/accounts/auth/stage.queries';
import { Refusal, SESSION_ENDED } from '#db/writes/refusal';
import {
  endAllSessions,
  endSession,
  renewSession,
  startSession,
  type Session,
} from '#features/accounts/auth/auth.queries';
import { deviceCookie, newDevice } from '#features/accounts/auth/device-cookie';
import { keptSessionCookie, newSecret, nextSecret } from '#features/accounts/auth/kept-session';
import type { PasswordCheck } from '#features/accounts/auth/password-check';
import { throttledAddress } from '#http/connections/throttled-address';
import { bearerToken, setAccount } from '#http/routes/authorize';
import { readJson } from '#http/bodies/body';
import type { Dependencies } from '#http/routes/dependencies';

/** The extras that there are for somebody of this role. */
async function listExtras(db: Db, role: Role, mercadopago: Dependencies['mercadopago']): Promise<readonly Extra[]> {
  if (role === 'CLIENT') return EXTRAS;
  const enter = await mayTrainersEnter(db);
  if (role === 'TRAINER') return enter ? TRAINER_EXTRAS : EXTRAS;
  const { stage, first_steps } = await readStage(db);
  const offered: Extra[] = stage === 'demo' ? ['demo'] : first_steps ? ['first-steps'] : [];
  // Paying is practised with the demonstration alone.
  const paysOnline = mercadopago !== undefined && (!mercadopago.practice || stage === 'demo');
  const configured: Extra[] = paysOnline ? ['mercadopago'] : [];
  return [...EXTRAS, ...configured, ...offered, ...(enter ? (['trainers'] as const) : [])];
}

const mayEnterPanel = async (db: Db, role: Role) =>
  hasPermission(role, 'panel') || (role === 'TRAINER' && (await mayTrainersEnter(db)));

const sessionEnded = () => new Refusal(SESSION_ENDED, 'unauthorized');

export function authRoutes(
  app: FastifyInstance,
  { db, loginDb, tokens, extras, now, mercadopago }: Dependencies,
  { guess, refuse, refuseEarly }: PasswordCheck,
) {
  /** Ends the session that the device has kept until now. */
  const forgetKeptSession = async (pool: Db, request: FastifyRequest, reply: FastifyReply) => {
    const kept = keptSessionCookie.read(request, tokens);
    if (!kept) return;
    await endSession(pool, kept.id);
    keptSessionCookie.clear(request, reply);
  };
  const answerSession = async (
    { session_id: sessionId, expires_at, ...user }: Session,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<LoginBody> => {
    const { id, role, status } = user;
    // The session of a blocked account is over from the start.
    if (status) setAccount(request, { id, sessionId, permission: 'own', address: request.ip, today: today(now()) });
    const access_token = await tokens.sign({ userId: id, sessionId }, new Date(expires_at));
    const answer = { user, access_token };
    reply.header('Cache-Control', 'no-store');
    const announced = extras ? await listExtras(loginDb, role, mercadopago) : [];
    return { success: true, ...answer, data: answer, extras: [...announced] };
  };

  const login = { permission: 'public', summary: 'Iniciar sesión', body: loginInput, answer: loginBody } as const;
  const onRequest = async (request: FastifyRequest) => refuseEarly(request);
  app.post('/auth/login', { config: login, onRequest }, async (request, reply): Promise<LoginBody> => {
    const { keep, ...credentials } = loginInput.parse(readJson(request));
    const { account, tried, address, device, undo } = await guess(request, credentials);
    const isKept = extras && keep === true && account !== undefined && (await mayEnterPanel(loginDb, account.role));
    const secret = isKept ? newSecret() : undefined;
    const origin = { address, device: extras ? (device ?? newDevice()) : undefined, secret };
    const session = account && (await startSession(loginDb, account, origin));
    if (!session) throw refuse(request, reply, tried);
    await undo();
    if (origin.device) deviceCookie.set(request, reply, tokens, origin.device);
    if (extras) await forgetKeptSession(loginDb, request, reply);
    if (secret !== undefined) keptSessionCookie.set(request, reply, tokens, { id: session.session_id, secret });
    return answerSession(session, request, reply);
  });

  if (!extras) return;
  // Public, because the token has ended; the cookie stands for it.
  const renewal = {
    permission: 'public',
    extra: true,
    checksCaller: true,
    summary: 'Renovar la sesión que se mantiene en este equipo',
    answer: loginBody,
  } as const;
  app.post('/auth/renew', { config: renewal }, async (request, reply): Promise<LoginBody> => {
    const kept = keptSessionCookie.read(request, tokens);
    if (!kept) throw sessionEnded();
    const next = nextSecret(kept, tokens);
    const session = await renewSession(loginDb, { ...kept, next, address: throttledAddress(request.ip) });
    if (!session) {
      keptSessionCookie.clear(request, reply);
      throw sessionEnded();
    }
    keptSessionCookie.set(request, reply, tokens, { id: kept.id, secret: next });
    return answerSession(session, request, reply);
  });

  const sessionOf = async (request: FastifyRequest) => {
    const token = bearerToken(request);
    return token === undefined ? undefined : (await tokens.read(token))?.sessionId;
  };
  // Public, because a token of any role may be ended; without a valid one there is nothing to do.
  const logout = { permission: 'public', extra: true, answer: z.null() } as const;
  app.post('/auth/logout', { config: { ...logout, summary: 'Cerrar sesión' } }, async (request, reply) => {
    const sessionId = await sessionOf(request);
    if (sessionId !== undefined) await endSession(db, sessionId);
    // Its token may have ended before it.
    await forgetKeptSession(db, request, reply);
    return { success: true, data: null };
  });
  app.post(
    '/auth/logout-all',
    { config: { ...logout, checksCaller: true, summary: 'Cerrar todas las sesiones' } },
    async (request, reply) => {
      const sessionId = await sessionOf(request);
      // A browser sends the cookie by itself; what others lose is for whoever shows a token.
      if (sessionId === undefined) throw sessionEnded();
      await endAllSessions(db, sessionId);
      await forgetKeptSession(db, request, reply);
      return { success: true, data: null };
    },
  );
}
