import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip, type BrotliOptions } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export type Encoding = 'br' | 'gzip';

/** Less hardly gets smaller, and fits into one or two packets. */
const MIN_BYTES = 2_048;

// A sixth of the size for four tenths of a millisecond per hundred rows; more effort saves little more. The window is
// what a stream keeps in memory for as long as its reader takes.
const brotli: BrotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
};
const whole: Record<Encoding, (text: string) => Promise<Buffer>> = {
  br: (text) => promisify(brotliCompress)(text, brotli),
  gzip: (text) => promisify(gzip)(text),
};
// Flushed after every piece: the reader gets what there is.
const streamed = {
  br: () => createBrotliCompress({ ...brotli, flush: constants.BROTLI_OPERATION_FLUSH }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
};

/** The best that this client understands; none if it asks for none. */
export function acceptedEncoding({ headers }: FastifyRequest): Encoding | undefined {
  const accepted = headers['accept-encoding']?.toLowerCase() ?? '';
  return negotiate<Encoding>(accepted, ['br', 'gzip']) ?? undefined;
}

/**
 * Files and pages come compressed already, and what has an ETag must stay the bytes it was made from. A public route
 * answers with a token to what a stranger sent: together in one compressed text, the length would tell about the token.
 */
function isCompressible({ routeOptions }: FastifyRequest, reply: FastifyReply): boolean {
  if (reply.hasHeader('content-encoding') || reply.hasHeader('etag')) return false;
  if (routeOptions.config?.permission === 'public') return false;
  return String(reply.getHeader('content-type')).startsWith('application/json');
}

function encodeStream(reply: FastifyReply, source: Readable, encoding: Encoding): Readable {
  // A failure before the first byte still becomes an answer of its own, which is plain.
  source.once('error', () => void reply.removeHeader('Content-Encoding'));
  return pipeline(source, streamed[encoding](), () => undefined);
}

/** JSON leaves compressed where the client asks for it. HEAD is told what GET would be. */
export function compressAnswers(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const isLong = typeof payload === 'string' && payload.length >= MIN_BYTES;
    const isStream = payload instanceof Readable;
    if (!(isLong || isStream) || !isCompressible(request, reply)) return payload;
    reply.header('Vary', 'Accept-Encoding');
    const encoding = acceptedEncoding(request);
    if (!encoding) return payload;
    reply.header('Content-Encoding', encoding);
    return isStream ? encodeStream(reply, payload, encoding) : whole[encoding](payload);
  });
}
