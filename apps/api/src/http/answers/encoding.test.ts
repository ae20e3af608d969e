import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { createBrotliDecompress, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { fastify } from 'fastify';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { compressAnswers } from '#http/answers/encoding';
import { quickPasswords } from '#test/people';
import { listen } from '#test/raw-http';
import { sharedApp } from '#test/shared-app';

const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  none: (bytes) => bytes,
};

const getApp = sharedApp({ passwords: quickPasswords });

beforeAll(async () => {
  await sql`
    insert into users (name, gender, username, phone, password_hash)
    select 'Ñandú ' || i, 'Male', 'socio' || i, 1100000000 + i, 'x' from generate_series(1, 5200) i`.execute(
    getApp().db,
  );
});

/** The raw bytes, without decompression. */
async function requestRaw(path: string, accepted?: string, method: 'GET' | 'HEAD' = 'GET') {
  const { http, token } = getApp();
  const authorization = `Bearer ${token}`;
  const headers = accepted === undefined ? { authorization } : { authorization, 'accept-encoding': accepted };
  const { statusCode, headers: said, rawPayload } = await http.inject({ method, url: path, headers });
  const encoding = String(said['content-encoding'] ?? 'none');
  return { status: statusCode, headers: said, encoding, bytes: rawPayload };
}

describe('a long answer', () => {
  const PAGE = '/api/user?page=1&limit=100';

  it.each([
    ['br', 'gzip, deflate, br, zstd'],
    ['br', 'GZIP, BR'],
    ['br', '*'],
    ['gzip', 'gzip, deflate'],
    ['gzip', 'br;q=0, gzip'],
    ['gzip', 'br;q=0.5, gzip;q=0.8'],
    ['none', undefined],
    ['none', ''],
    ['none', 'identity'],
    ['none', 'deflate, zstd'],
    ['none', 'br;q=0, gzip;q=0'],
  ])('leaves as %s for a client that accepts: %s', async (encoding, accepted) => {
    const plain = await requestRaw(PAGE);
    for (const path of [PAGE, '/api/user']) {
      const sent = await requestRaw(path, accepted);
      expect([sent.status, sent.encoding]).toEqual([200, encoding]);
      expect(sent.headers).toMatchObject({
        vary: 'Accept-Encoding',
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
      });
      const { data } = JSON.parse(decoders[encoding]!(sent.bytes).toString()) as { data: unknown[] };
      expect(data).toHaveLength(path === PAGE ? 100 : 5_201);
      if (path === PAGE) expect(sent.headers['content-length']).toBe(String(sent.bytes.length));
      if (path === PAGE && encoding !== 'none') expect(sent.bytes.length).toBeLessThan(plain.bytes.length / 4);
    }
  });

  it('is told of by HEAD as GET would send it', async () => {
    for (const path of [PAGE, '/api/user', '/api/level'])
      for (const accepted of ['br', 'gzip', undefined]) {
        const whole = await requestRaw(path, accepted);
        const head = await requestRaw(path, accepted, 'HEAD');
        for (const name of ['content-type', 'content-encoding', 'content-length', 'vary', 'cache-control'])
          expect(head.headers[name], `${path} ${name}`).toBe(whole.headers[name]);
        expect(head.bytes).toHaveLength(0);
      }
  });

  it('leaves as it is where it gains nothing, or would tell about a token by its length', async () => {
    const { http, addUser } = getApp();
    const short = await requestRaw('/api/level', 'br');
    expect([short.encoding, short.headers.vary]).toEqual(['none', undefined]);
    const { username, password } = await addUser({ name: 'x'.repeat(4_000) });
    const login = await http.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'accept-encoding': 'br, gzip' },
      payload: { username, password },
    });
    expect(login.statusCode).toBe(200);
    expect(login.rawPayload.length).toBeGreaterThan(4_000);
    expect(login.headers).not.toHaveProperty('content-encoding');
  });
});

describe('an answer that comes in pieces', () => {
  /** A client of an app whose only route streams these chunks. */
  async function serve(pieces: () => AsyncGenerator<string>) {
    const source = Readable.from(pieces());
    const app = fastify();
    onTestFinished(() => app.close());
    compressAnswers(app);
    app.get('/', (_request, reply) => reply.type('application/json').send(source));
    const { port } = await listen(app);
    const request = get({ port, headers: { 'accept-encoding': 'br' }, agent: false });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return { source, answer };
  }

  it('leaves as it comes: the first piece can be read before there is a second', async () => {
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const { answer } = await serve(async function* () {
      yield '{"first":1';
      await gate;
      yield ',"second":2}';
    });
    const read = answer.pipe(createBrotliDecompress()).setEncoding('utf8');
    const [first] = (await once(read, 'data')) as [string];
    expect(first).toBe('{"first":1');
    goOn();
    const [second] = (await once(read, 'data')) as [string];
    expect(JSON.parse(first + second)).toEqual({ first: 1, second: 2 });
  });

  it('becomes an ordinary failure when nothing of it has left yet', async () => {
    const { answer } = await serve(async function* () {
      yield* [];
      throw new Error('The first piece is missing');
    });
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([500, undefined]);
    const text = (await answer.setEncoding('utf8').toArray()).join('');
    expect(JSON.parse(text)).toMatchObject({ statusCode: 500 });
  });

  it('is read no further once the client has gone', async () => {
    const { source, answer } = await serve(async function* () {
      for (let piece = 0; ; piece += 1) yield `{"piece":${piece}}`.repeat(1_000);
    });
    answer.destroy();
    await expect.poll(() => source.closed).toBe(true);
  });
});
