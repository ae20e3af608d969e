import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { post } from '#push/providers/http-post';

const HEAD = 'HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n';
const CHUNK = `10000\r\n${'x'.repeat(65_536)}\r\n`;
const MAX_BYTES = 16_384;

/** Calls `react` for every connection that sends something. */
async function startServer(react: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', () => react(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return { sockets, send: (signal: AbortSignal) => post(address, { headers: {}, body: 'x', signal }) };
}

const neverSignal = () => new AbortController().signal;
const soonSignal = () => AbortSignal.timeout(300);

describe('an answer', () => {
  it('without an end is read for some kilobytes, and then hung up on', async () => {
    const { sockets, send } = await startServer((socket) => {
      const pour = () => {
        while (!socket.destroyed && socket.write(CHUNK));
      };
      socket.write(HEAD);
      socket.on('drain', pour);
      pour();
    });
    const { status, text } = await send(neverSignal());
    expect([status, text.length]).toEqual([201, MAX_BYTES]);
    await vi.waitFor(() => expect(sockets[0]!.closed).toBe(true), 60_000);
    // The server wrote no more than fits into the buffers of both sides.
    expect(sockets[0]!.bytesWritten).toBeLessThan(64_000_000);
  });

  it('that never gets to its end counts as what it began with', async () => {
    const { send } = await startServer((socket) => socket.write(`${HEAD}1\r\nx\r\n`));
    expect(await send(soonSignal())).toEqual({ status: 201, retryAfter: null, text: 'x' });
  });

  it('that breaks off counts as what it began with', async () => {
    const { send } = await startServer((socket) =>
      socket.end('HTTP/1.1 503 No\r\nRetry-After: 7\r\nContent-Length: 100\r\n\r\nabc'),
    );
    expect(await send(neverSignal())).toEqual({ status: 503, retryAfter: '7', text: 'abc' });
  });

  it.each([
    ['announced for ever', 'HTTP/1.1 103 Early Hints\r\n\r\n', soonSignal],
    [
      'to another question',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
      neverSignal,
    ],
    ['with more headers than anybody reads', `HTTP/1.1 201 Created\r\nX: ${'x'.repeat(100_000)}`, neverSignal],
    ['that is none', 'no HTTP\r\n\r\n', neverSignal],
  ])('%s is no answer, and is not waited for', async (_name, words, patience) => {
    const { send } = await startServer((socket) => socket.write(words));
    await expect(send(patience())).rejects.toThrow();
  });

  it('leaves its connection to the next one', async () => {
    const { sockets, send } = await startServer((socket) => socket.write(`${HEAD}2\r\nok\r\n0\r\n\r\n`));
    for (let times = 0; times < 5; times += 1) expect((await send(neverSignal())).text).toBe('ok');
    expect(sockets).toHaveLength(1);
  });
});
