import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { authorizationOf } from '#http/routes/authorize';

export type ScraperAccess = {
  /** Without one, programs of this machine may read the metrics. */
  token: string | undefined;
  trustProxy: string | undefined;
};

const LOOPBACK_ADDRESS = /^(?:127(?:\.\d+){3}|::1|::ffff:127(?:\.\d+){3})$/;
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i;
/** Headers that proxies add to a request. */
const FORWARDING_HEADER = /^(?:forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * Behind a proxy on this machine every visitor comes from loopback, so more is asked for: no proxy that is known or has
 * left its mark, and an address of this machine as host, which a name that leads here for a moment (DNS rebinding) is not.
 */
function isFromThisMachine({ raw }: FastifyRequest): boolean {
  return (
    LOOPBACK_ADDRESS.test(raw.socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(raw.headers.host ?? '') &&
    !Object.keys(raw.headers).some((name) => FORWARDING_HEADER.test(name))
  );
}

/** True for whoever may read the metrics. */
export function openScraperCheck({ token, trustProxy }: ScraperAccess): (request: FastifyRequest) => boolean {
  if (token === undefined) return (request) => trustProxy === undefined && isFromThisMachine(request);
  const expected = hashOf(token);
  // Hashes have one length, and comparing them takes the same time whatever was sent.
  return (request) => {
    const sent = /^Bearer (\S+)$/i.exec(authorizationOf(request) ?? '')?.[1];
    return sent !== undefined && timingSafeEqual(hashOf(sent), expected);
  };
}
