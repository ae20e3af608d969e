import { randomBytes } from 'node:crypto';
import { KEPT_SESSION_DAYS } from '@pulso/contract/accounts/session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tokens } from '#access/tokens';
import { openSealedCookie } from '#features/accounts/auth/sealed-cookie';
import { isFromOtherSite } from '#http/connections/other-site';

const UUID_LENGTH = 36;

/** The session that a device keeps, and the secret that renews it. */
type KeptSession = { id: string; secret: string };

const cookie = openSealedCookie({
  name: 'pulso_session',
  path: '/api/auth',
  seconds: KEPT_SESSION_DAYS * 86_400,
  purpose: 'kept:',
});

export const newSecret = () => randomBytes(16).toString('base64url');

/** Always the same one, so that two tabs, or a phone that asks again, get one cookie and not two that rule each other out. */
export const nextSecret = ({ id, secret }: KeptSession, tokens: Tokens) => tokens.seal(`next:${id}${secret}`);

/** The cookie counts where the panel itself sends it. It opens nothing but `POST auth/renew`, and ends no session but its own. */
export const keptSessionCookie = {
  read(request: FastifyRequest, tokens: Tokens): KeptSession | undefined {
    const value = isFromOtherSite(request, ['same-origin']) ? undefined : cookie.read(request, tokens);
    return value === undefined ? undefined : { id: value.slice(0, UUID_LENGTH), secret: value.slice(UUID_LENGTH) };
  },
  set(request: FastifyRequest, reply: FastifyReply, tokens: Tokens, { id, secret }: KeptSession) {
    cookie.set(request, reply, tokens, id + secret);
  },
  clear: (request: FastifyRequest, reply: FastifyReply) => cookie.clear(request, reply),
};
