import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tokens } from '#access/tokens';

const COOKIE_NAME = 'pulso_device';
const COOKIE_PATTERN = new RegExp(`(?:^|;\\s*)${COOKIE_NAME}=([\\w-]{22})\\.([\\w-]{43})(?=\\s*(?:;|$))`, 'g');
const YEAR_SECONDS = 31_536_000;

export const newDevice = () => randomBytes(16).toString('base64url');

/** The device that logged in before; it grants nothing by itself. Signed, so that a forged one is rejected without a query. */
export function readDevice({ headers }: FastifyRequest, tokens: Tokens): string | undefined {
  const cookieMatch = [...(headers.cookie ?? '').matchAll(COOKIE_PATTERN)].find(([, device = '', given = '']) =>
    timingSafeEqual(Buffer.from(given), Buffer.from(tokens.seal(device))),
  );
  return cookieMatch?.[1];
}

export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, tokens: Tokens, device: string) {
  const parts = [
    `${COOKIE_NAME}=${device}.${tokens.seal(device)}`,
    'Path=/api',
    `Max-Age=${YEAR_SECONDS}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(request.protocol === 'https' ? ['Secure'] : []),
  ];
  reply.header('Set-Cookie', parts.join('; '));
}
