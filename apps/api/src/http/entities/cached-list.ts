import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionReadResult } from '#http/routes/authorize';
import { mustHideMoney } from '#http/routes/extras';
import { acceptedEncoding, encodeWhole, JSON_TYPE, MIN_ENCODED_BYTES, type Encoding } from '#http/answers/encoding';

type CacheEntry = { version: string; etag: string; plain: Buffer; encoded: Partial<Record<Encoding, Promise<Buffer>>> };

type ListSnapshot = { version: string; text: string };

function createEntry({ version, text }: ListSnapshot): CacheEntry {
  // Weak, because it is the same for every encoding.
  const etag = `W/"${createHash('sha256').update(text).digest('base64url')}"`;
  return { version, etag, plain: Buffer.from(text), encoded: {} };
}

/**
 * Keeps the bytes of a list that seldom changes. Its version is the route's `reads`, so that a change is seen at the next
 * request in every process. `read` takes version and rows from one snapshot: rows kept under the version before them
 * would come back when that does, with somebody's new row deleted again.
 */
export function cachedList(read: () => Promise<ListSnapshot>) {
  let cached: CacheEntry | undefined;

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const version = sessionReadResult(request) ?? '';
    const list = cached?.version === version ? cached : (cached = createEntry(await read()));
    // Few and small.
    if (mustHideMoney(request)) return (JSON.parse(list.plain.toString()) as { data: unknown }).data;
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
