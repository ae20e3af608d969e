import { loginBody, loginInput, type LoginBody } from '@pulso/contract/auth';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endAllSessions, endSession, findLogin, startSession } from '#features/auth/auth.queries';
import { throttleLogin } from '#features/auth/login-throttle';
import { bearerToken } from '#http/access';
import { readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { ApiError } from '#http/errors';
import { throttledAddress } from '#http/throttled-address';

/** What a client may send beyond the specification, once it has read here that it is understood. */
const OFFERED = ['logout', 'logout-all', 'idempotency-key', 'notifications'];

const wrongCredentials = () => new ApiError(401, 'Usuario o contraseña incorrectos');

export function authRoutes(app: FastifyInstance, { db, tokens, passwords, extras }: Dependencies) {
  const login = { access: 'public', summary: 'Iniciar sesión', body: loginInput, answer: loginBody } as const;
  app.post('/auth/login', { config: login }, async (request, reply): Promise<LoginBody> => {
    const { username, password } = loginInput.parse(readJson(request));
    const found = await findLogin(db, username);
    const address = throttledAddress(request.ip);
    const account = username.normalize('NFKC').toLowerCase();
    const attempt = await throttleLogin(db, { account, userId: found?.id, address });
    const right = await passwords.matches(found?.password_hash, password).catch(async (error: unknown) => {
      // Turned away without a look at the password: that was no guess.
      await attempt.forgive();
      throw error;
    });
    const session = right && found ? await startSession(db, found, address) : undefined;
    if (!session) throw wrongCredentials();
    await attempt.forgive();
    const { session_id, expires_at, ...user } = session;
    const access_token = await tokens.sign({ userId: user.id, sessionId: session_id }, new Date(expires_at));
    const answer = { user, access_token };
    reply.header('Cache-Control', 'no-store');
    return { success: true, ...answer, data: answer, ...(extras && { extras: OFFERED }) };
  });

  if (!extras) return;
  // Public, because whoever holds a token may end it, whatever his role; without a valid one there is nothing to end.
  for (const { path, summary, end } of [
    { path: '/auth/logout', summary: 'Cerrar sesión', end: endSession },
    { path: '/auth/logout-all', summary: 'Cerrar todas las sesiones', end: endAllSessions },
  ])
    app.post(path, { config: { access: 'public', extra: true, summary, answer: z.null() } }, async (request) => {
      const token = bearerToken(request);
      const claims = token === undefined ? undefined : await tokens.read(token);
      if (claims) await end(db, claims.sessionId);
      return { success: true, data: null };
    });
}
