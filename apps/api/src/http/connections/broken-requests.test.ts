import { once } from 'node:events';
import { failureBody } from '@pulso/contract/kit/envelope';
import { toStrictSchema } from '@pulso/testing/strict-schema';
import { describe, expect, it } from 'vitest';
import { listen, type RawAnswer } from '#test/raw-http';
import { sharedApp } from '#test/shared-app';
import { testApp } from '#test/test-app';

function expectRefusal({ status, headers, body }: RawAnswer, expected: number) {
  expect(status, body).toBe(expected);
  const { message, errors } = toStrictSchema(failureBody).parse(JSON.parse(body));
  expect(message).toMatch(/^La solicitud/);
  expect(errors !== undefined).toBe(expected === 400);
  expect(headers).toMatchObject({
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
}

const HEAD = 'POST /api/auth/login HTTP/1.1\r\nHost: pulso\r\nContent-Type: application/json\r\n';

const lines: string[] = [];
const getApp = sharedApp({ log: (line) => lines.push(line) });

describe('what is no HTTP', () => {
  it('API-23 Q9 Q11 is refused in the shape of everything else, and the connection ends', async () => {
    const app = getApp();
    const { exchange } = await listen(app.http);
    const broken: Record<string, string | Buffer> = {
      nonsense: 'HOLA\r\n\r\n',
      'a greeting of TLS': Buffer.from('16030100a5010000a10303', 'hex'),
      'an unknown method': 'BORRAR /api/level HTTP/1.1\r\nHost: pulso\r\n\r\n',
      'an unknown version': 'GET /api/level HTTP/9.9\r\nHost: pulso\r\n\r\n',
      'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'a header without a name': 'GET /api/level HTTP/1.1\r\nHost: pulso\r\n: x\r\n\r\n',
      'a space before the colon': 'GET /api/level HTTP/1.1\r\nHost: pulso\r\nX : y\r\n\r\n',
      'a NUL in a header': 'GET /api/level HTTP/1.1\r\nHost: pulso\r\nX: a\0b\r\n\r\n',
      'a space in the target': 'GET /api/level /x HTTP/1.1\r\nHost: pulso\r\n\r\n',
      'two lengths': `${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
      'a length that is none': `${HEAD}Content-Length: dos\r\n\r\n{}`,
      'length and chunks': `${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      'an encoding that is none': `${HEAD}Transfer-Encoding: xchunked\r\n\r\n{}`,
      'chunks, but not last': `${HEAD}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`,
      'a chunk of no size': `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    };
    for (const [what, bytes] of Object.entries(broken)) {
      lines.length = 0;
      const answer = await exchange(bytes);
      expect(answer.status, what).toBe(400);
      expectRefusal(answer, 400);
      const logged = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'not served');
      expect(logged, what).toMatchObject({ reqId: answer.headers['x-request-id'], status: 400, ip: '127.0.0.1' });
    }
    expect((await app.get('/api/level')).status).toBe(200);
  });

  it('Q10 P20 is also a head that is too large', async () => {
    const app = getApp();
    const { exchange, request } = await listen(app.http);
    expectRefusal(await exchange(`GET /${'a'.repeat(65_536)} HTTP/1.1\r\nHost: pulso\r\n\r\n`), 431);
    expectRefusal(await exchange(`GET /api/level HTTP/1.1\r\nHost: pulso\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`), 431);
    // T9: a token of 64 kB.
    const token = `Authorization: Bearer ${'a'.repeat(65_536)}.b.c`;
    expectRefusal(await exchange(`GET /api/level HTTP/1.1\r\nHost: pulso\r\n${token}\r\n\r\n`), 431);
    // Newer versions of Node take a thousand, older ones as many as fit into 16 kB.
    const withHeaders = (count: number) => {
      const many = Array.from({ length: count }, (_, index) => `X-${index}: ${index}`);
      return request('GET /api/level', [`Authorization: Bearer ${app.token}`, ...many]);
    };
    expect((await withHeaders(900)).status).toBe(200);
    expect((await withHeaders(2_500)).status).toBe(431);
    const long = await request(`GET /api/level?x=${'a'.repeat(4_100)}`);
    expect(long.status).toBe(414);
    expect(toStrictSchema(failureBody).parse(JSON.parse(long.body)).message).toBe('La dirección es demasiado larga');
  });

  it('Q10 P20 is also what never ends: 408, and the others are served meanwhile', { timeout: 20_000 }, async () => {
    const app = await testApp();
    const { exchange } = await listen(app.http);
    expect(app.http.server.headersTimeout).toBe(5_000);
    expect(app.http.server.requestTimeout).toBe(30_000);
    // Shorter than the product's, so that the test is fast.
    app.http.server.headersTimeout = 300;
    app.http.server.requestTimeout = 300;
    const endless = [
      'GET /api/level HTTP/1.1\r\nHost: pulso\r\nX-Slow:',
      `${HEAD}Content-Length: 100\r\n\r\n{"username":`,
      ...Array<string>(30).fill('GET / HTTP/1.1\r\n'),
    ];
    const answers = endless.map((bytes) => exchange(bytes));
    expect((await app.get('/api/level')).status).toBe(200);
    for (const answer of await Promise.all(answers)) expectRefusal(answer, 408);
  });
});

describe('odd but lawful HTTP', () => {
  it('Q11 is served like any other', async () => {
    const app = getApp();
    const { exchange, request, open } = await listen(app.http);
    const auth = `Authorization: Bearer ${app.token}`;
    const login = JSON.stringify({ username: 'admin', password: 'clave-segura' });

    const old = await exchange(`GET /api/level HTTP/1.0\r\n${auth}\r\n\r\n`);
    expect([old.status, JSON.parse(old.body)]).toEqual([200, { success: true, data: [] }]);

    const asks = await exchange(
      `${HEAD}Expect: 100-continue\r\nConnection: close\r\nContent-Length: ${login.length}\r\n\r\n${login}`,
    );
    expect(asks.status).toBe(100);
    expect(asks.body).toContain('HTTP/1.1 200 OK');

    const size = login.length.toString(16);
    const chunked = await exchange(
      `${HEAD}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${size}\r\n${login}\r\n0\r\n\r\n`,
    );
    expect(chunked.status).toBe(200);

    const twice = await exchange(
      `GET /api/level HTTP/1.1\r\nHost: pulso\r\n${auth}\r\n\r\n` +
        `GET /api/nada HTTP/1.1\r\nHost: pulso\r\nConnection: close\r\n${auth}\r\n\r\n`,
    );
    expect(twice.status).toBe(200);
    expect(twice.body).toContain('HTTP/1.1 404 Not Found');

    const foreign = await request('GET /api/level', ['Host: otro.ejemplo', 'X-Forwarded-Host: otro.ejemplo', auth]);
    expect(JSON.stringify(foreign)).not.toContain('otro.ejemplo');

    // Neither is supported; the connection is closed.
    const upgrade = await request('GET /api/level', ['Upgrade: websocket', auth]);
    expect(upgrade.status).toBe(200);
    const tunnel = await open();
    tunnel.write('CONNECT pulso:443 HTTP/1.1\r\nHost: pulso\r\n\r\n');
    tunnel.resume();
    await once(tunnel, 'close');
    expect((await app.get('/api/level')).status).toBe(200);
  });

  it('leaves nothing behind when the client goes in the middle of a body', async () => {
    const app = getApp();
    const { open } = await listen(app.http);
    for (let times = 0; times < 20; times += 1) {
      const socket = await open();
      socket.write(`${HEAD}Content-Length: 100\r\n\r\n{"username":`);
      socket.resetAndDestroy();
    }
    await expect
      .poll(() => new Promise((resolve) => app.http.server.getConnections((_error, count) => resolve(count))))
      .toBe(0);
    expect((await app.get('/api/level')).status).toBe(200);
  });
});
