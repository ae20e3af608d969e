import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The calls of the clients' app, which its cookie opens, and no others. */
export const APP_PATH = '/api/my';
const NAME = 'pulso_mi';
const COOKIE_SECONDS = 400 * 86_400;
const PATTERN = new RegExp(
  `(?:^|;\\s*)${NAME}=([\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12})\\.([\\w-]{43})(?=\\s*(?:;|$))`,
);

/** A session, and the secret of the device that has it. */
export type AppCookie = { sessionId: string; secret: string };

/** The database has a secret's hash alone. */
export const hashOfSecret = (secret: string) => createHash('sha256').update(secret).digest();

export const isAppRoute = ({ routeOptions: { url = '' } }: FastifyRequest) => url.startsWith(`${APP_PATH}/`);

function write(request: FastifyRequest, reply: FastifyReply, value: string, seconds: number) {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header(
    'Set-Cookie',
    `${NAME}=${value}; Path=${APP_PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
  );
}

/** Names the session of a client's device. It outlives the session, so that the app learns that this is over. */
export const appCookie = {
  read({ headers }: FastifyRequest): AppCookie | undefined {
    const [, sessionId, secret] = PATTERN.exec(headers.cookie ?? '') ?? [];
    return sessionId !== undefined && secret !== undefined ? { sessionId, secret } : undefined;
  },
  set(request: FastifyRequest, reply: FastifyReply, { sessionId, secret }: AppCookie) {
    write(request, reply, `${sessionId}.${secret}`, COOKIE_SECONDS);
  },
  clear: (request: FastifyRequest, reply: FastifyReply) => write(request, reply, '', 0),
};
