import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findAccount } from '#http/routes/authorize';
import { answerAndClose } from '#http/connections/broken-requests';
import { tooManyConnections } from '#http/answers/errors';
import { setConnectionHold } from '#http/connections/held-connections';
import { openRoster, type Rank, type RosterLimits } from '#http/connections/roster';
import { throttledAddress } from '#http/connections/throttled-address';

export type ConnectionLimits = RosterLimits & {
  /** Limit of surplus connections that are kept open only to be answered 503. */
  maxTurnedAway: number;
  /** Time that a client may read nothing. Node checks once more, so it takes up to twice as long. */
  writeTimeoutMs: number;
};

export const CONNECTION_LIMITS: ConnectionLimits = {
  maxTotal: 5_000,
  reserved: 500,
  maxPerAddress: 200,
  maxSilent: 50,
  maxTurnedAway: 500,
  writeTimeoutMs: 10_000,
};

/** Queue of connections to accept: Node's 511 overflow in a burst, and the system resets some of them. */
export const LISTEN_BACKLOG = 4_096;

/** Limit of pipelined requests; browsers and proxies do not pipeline at all. */
const MAX_PIPELINED = 5;
/** An idle connection is kept a little longer than announced, or a request could arrive as it closes. */
const KEEP_ALIVE_MARGIN_MS = 1_000;

/** Decides whom there is a place for, limits the pipelined requests of a connection, and the time of a stalled client. */
export function guardConnections(
  app: FastifyInstance,
  isProxy: (address: string) => boolean,
  { maxTurnedAway, writeTimeoutMs, ...limits }: ConnectionLimits,
) {
  const roster = openRoster<Socket>(limits);
  const turnedAway = new Set<Socket>();
  const lastReplies = new WeakMap<Socket, FastifyReply['raw']>();
  // Connections beyond these can only be reset, which Node does.
  app.server.maxConnections = limits.maxTotal + maxTurnedAway;

  const dropped = new WeakSet<Socket>();
  const drop = (socket: Socket) => {
    dropped.add(socket);
    const isWaiting = lastReplies.get(socket)?.headersSent === false;
    if (isWaiting) answerAndClose(app.log, socket, tooManyConnections());
    else socket.destroy();
  };
  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    // All clients come through the proxy, so it has to limit them itself.
    const address = isProxy(remoteAddress) ? undefined : throttledAddress(remoteAddress);
    const admitted = roster.admit(socket, address);
    if (admitted !== 'full') for (const other of admitted) drop(other);
    else if (turnedAway.size < maxTurnedAway) turnedAway.add(socket);
    else socket.destroy();
    setConnectionHold(socket, () => {
      if (dropped.has(socket)) return false;
      roster.move(socket, 'session-busy');
      return true;
    });
    socket.once('close', () => {
      roster.remove(socket);
      turnedAway.delete(socket);
    });
  });

  const sessions = new WeakSet<Socket>();
  const rankOf = (socket: Socket, rank: 'idle' | 'receiving' | 'answering'): Rank => {
    if (!sessions.has(socket)) return rank;
    return rank === 'answering' ? 'session-busy' : `session-${rank}`;
  };

  // Pipelined requests run one after the other: otherwise their answers would pile up in memory.
  const pipelines = new WeakMap<Socket, { length: number; last?: Promise<void> }>();
  app.addHook('onRequest', async (request, reply) => {
    const { socket, headers } = request.raw;
    const pipeline = pipelines.get(socket) ?? { length: 0 };
    pipelines.set(socket, pipeline);
    const { last: previous } = pipeline;
    pipeline.length += 1;
    pipeline.last = new Promise((resolve) => {
      reply.raw.once('close', () => {
        pipeline.length -= 1;
        if (findAccount(request)) sessions.add(socket);
        if (pipeline.length === 0) roster.move(socket, rankOf(socket, 'idle'));
        resolve();
      });
    });
    if (pipeline.length > MAX_PIPELINED) socket.destroy();
    await previous;
    if (socket.destroyed) return reply.hijack();
    lastReplies.set(socket, reply.raw);
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    roster.move(socket, rankOf(socket, hasBody ? 'receiving' : 'answering'));
    if (!turnedAway.has(socket)) return;
    reply.header('Connection', 'close');
    throw tooManyConnections();
  });
  app.addHook('preHandler', async (request: FastifyRequest, reply) => {
    const { socket } = request.raw;
    // The 503 has been sent, and its reader will retry.
    if (dropped.has(socket)) return reply.hijack();
    if (findAccount(request)) sessions.add(socket);
    roster.move(socket, rankOf(socket, 'answering'));
    return undefined;
  });

  app.addHook('onSend', async ({ raw: { socket } }, reply) => {
    if (reply.raw.shouldKeepAlive && !turnedAway.has(socket) && !reply.hasHeader('Connection')) {
      const seconds = Math.floor((app.server.keepAliveTimeout - KEEP_ALIVE_MARGIN_MS) / 1_000);
      reply.headers({ Connection: 'keep-alive', 'Keep-Alive': `timeout=${seconds}` });
    }
    // Applies until the last byte; after it, Node's keep-alive time-out applies again.
    reply.raw.setTimeout(writeTimeoutMs, () => {
      // If nothing is left to write, the client is not the slow side.
      if (reply.raw.writableLength > 0) reply.raw.destroy();
    });
  });
}
