import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeviceKey } from '#access/device-secret';
import { forbidden } from '#http/answers/errors';
import { isFromOtherSite } from '#http/connections/other-site';

/** The calls of the clients' app, which its cookie opens, and no others. */
export const APP_PATH = '/api/my';
const NAME = 'pulso_mi';
const COOKIE_SECONDS = 400 * 86_400;
const PATTERN = new RegExp(
  `(?:^|;\\s*)${NAME}=([\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12})\\.([\\w-]{43})(?=\\s*(?:;|$))`,
);

export const isAppUrl = (url = '') => url === APP_PATH || url.startsWith(`${APP_PATH}/`);
export const isAppRoute = ({ routeOptions: { url } }: FastifyRequest) => isAppUrl(url);

function write(request: FastifyRequest, reply: FastifyReply, value: string, seconds: number) {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header(
    'Set-Cookie',
    `${NAME}=${value}; Path=${APP_PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
  );
}

/** Names the session of a client's device. It outlives the session, so that the app learns that this is over. */
export const appCookie = {
  /** Refused where another site makes the request: `SameSite` lets a neighbour under the same domain in. */
  read(request: FastifyRequest): DeviceKey | undefined {
    const [, sessionId, secret] = PATTERN.exec(request.headers.cookie ?? '') ?? [];
    if (sessionId === undefined || secret === undefined) return undefined;
    if (isFromOtherSite(request, ['same-origin', 'none'])) throw forbidden();
    return { sessionId, secret };
  },
  set(request: FastifyRequest, reply: FastifyReply, { sessionId, secret }: DeviceKey) {
    write(request, reply, `${sessionId}.${secret}`, COOKIE_SECONDS);
  },
  clear: (request: FastifyRequest, reply: FastifyReply) => write(request, reply, '', 0),
};
