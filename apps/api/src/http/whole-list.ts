import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { openSemaphore } from '#db/semaphore';
import { ApiError } from '#http/errors';

/** Each keeps a batch or two in memory for as long as its reader takes, so there are only a few of them at once. */
const AT_ONCE = { places: 8, maxWaiting: 200, maxWaitMs: 5_000 };
/** Long enough for 100,000 users on a slow line; who takes one byte now and then gives its place back. */
const MAX_SENDING_MS = 300_000;
/** All of them together take no more of the database than this. */
const READS_AT_ONCE = 2;
const RETRY_SECONDS = 5;

/**
 * Sends lists that are too long to be held: a batch is read when the one before it has been taken. Between the batches
 * no connection to the database is held, however slow the reader is.
 */
export function wholeLists(limits = AT_ONCE, maxSendingMs = MAX_SENDING_MS) {
  const line = openSemaphore({ ...limits, refusal: tooManyLists });
  const { run: read } = openSemaphore({ places: READS_AT_ONCE });

  async function* inEnvelope(first: IteratorResult<string>, batches: AsyncGenerator<string>) {
    yield '{"success":true,"data":[';
    for (let batch = first, comma = ''; !batch.done; batch = await read(() => batches.next()), comma = ',')
      yield comma + batch.value;
    yield ']}';
  }

  return async (request: FastifyRequest, reply: FastifyReply, batches: AsyncGenerator<string>) => {
    reply.type('application/json; charset=utf-8');
    // The head alone needs no rows. A stream all the same, because nobody knows how long the list would be.
    const nothing = () => reply.send(Readable.from([]));
    if (request.method === 'HEAD') return nothing();
    await line.enter();
    // Gone while it waited.
    if (reply.raw.destroyed) {
      line.leave();
      return nothing();
    }
    const end = setTimeout(() => reply.raw.destroy(), maxSendingMs);
    reply.raw.once('close', () => {
      clearTimeout(end);
      line.leave();
    });
    // Before the answer begins: until then a failure still gets a status of its own.
    const first = await read(() => batches.next());
    return reply.send(Readable.from(inEnvelope(first, batches)));
  };
}

function tooManyLists() {
  const message = 'Se están enviando demasiadas listas completas. Por favor, inténtalo en unos segundos.';
  return new ApiError(503, message, undefined, RETRY_SECONDS);
}
