import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { openErrorHandler } from '#http/answers/errors';
import { wrapInEnvelope, openListStreamer } from '#http/entities/whole-list';

async function serve(
  limits: Parameters<typeof openListStreamer>[0],
  batches: () => AsyncGenerator<string>,
  maxSendingMs?: number,
) {
  const app = fastify();
  onTestFinished(() => app.close());
  app.setErrorHandler(openErrorHandler());
  const send = openListStreamer(limits, maxSendingMs);
  app.get('/', (request, reply) =>
    send(request, reply.type('application/json; charset=utf-8'), wrapInEnvelope(batches())),
  );
  await app.ready();
  return async () => app.inject('/');
}

it('puts the batches into one list, however many there are', async () => {
  for (const batches of [[], ['{"id":1},{"id":2}'], ['{"id":1}', '{"id":2}', '{"id":3}']]) {
    const ask = await serve(undefined, async function* () {
      yield* batches;
    });
    const { statusCode, headers, body } = await ask();
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toBe(`{"success":true,"data":[${batches.join()}]}`);
  }
});

it('X20 sends a few at once; the rest wait, and those too many are told when to come again', async () => {
  let goOn = () => {};
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const ask = await serve({ slots: 1, maxWaiting: 1, maxWaitMs: 60_000 }, async function* () {
    await gate;
    yield '1';
  });
  const [first, second] = [ask(), ask()];
  const refused = await ask();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
  expect(refused.json()).toEqual({
    success: false,
    message: 'Se están enviando demasiadas listas completas. Por favor, inténtalo en unos segundos.',
  });
  goOn();
  expect((await Promise.all([first, second])).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect((await ask()).statusCode).toBe(200);
});

it('reads two batches at a time, however many lists are being sent', async () => {
  let [reading, most] = [0, 0];
  const ask = await serve(undefined, async function* () {
    for (let batch = 1; batch <= 3; batch += 1) {
      most = Math.max(most, (reading += 1));
      await new Promise(setImmediate);
      reading -= 1;
      yield String(batch);
    }
  });
  const answers = await Promise.all([ask(), ask(), ask(), ask(), ask()]);
  expect(answers.map(({ body }) => body)).toEqual(Array(5).fill('{"success":true,"data":[1,2,3]}'));
  expect(most).toBe(2);
});

it('P30 reads on only as its client does: a long list is never in memory as a whole', async () => {
  let read = 0;
  const app = fastify();
  onTestFinished(() => app.close());
  const send = openListStreamer();
  const batch = JSON.stringify('x'.repeat(1_048_576));
  app.get('/', (request, reply) =>
    send(
      request,
      reply,
      (async function* () {
        for (; read < 200; read += 1) yield batch;
      })(),
    ),
  );
  await app.listen({ port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: pulso\r\nConnection: close\r\n\r\n');
  await once(client, 'readable');
  // Waits until nothing more is read: the system's buffers are full, and a few batches wait.
  let before = -1;
  while (before !== read) {
    before = read;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(read).toBeLessThan(20);
  let bytes = 0;
  for await (const chunk of client) bytes += (chunk as Buffer).length;
  expect(read).toBe(200);
  expect(bytes).toBeGreaterThan(200 * 1_048_576);
});

it('gives its place back when reading fails', async () => {
  let broken = true;
  const ask = await serve({ slots: 1, maxWaiting: 0, maxWaitMs: 60_000 }, async function* () {
    if (broken) throw new Error('The table is gone');
    yield '1';
  });
  expect((await ask()).statusCode).toBe(500);
  broken = false;
  expect((await ask()).statusCode).toBe(200);
});

it('X8 gives its place to the next when its reader takes too long, however little by little', async () => {
  let slow = true;
  const oneByOne = async function* () {
    // Endless, so that only the time-out can end it.
    do {
      yield '1';
      await new Promise(setImmediate);
    } while (slow);
  };
  const ask = await serve({ slots: 1, maxWaiting: 1, maxWaitMs: 60_000 }, oneByOne, 100);
  await expect(ask()).rejects.toThrow();
  slow = false;
  expect((await ask()).statusCode).toBe(200);
});
