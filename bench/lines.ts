import { connect, type Socket } from 'node:net';

/** Requests byte by byte, as no client would send them. */
export type Call = { line: string; token?: string; type?: string; body?: string; from?: string; pieces?: boolean };

export function openSocket(port: number, from = '127.0.0.1'): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true });
  socket.on('error', () => undefined);
  return socket;
}

export const headOf = ({ line, token, type = 'application/json', body, pieces }: Call) =>
  [
    `${line} HTTP/1.1`,
    'Host: pulso',
    ...(token ? [`Authorization: Bearer ${token}`] : []),
    ...(body === undefined ? [] : [`Content-Type: ${type}`]),
    ...(pieces ? ['Transfer-Encoding: chunked'] : [`Content-Length: ${Buffer.byteLength(body ?? '')}`]),
    '\r\n',
  ].join('\r\n');

/** One connection after the other; the whole request is sent, whenever it is answered. */
export function openConnection(port: number, from?: string) {
  let socket: Socket | undefined;
  const send = async (call: Call): Promise<number> => {
    const own = (socket ??= openSocket(port, from));
    const { body = '', pieces } = call;
    let received = '';
    let read = (_chunk: Buffer) => {};
    let lost = () => {};
    const answered = new Promise<void>((resolve, reject) => {
      read = (chunk) => {
        received += chunk.toString('latin1');
        const end = received.indexOf('\r\n\r\n');
        const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? NaN);
        const isWhole = Number.isNaN(length) ? received.endsWith('0\r\n\r\n') : received.length >= end + 4 + length;
        if (end >= 0 && isWhole) resolve();
      };
      lost = () => {
        close();
        reject(new Error(`${call.line}: closed without an answer`));
      };
    });
    own.on('data', read).on('close', lost);
    const wire = pieces ? `${[...body].map((one) => `1\r\n${one}\r\n`).join('')}0\r\n\r\n` : body;
    own.write(headOf(call) + wire);
    await answered;
    own.off('data', read).off('close', lost);
    if (/^connection: close/im.test(received)) close();
    return Number(received.slice(9, 12));
  };
  const close = () => {
    socket?.destroy();
    socket = undefined;
  };
  return { send, close };
}
