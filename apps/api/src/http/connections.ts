import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { throttledAddress } from '#http/throttled-address';

export type ConnectionLimits = {
  atOnce: number;
  /** A front desk with all its machines behind one address stays well below. */
  perAddress: number;
  /** How long a client may take no byte of its answer. Node looks again once, so it is up to twice as long. */
  writeTimeoutMs: number;
};

export const CONNECTION_LIMITS: ConnectionLimits = { atOnce: 1_000, perAddress: 200, writeTimeoutMs: 10_000 };

/** No browser and no proxy sends even two before the first is answered. */
const MAX_AHEAD = 5;

/** Nobody keeps others out by holding connections, or holds more by one than the one answer he waits for. */
export function guardConnections(
  app: FastifyInstance,
  isProxy: (address: string) => boolean,
  { atOnce, perAddress, writeTimeoutMs }: ConnectionLimits,
) {
  app.server.maxConnections = atOnce;

  const held = new Map<string, number>();
  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    // Through the proxy come all; whose connections are too many is for it to say.
    if (isProxy(remoteAddress)) return;
    const address = throttledAddress(remoteAddress);
    const count = (held.get(address) ?? 0) + 1;
    if (count > perAddress) {
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

  // Requests sent ahead wait for their turn: their answers could only pile up, with the files and rows behind them.
  const lines = new WeakMap<Socket, { length: number; last?: Promise<void> }>();
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const line = lines.get(socket) ?? { length: 0 };
    lines.set(socket, line);
    const { last: before } = line;
    line.length += 1;
    line.last = new Promise((resolve) => {
      reply.raw.once('close', () => {
        line.length -= 1;
        resolve();
      });
    });
    if (line.length > MAX_AHEAD) socket.destroy();
    await before;
    // Nobody is there any more to answer to.
    if (socket.destroyed) return reply.hijack();
  });

  // From the first byte to the last; after it, Node's time-out of an idle connection is in force again.
  app.addHook('onSend', async (_request, reply) => {
    reply.raw.setTimeout(writeTimeoutMs, () => {
      // Where nothing waits to be taken, it is not the client that is slow.
      if (reply.raw.writableLength > 0) reply.raw.destroy();
    });
  });
}
