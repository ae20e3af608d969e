import type { FastifyInstance } from 'fastify';

/** Each piece of a chunked body costs as much as kilobytes do, and no client sends so many tiny ones. */
const MAX_TINY_CHUNKS = 1_000;
const TINY_CHUNK_BYTES = 64;

/** Ends the connection of whoever sends a body in crumbs, also one that is only read to be dropped. */
export function refuseTinyChunks(app: FastifyInstance) {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers['transfer-encoding'] === undefined) return;
    const push = raw.push.bind(raw);
    let left = MAX_TINY_CHUNKS;
    // Listening to 'data' would begin to read the body.
    raw.push = (piece: Buffer | null, encoding?: BufferEncoding) => {
      if (left < 0) return true;
      left += piece === null ? 0 : piece.length / TINY_CHUNK_BYTES - 1;
      if (left >= 0) return push(piece, encoding);
      raw.socket.destroy();
      return true;
    };
  });
}
