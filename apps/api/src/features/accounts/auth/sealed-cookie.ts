import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tokens } from '#access/tokens';

type Options = {
  name: string;
  path: string;
  seconds: number;
  /** Put before the value that is sealed, so that the seal of one cookie is worth nothing in another. */
  purpose: string;
};

/** A cookie that no script reads. It is sealed, so that a forged one is rejected without a query. */
export function openSealedCookie({ name, path, seconds, purpose }: Options) {
  const pattern = new RegExp(`(?:^|;\\s*)${name}=([\\w-]{1,80})\\.([\\w-]{43})(?=\\s*(?:;|$))`, 'g');
  const write = (request: FastifyRequest, reply: FastifyReply, value: string, age: number) => {
    const secure = request.protocol === 'https' ? '; Secure' : '';
    reply.header('Set-Cookie', `${name}=${value}; Path=${path}; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`);
  };
  return {
    read({ headers }: FastifyRequest, tokens: Tokens): string | undefined {
      const found = [...(headers.cookie ?? '').matchAll(pattern)].find(([, value = '', given = '']) =>
        timingSafeEqual(Buffer.from(given), Buffer.from(tokens.seal(purpose + value))),
      );
      return found?.[1];
    },
    set(request: FastifyRequest, reply: FastifyReply, tokens: Tokens, value: string) {
      write(request, reply, `${value}.${tokens.seal(purpose + value)}`, seconds);
    },
    clear(request: FastifyRequest, reply: FastifyReply) {
      write(request, reply, '', 0);
    },
  };
}
