import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip, type BrotliOptions } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export type Encoding = 'br' | 'gzip';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Anything smaller fits into one or two packets anyway. */
export const MIN_ENCODED_BYTES = 2_048;

// A sixth of the size for 0.4 ms per hundred rows; a higher quality saves little more. Each open stream keeps the
// window in memory.
const brotliOptions: BrotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
};
export function encodeWhole(text: string | Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br' ? promisify(brotliCompress)(text, brotliOptions) : promisify(gzip)(text);
}
// Flushed after every chunk, so that the client gets it at once.
const streamEncoders = {
  br: () => createBrotliCompress({ ...brotliOptions, flush: constants.BROTLI_OPERATION_FLUSH }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
};

export function acceptedEncoding({ headers }: FastifyRequest): Encoding | undefined {
  const accepted = headers['accept-encoding']?.toLowerCase() ?? '';
  return negotiate<Encoding>(accepted, ['br', 'gzip']) ?? undefined;
}

/**
 * Files and pages are compressed already, and a body with an ETag must not change. The login is left plain because its
 * answer holds a token beside input of the client: its compressed length would leak the token (BREACH).
 */
function isCompressible({ routeOptions }: FastifyRequest, reply: FastifyReply): boolean {
  if (reply.hasHeader('content-encoding') || reply.hasHeader('etag')) return false;
  if (routeOptions.config?.permission === 'public') return false;
  return String(reply.getHeader('content-type')).startsWith('application/json');
}

function encodeStream(reply: FastifyReply, source: Readable, encoding: Encoding): Readable {
  // A failure before the first byte becomes an error answer, which is not compressed.
  source.once('error', () => void reply.removeHeader('Content-Encoding'));
  return pipeline(source, streamEncoders[encoding](), () => undefined);
}

/** Compresses JSON where the client accepts it. HEAD gets the headers of GET. */
export function compressAnswers(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const isLong = typeof payload === 'string' && payload.length >= MIN_ENCODED_BYTES;
    const isStream = payload instanceof Readable;
    if (!(isLong || isStream) || !isCompressible(request, reply)) return payload;
    reply.header('Vary', 'Accept-Encoding');
    const encoding = acceptedEncoding(request);
    if (!encoding) return payload;
    reply.header('Content-Encoding', encoding);
    return isStream ? encodeStream(reply, payload, encoding) : encodeWhole(payload, encoding);
  });
}
