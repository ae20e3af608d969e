import { readdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { createPicture } from '@pulso/testing/pictures';
import { beforeAll, describe, expect, it } from 'vitest';
import { MAX_IMAGE_BYTES } from '#http/bodies/body';
import { MAX_BODY_BYTES } from '#http/bodies/body-limits';
import { chunk, openConversation, LAST_CHUNK, requestHead } from '#test/conversation';
import { FORM_TYPE, imagePart, rawForm, rawPart } from '#test/raw-form';
import { listen } from '#test/raw-http';
import { sharedApp } from '#test/shared-app';
import { testApp } from '#test/test-app';

const MB = 1_048_576;
const JSON_HEADERS = { 'Content-Type': 'application/json' };
const FORM_HEADERS = { 'Content-Type': FORM_TYPE };
const CHUNKED_HEADERS = { 'Transfer-Encoding': 'chunked' };
const titlePart = rawPart({ name: 'title', value: 'Inicial' });
/** The start of a file part, which the test continues for as long as it needs. */
const fileStart = rawPart(imagePart(Buffer.alloc(0))).subarray(0, -2);

const getApp = sharedApp();
let rawServer: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  rawServer = await listen(getApp().http);
});

const connect = async () => openConversation(await rawServer.open());
const countRows = async (path: string): Promise<number> => (await getApp().get(path)).body.data.length;
const countFiles = async () => (await readdir(getApp().folder)).length;

describe('a request refused while its body is still being sent', () => {
  const line = 'POST /api/level';
  const long = 64 * MB;
  it.each<[string, string, Record<string, string | number>, Buffer, number]>([
    ['a form that says it is too long', line, { ...FORM_HEADERS, 'Content-Length': long }, titlePart, 413],
    [
      'a field that is there twice, before a file',
      line,
      { ...FORM_HEADERS, 'Content-Length': 9 * MB },
      Buffer.concat([titlePart, titlePart, fileStart]),
      400,
    ],
    [
      'a file in the wrong place, before the right one',
      line,
      { ...FORM_HEADERS, 'Content-Length': 9 * MB },
      Buffer.concat([rawPart(imagePart(Buffer.alloc(10), 'a.png', 'foto')), fileStart]),
      400,
    ],
    ['JSON in place of a form', line, { ...JSON_HEADERS, 'Content-Length': long }, Buffer.from('{'), 413],
    [
      'JSON that says it is too long',
      'POST /api/type-diet',
      { ...JSON_HEADERS, 'Content-Length': long },
      titlePart,
      413,
    ],
    ['a form in place of JSON', 'POST /api/type-diet', { ...FORM_HEADERS, 'Content-Length': 9 * MB }, titlePart, 415],
    ['a type that nobody reads', line, { 'Content-Type': 'text/plain', 'Content-Length': long }, titlePart, 415],
    ['an unknown address', 'POST /api/nada', { ...FORM_HEADERS, 'Content-Length': long }, titlePart, 404],
    [
      'a compressed body',
      line,
      { ...FORM_HEADERS, 'Content-Encoding': 'gzip', 'Content-Length': long },
      titlePart,
      415,
    ],
  ])('API-21 U9 U13 gets its answer at once, and the connection serves the next: %s', async (...given) => {
    const [, first, headers, start, status] = given;
    const { token } = getApp();
    const client = await connect();
    await client.write(requestHead(first, token, headers));
    await client.write(start);
    expect((await client.answer()).status).toBe(status);
    const rest = Number(headers['Content-Length']) - start.length;
    for (let left = rest; left > 0; left -= MB) await client.write(Buffer.alloc(Math.min(MB, left)));
    await client.write(requestHead('GET /api/level', token));
    expect((await client.answer()).status).toBe(200);
  });

  it('gets its answer without a token too', async () => {
    const client = await connect();
    await client.write(requestHead('POST /api/level', 'x', { ...FORM_HEADERS, 'Content-Length': 4 * MB }));
    expect((await client.answer()).status).toBe(401);
    await client.write(Buffer.alloc(4 * MB));
    await client.write(requestHead('GET /api/level', 'x'));
    expect((await client.answer()).status).toBe(401);
  });

  it('API-21 U9 is refused at the first byte over 8 MB when its length was not told', async () => {
    const { token } = getApp();
    const files = await countFiles();
    const client = await connect();
    await client.write(requestHead('POST /api/level', token, { ...FORM_HEADERS, ...CHUNKED_HEADERS }));
    await client.write(chunk(Buffer.concat([titlePart, fileStart])));
    for (let sent = 0; sent < MAX_IMAGE_BYTES; sent += MB) await client.write(chunk(Buffer.alloc(MB)));
    await client.write(chunk('x'));
    expect(await client.answer()).toMatchObject({
      status: 413,
      body: { message: 'La imagen no puede pesar más de 8 MB' },
    });
    await client.write(chunk(Buffer.alloc(MB)));
    await client.write(LAST_CHUNK + requestHead('GET /api/level', token));
    expect((await client.answer()).status).toBe(200);
    expect(await countFiles()).toBe(files);
  });

  it('API-23 Q7 U9 X13 JSON that is too long is refused when its length was not told', async () => {
    const { token } = getApp();
    const client = await connect();
    await client.write(requestHead('POST /api/type-diet', token, { ...JSON_HEADERS, ...CHUNKED_HEADERS }));
    await client.write(chunk(Buffer.alloc(MAX_BODY_BYTES, ' ')));
    expect((await client.answer()).status).toBe(413);
    for (let sent = 0; sent < 16; sent += 1) await client.write(chunk(Buffer.alloc(MB, ' ')));
    await client.write(LAST_CHUNK + requestHead('GET /api/type-diet', token));
    expect((await client.answer()).status).toBe(200);
  });
});

describe('a body in pieces', () => {
  it('U9 is put together, a byte at a time', async () => {
    const { token } = getApp();
    const client = await connect();
    const form = rawForm([{ name: 'title', value: 'Ñandú' }, imagePart(await createPicture(8, 6).png().toBuffer())]);
    await client.write(requestHead('POST /api/level', token, { ...FORM_HEADERS, ...CHUNKED_HEADERS }));
    for (const byte of form) await client.write(chunk(Buffer.of(byte)));
    await client.write(LAST_CHUNK);
    const { status, body } = await client.answer();
    expect({ status, title: body.data.title, image: body.data.cover_image }).toEqual({
      status: 201,
      title: 'Ñandú',
      image: expect.stringMatching(/^\/uploads\//),
    });
  });

  it.each(['POST /api/auth/login', 'POST /api/level', 'POST /api/nada', 'GET /api/health'])(
    'X13 is not read on when they are crumbs: %s',
    async (line) => {
      const client = await connect();
      const head = requestHead(line, 'x', { ...JSON_HEADERS, ...CHUNKED_HEADERS });
      await client.write(head + chunk('x').toString().repeat(20_000));
      const untilClosed = async (): Promise<void> => client.answer().then(untilClosed);
      await expect(untilClosed()).rejects.toThrow();
    },
  );

  it.each([
    ['JSON', 'POST /api/type-diet', JSON_HEADERS, Buffer.from('{"name":"Keto"}')],
    ['a form', 'POST /api/level', FORM_HEADERS, rawForm([{ name: 'title', value: 'Inicial' }])],
  ])('API-23 U9 Q9 is refused where its length says that it ends: %s', async (_case, line, headers, payload) => {
    const { token } = getApp();
    const path = line.replace('POST ', '');
    const before = await countRows(path);
    const client = await connect();
    await client.write(requestHead(line, token, { ...headers, 'Content-Length': payload.length - 9 }));
    await client.write(payload);
    expect((await client.answer()).status).toBe(400);
    expect(await countRows(path)).toBe(before);
  });

  it('Q11 waits until it is told to go on, if the client asks', async () => {
    const { token } = getApp();
    const client = await connect();
    const payload = '{"name":"Keto"}';
    const headers = { ...JSON_HEADERS, 'Content-Length': payload.length, Expect: '100-continue' };
    await client.write(requestHead('POST /api/type-diet', token, headers));
    expect((await client.answer()).status).toBe(100);
    await client.write(payload);
    expect((await client.answer()).status).toBe(201);
  });
});

describe('a client that goes away', () => {
  it(
    'U19 is cut when it comes too slowly, fifty of them, and the others are served meanwhile',
    { timeout: 20_000 },
    async () => {
      const app = await testApp();
      // Shorter than the product's, so that the test is fast; longer than fifty connections take on a busy machine.
      app.http.server.requestTimeout = 3_000;
      const slow = await listen(app.http);
      const head = requestHead('POST /api/level', app.token, { ...FORM_HEADERS, 'Content-Length': 9 * MB });
      let open = 0;
      const uploads = Array.from({ length: 50 }, async () => {
        const socket = await slow.open();
        open += 1;
        socket.write(head);
        socket.write(Buffer.concat([titlePart, fileStart]));
        const drip = setInterval(() => socket.write('x'), 50);
        socket.on('error', () => undefined);
        const answer = await text(socket).catch(() => '');
        clearInterval(drip);
        open -= 1;
        return answer;
      });
      for (let asked = 0; asked < 20; asked++) expect((await app.get('/api/level')).status).toBe(200);
      // None of them had to go for that.
      expect(open).toBe(50);
      for (const answer of await Promise.all(uploads)) expect(answer).toMatch(/^(HTTP\/1.1 408|$)/);
      expect((await app.get('/api/level')).body.data).toEqual([]);
      expect(await readdir(app.folder)).toEqual([]);
    },
  );

  it('U14 leaves no file and no row, wherever it stops', async () => {
    const { token } = getApp();
    const image = await createPicture(200, 200).png().toBuffer();
    const form = rawForm([{ name: 'title', value: 'Inicial' }, imagePart(image)]);
    const head = requestHead('POST /api/level', token, { ...FORM_HEADERS, 'Content-Length': form.length });
    const before = { files: await countFiles(), rows: await countRows('/api/level') };
    for (let part = 1; part <= 20; part += 1) {
      const socket = await rawServer.open();
      const closed = new Promise((resolve) => socket.once('close', resolve));
      const sent = form.subarray(0, Math.floor((form.length * part) / 21));
      await new Promise<void>((resolve) => socket.write(Buffer.concat([Buffer.from(head), sent]), () => resolve()));
      if (part % 2) socket.destroy();
      else socket.resetAndDestroy();
      await closed;
    }
    // A complete upload afterwards on the same server, by which time any leftovers would exist.
    const client = await connect();
    await client.write(head);
    await client.write(form);
    expect((await client.answer()).status).toBe(201);
    expect(await countFiles()).toBe(before.files + 1);
    expect(await countRows('/api/level')).toBe(before.rows + 1);
  });
});
