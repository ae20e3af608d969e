import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readWithSession } from '#http/authorize';
import { acceptedEncoding, encodeWhole, JSON_TYPE, MIN_ENCODED_BYTES, type Encoding } from '#http/encoding';

type Kept = { version: string; etag: string; plain: Buffer; encoded: Partial<Record<Encoding, Promise<Buffer>>> };

function keep(version: string, text: string): Kept {
  // Weak, because it is the same for every encoding.
  const etag = `W/"${createHash('sha256').update(text).digest('base64url')}"`;
  return { version, etag, plain: Buffer.from(text), encoded: {} };
}

/**
 * Keeps the bytes of a list that seldom changes. Its version is the route's `reads`, so that a change is seen at the next
 * request in every process. The version is read before the rows: these may be newer than what they are kept under, but
 * never older.
 */
export function cachedList(makeText: () => Promise<string>) {
  let kept: Kept | undefined;

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const version = readWithSession(request) ?? '';
    const list = kept?.version === version ? kept : (kept = keep(version, await makeText()));
    const isLong = list.plain.length >= MIN_ENCODED_BYTES;
    reply.headers({
      ETag: list.etag,
      'Cache-Control': 'private, no-cache',
      ...(isLong && { Vary: 'Accept-Encoding' }),
    });
    if (request.headers['if-none-match'] === list.etag) return reply.code(304).send();
    reply.type(JSON_TYPE);
    const encoding = isLong ? acceptedEncoding(request) : undefined;
    if (!encoding) return reply.send(list.plain);
    reply.header('Content-Encoding', encoding);
    return reply.send(await (list.encoded[encoding] ??= encodeWhole(list.plain, encoding)));
  };
}
