import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Body } from '#test/test-app';

type Answer = { status: number; head: string; body: Body };

/** Several requests on one connection, written byte by byte by the test. */
export function openConversation(socket: Socket) {
  onTestFinished(() => void socket.destroy());
  let received = Buffer.alloc(0);
  let failure: Error | undefined;
  let wake = () => {};
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    wake();
  });
  socket.on('error', (error) => {
    failure = error;
  });
  socket.on('close', () => wake());

  const take = (): Answer | undefined => {
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
    /** Resolves once the bytes are sent. */
    write: (bytes: string | Uint8Array) => new Promise<void>((resolve) => socket.write(bytes, () => resolve())),
    /** The next answer, which may come before the request is complete. */
    answer: async (): Promise<Answer> => {
      for (;;) {
        const found = take();
        if (found) return found;
        if (socket.closed) throw failure ?? new Error('closed without an answer');
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

export function requestHead(line: string, token: string, headers: Record<string, string | number> = {}): string {
  const all = { Host: 'pulso', Authorization: `Bearer ${token}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${line} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

/** A chunk of `Transfer-Encoding: chunked`. */
export function chunk(bytes: string | Uint8Array): Buffer {
  const data = Buffer.from(bytes);
  return Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')]);
}

export const LAST_CHUNK = '0\r\n\r\n';
