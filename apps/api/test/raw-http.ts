import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { LISTEN_BACKLOG } from '#http/connections/connections';

export type RawAnswer = { status: number; headers: Record<string, string>; body: string };

function parseAnswer(raw: string): RawAnswer {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
  };
}

/** The app on a real port, for requests that no HTTP client would send. */
export async function listen(http: FastifyInstance) {
  if (!http.server.listening) await http.listen({ port: 0, host: '127.0.0.1', backlog: LISTEN_BACKLOG });
  const { port } = http.server.address() as AddressInfo;
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  /** Sends the bytes, keeps its half open and reads until the server closes the connection. */
  const exchange = async (bytes: string | Buffer): Promise<RawAnswer> => {
    const socket = await open();
    socket.write(bytes);
    return parseAnswer(await text(socket));
  };
  /** A request with exactly this target, headers and body, on a new connection. */
  const request = (line: string, headers: string[] = [], body = '') =>
    exchange(`${line} HTTP/1.1\r\n${['Host: pulso', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n${body}`);
  return { port, open, exchange, request };
}
