import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { throttledAddress } from '#http/throttled-address';

export type ConnectionLimits = {
  maxTotal: number;
  /** Well above an office with all its machines behind one address. */
  maxPerAddress: number;
  /** How long a client may read nothing. Node checks once more, so it takes up to twice as long. */
  writeTimeoutMs: number;
};

export const CONNECTION_LIMITS: ConnectionLimits = { maxTotal: 1_000, maxPerAddress: 200, writeTimeoutMs: 10_000 };

/** Browsers and proxies do not pipeline at all. */
const MAX_PIPELINED = 5;

/** Limits the connections of an address, the pipelined requests of a connection, and the time of a stalled client. */
export function guardConnections(
  app: FastifyInstance,
  isProxy: (address: string) => boolean,
  { maxTotal, maxPerAddress, writeTimeoutMs }: ConnectionLimits,
) {
  app.server.maxConnections = maxTotal;

  const held = new Map<string, number>();
  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    // All clients come through the proxy, so it has to limit them itself.
    if (isProxy(remoteAddress)) return;
    const address = throttledAddress(remoteAddress);
    const count = (held.get(address) ?? 0) + 1;
    if (count > maxPerAddress) {
      socket.destroy();
      return;
    }
    held.set(address, count);
    socket.once('close', () => {
      const left = (held.get(address) ?? 0) - 1;
      if (left > 0) held.set(address, left);
      else held.delete(address);
    });
  });

  // Pipelined requests run one after the other: otherwise their answers would pile up in memory.
  const pipelines = new WeakMap<Socket, { length: number; last?: Promise<void> }>();
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const pipeline = pipelines.get(socket) ?? { length: 0 };
    pipelines.set(socket, pipeline);
    const { last: previous } = pipeline;
    pipeline.length += 1;
    pipeline.last = new Promise((resolve) => {
      reply.raw.once('close', () => {
        pipeline.length -= 1;
        resolve();
      });
    });
    if (pipeline.length > MAX_PIPELINED) socket.destroy();
    await previous;
    if (socket.destroyed) return reply.hijack();
  });

  // Until the last byte; after it, Node's keep-alive time-out applies again.
  app.addHook('onSend', async (_request, reply) => {
    reply.raw.setTimeout(writeTimeoutMs, () => {
      // With nothing left to write it is not the client that is slow.
      if (reply.raw.writableLength > 0) reply.raw.destroy();
    });
  });
}
