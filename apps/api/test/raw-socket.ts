import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Body, TestApp } from '#test/test-app';

export type RawAnswer = { status: number; head: string; body: Body };

/** Puts the app on a real port; what app.inject cannot show happens on real connections. */
export async function listen({ http }: TestApp): Promise<number> {
  await http.listen({ port: 0, host: '127.0.0.1' });
  return (http.server.address() as AddressInfo).port;
}

/** A connection whose bytes the test decides, one by one. */
export async function openSocket(port: number) {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = Buffer.alloc(0);
  let failure: Error | undefined;
  let arrived = () => {};
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    arrived();
  });
  socket.on('error', (error) => {
    failure = error;
  });
  socket.on('close', () => arrived());
  await once(socket, 'connect');

  const take = (): RawAnswer | undefined => {
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    const head = received.toString('latin1', 0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (received.length < end + 4 + length) return undefined;
    const text = received.toString('utf8', end + 4, end + 4 + length);
    received = received.subarray(end + 4 + length);
    return { status: Number(head.split(' ')[1]), head, body: text === '' ? undefined : JSON.parse(text) };
  };

  return {
    socket,
    /** Resolves once the bytes have left, however slowly the other side reads. */
    write: async (bytes: string | Uint8Array) => {
      if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
    },
    answer: async (): Promise<RawAnswer> => {
      for (;;) {
        const found = take();
        if (found) return found;
        if (socket.closed) throw failure ?? new Error('closed without an answer');
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      }
    },
  };
}

export type RawSocket = Awaited<ReturnType<typeof openSocket>>;

export function requestHead(line: string, token: string, headers: Record<string, string | number>): string {
  const all = { Host: 'pulso', Authorization: `Bearer ${token}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${line} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

export function chunk(bytes: string | Uint8Array): Buffer {
  const data = Buffer.from(bytes);
  return Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')]);
}
