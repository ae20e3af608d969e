import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';

/** The app on a Unix socket, for clients that do not read: its buffers are much smaller than TCP's, so they fill sooner. */
export async function listenOnUnixSocket(http: FastifyInstance) {
  const path = join(tmpdir(), `pulso-${randomBytes(6).toString('hex')}.sock`);
  await http.listen({ path });
  const open = async (): Promise<Socket> => {
    const socket = connect(path);
    // The server is expected to drop it.
    socket.on('error', () => undefined);
    socket.pause();
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  /** The status that another client gets. */
  const statusOf = async (address: string): Promise<number | undefined> => {
    const [answer] = (await once(get({ socketPath: path, path: address, agent: false }), 'response')) as [
      IncomingMessage,
    ];
    answer.resume();
    await once(answer, 'end');
    return answer.statusCode;
  };
  const countConnections = () =>
    new Promise<number>((resolve) => http.server.getConnections((_error, count) => resolve(count)));
  return { open, statusOf, countConnections };
}
