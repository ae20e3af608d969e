import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { openSemaphore } from '#db/connection/semaphore';
import { ApiError } from '#http/answers/errors';

/** Each list keeps a batch or two in memory until its client has read them. */
const LIMITS = { slots: 8, maxWaiting: 200, maxWaitMs: 5_000 };
/** Enough for 100,000 users on a slow connection; ends clients that read a byte now and then. */
const MAX_SENDING_MS = 300_000;
const MAX_CONCURRENT_READS = 2;
const RETRY_SECONDS = 5;

/** Batches of rows, as they come from the database, as one answer. */
export async function* wrapInEnvelope(batches: AsyncGenerator<string>) {
  let before = '{"success":true,"data":[';
  for await (const batch of batches) {
    yield before + batch;
    before = ',';
  }
  yield before === ',' ? ']}' : `${before}]}`;
}

/** Streams lists batch by batch. No database connection is held between batches, however slow the client is. */
export function openListStreamer(limits = LIMITS, maxSendingMs = MAX_SENDING_MS) {
  const lists = openSemaphore({ ...limits, refusal: tooManyLists });
  const { run: read } = openSemaphore({ slots: MAX_CONCURRENT_READS });

  async function* resumed(first: IteratorResult<string>, chunks: AsyncGenerator<string>) {
    for (let chunk = first; !chunk.done; chunk = await read(() => chunks.next())) yield chunk.value;
  }

  return async (request: FastifyRequest, reply: FastifyReply, chunks: AsyncGenerator<string>) => {
    // HEAD needs no rows, but a stream: the length is unknown.
    const nothing = () => reply.send(Readable.from([]));
    if (request.method === 'HEAD') return nothing();
    await lists.acquire();
    // The client left while it waited.
    if (reply.raw.destroyed) {
      lists.release();
      return nothing();
    }
    const end = setTimeout(() => reply.raw.destroy(), maxSendingMs);
    reply.raw.once('close', () => {
      clearTimeout(end);
      lists.release();
    });
    // The first batch is read before the answer begins, so that a failure still gets its status.
    const first = await read(() => chunks.next());
    return reply.send(Readable.from(resumed(first, chunks)));
  };
}

function tooManyLists() {
  const message = 'Se están enviando demasiadas listas completas. Por favor, inténtalo en unos segundos.';
  return new ApiError(503, message, undefined, RETRY_SECONDS);
}
