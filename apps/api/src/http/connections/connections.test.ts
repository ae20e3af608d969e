import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fastify } from 'fastify';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { CONNECTION_LIMITS, guardConnections } from '#http/connections/connections';
import { requestHead } from '#test/conversation';
import { attemptLogin, HOME_ADDRESS } from '#test/logins';
import { createUser, quickPasswords } from '#test/people';
import { listen } from '#test/raw-http';
import { listenOnUnixSocket } from '#test/stalled-clients';
import { testApp, type TestOptions } from '#test/test-app';

const ASSET_BYTES = 1_048_576;
const folder = mkdtempSync(join(tmpdir(), 'pulso-panel-'));
mkdirSync(join(folder, 'assets'));
for (const page of ['index.html', 'panel.html']) writeFileSync(join(folder, page), '<head></head>');
writeFileSync(join(folder, 'docs.html'), '<head></head>');
writeFileSync(join(folder, 'assets', 'large-abc123.js'), Buffer.alloc(ASSET_BYTES, ' '));
afterAll(() => rmSync(folder, { recursive: true }));

const SLOW_TEST = { timeout: 120_000 };
const ASSET_REQUEST = requestHead('GET /assets/large-abc123.js', 'x');

const openLimitedApp = (limits: Partial<typeof CONNECTION_LIMITS>, options: TestOptions = {}) =>
  testApp({ ...options, panel: { folder }, connections: { ...CONNECTION_LIMITS, ...limits } });

describe('a client that does not read', () => {
  it('X8 is dropped after the write time-out, 500 of them, and the others are served meanwhile', async () => {
    const { http } = await openLimitedApp({ writeTimeoutMs: 1_000, maxPerAddress: 600, maxSilent: 600 });
    const { open, statusOf, countConnections } = await listenOnUnixSocket(http);
    await Promise.all(Array.from({ length: 500 }, async () => (await open()).write(ASSET_REQUEST.repeat(3))));
    let served = 0;
    for (let left = 500; left > 0; left = await countConnections(), served += 1)
      expect([await statusOf('/api/health'), await statusOf('/assets/large-abc123.js')]).toEqual([200, 200]);
    expect(served).toBeGreaterThan(1);
  });

  it('X8 is dropped too when its answers fit the buffers of the system', async () => {
    const { http } = await openLimitedApp({ maxPerAddress: 600, maxSilent: 600 });
    // The time-out without a proxy, shortened for the test.
    expect(http.server.keepAliveTimeout).toBe(CONNECTION_LIMITS.writeTimeoutMs);
    http.server.keepAliveTimeout = 200;
    const { open, statusOf, countConnections } = await listenOnUnixSocket(http);
    const health = requestHead('GET /api/health', 'x');
    await Promise.all(Array.from({ length: 500 }, async () => (await open()).write(health.repeat(5))));
    await expect.poll(countConnections, { timeout: 60_000 }).toBe(0);
    expect(await statusOf('/api/health')).toBe(200);
  });

  it('X8 does not stay by sending a little now and then', async () => {
    const { http } = await openLimitedApp({ writeTimeoutMs: 300 });
    http.server.headersTimeout = 300;
    const { open, countConnections } = await listenOnUnixSocket(http);
    const socket = await open();
    socket.write(`${ASSET_REQUEST}GET /assets/`);
    const drip = setInterval(() => socket.write('a'), 50);
    onTestFinished(() => clearInterval(drip));
    await expect.poll(countConnections, { timeout: 60_000 }).toBe(0);
  });

  it('is not one that reads slowly: whoever takes a little at a time gets everything', async () => {
    const writeTimeoutMs = 2_000;
    const { http } = await openLimitedApp({ writeTimeoutMs });
    const { open } = await listenOnUnixSocket(http);
    const socket = await open();
    const started = performance.now();
    socket.write(requestHead('GET /assets/large-abc123.js', 'x', { Connection: 'close' }));
    let received = 0;
    // The pause is no synchronisation: it is what makes this client slow.
    for await (const chunk of socket) {
      received += (chunk as Buffer).length;
      await pause(150);
    }
    expect(received).toBeGreaterThan(ASSET_BYTES);
    expect(performance.now() - started).toBeGreaterThan(writeTimeoutMs);
  });
});

it('a client that waits for us keeps its connection, however long that takes', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  guardConnections(app, () => false, { ...CONNECTION_LIMITS, writeTimeoutMs: 50 });
  app.get('/', (_request, reply) => {
    const pieces = async function* () {
      yield 'first ';
      await once(reply.raw, 'timeout');
      yield 'second';
    };
    return reply.send(Readable.from(pieces()));
  });
  const { port } = await listen(app);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('first second');
});

describe('requests sent ahead', () => {
  it('are answered one after the other, so that one connection holds no more than one answer', async () => {
    const { http, token, pool } = await openLimitedApp({});
    const { open } = await listen(http);
    let [busy, most] = [0, 0];
    pool.on('acquire', () => (most = Math.max(most, (busy += 1))));
    pool.on('release', () => (busy -= 1));
    const socket = await open();
    const answers = socket.setEncoding('utf8').toArray();
    const last = requestHead('GET /api/level', token, { Connection: 'close' });
    socket.write(requestHead('GET /api/level', token).repeat(4) + last);
    expect((await answers).join('').match(/HTTP\/1.1 200 OK/g)).toHaveLength(5);
    expect(most).toBe(1);
  });

  it('end the connection when they are more than anybody sends', async () => {
    const { http, token } = await openLimitedApp({});
    const { open, request } = await listen(http);
    const socket = await open();
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(requestHead('GET /api/level', token).repeat(1_000));
    socket.resume();
    await closed;
    expect((await request('GET /api/health')).status).toBe(200);
  });

  it('are not looked at any more when their client has gone', async () => {
    const { http, token, pool, get } = await openLimitedApp({});
    const { open } = await listen(http);
    const holder = await pool.connect();
    await holder.query('begin; lock table levels');
    let asked = 0;
    pool.on('acquire', () => (asked += 1));
    const socket = await open();
    socket.write(requestHead('GET /api/level', token).repeat(2));
    // The first query reads the session, and also the levels.
    await expect.poll(() => asked).toBe(1);
    socket.resetAndDestroy();
    await expect
      .poll(() => new Promise((resolve) => http.server.getConnections((_error, count) => resolve(count))))
      .toBe(0);
    await holder.query('rollback');
    holder.release();
    expect((await get('/api/machine')).status).toBe(200);
    // Queries for the levels of the first request, and the session and machines of this one: none for the second.
    await expect.poll(() => asked).toBe(4);
  });
});

describe('connections', () => {
  const isServed = async (port: number, localAddress = '127.0.0.1') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    socket.write(requestHead('GET /api/health', 'x'));
    const answered = await new Promise<boolean>((resolve) => {
      socket.once('data', () => resolve(true));
      socket.once('close', () => resolve(false));
    });
    return { socket, answered };
  };

  it('X8 X14 are limited for each address: a new one takes the place of the one that has waited for longest', async () => {
    const { http } = await openLimitedApp({ maxPerAddress: 3 });
    const { port } = await listen(http);
    const held: Socket[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { socket, answered } = await isServed(port);
      expect(answered).toBe(true);
      held.push(socket);
    }
    const oldest = once(held[0]!, 'close');
    expect((await isServed(port)).answered).toBe(true);
    await oldest;
    expect(held.map(({ closed }) => closed)).toEqual([true, false, false]);
    expect((await isServed(port, '127.0.0.2')).answered).toBe(true);
    expect(held[1]!.closed).toBe(false);
  });

  it('X8 are not limited by address for the proxy that all come through, but in all', async () => {
    const { http } = await openLimitedApp({ maxPerAddress: 3, maxTotal: 6 }, { trustProxy: '127.0.0.1' });
    const { port } = await listen(http);
    const first = await isServed(port);
    for (let count = 1; count < 6; count += 1) expect((await isServed(port)).answered).toBe(true);
    expect(first.socket.closed).toBe(false);
    const closed = once(first.socket, 'close');
    expect((await isServed(port)).answered).toBe(true);
    await closed;
  });

  /** Connections that send nothing, or a line of a head, until they no longer have the benefit of the doubt. */
  async function dawdle(port: number, count: number, localAddress = '127.0.0.1', said = '') {
    await Promise.all(
      Array.from({ length: count }, async () => {
        const socket = connect({ port, host: '127.0.0.1', localAddress });
        socket.on('error', () => undefined);
        onTestFinished(() => void socket.destroy());
        await once(socket, 'connect');
        socket.write(said);
      }),
    );
    // The pause is no synchronisation: it is the silence under test.
    await pause(600);
  }

  it('X14 an administrator is served beside 220 silent connections of his own address, each time on a new one', async () => {
    const app = await openLimitedApp({});
    const { port, request } = await listen(app.http);
    await dawdle(port, 220);
    const head = [`Authorization: Bearer ${app.token}`];
    for (let times = 0; times < 20; times += 1) expect((await request('GET /api/level', head)).status).toBe(200);
  });

  it('X14 so is he beside 200 connections of his own address that rest in a session of a client', async () => {
    const app = await openLimitedApp({}, { passwords: quickPasswords });
    const { username } = await createUser(app, { password: 'una-clave' });
    const login = await attemptLogin(app, { username, password: 'una-clave', from: HOME_ADDRESS });
    const head = [`Authorization: Bearer ${app.token}`];
    const { open, request } = await listen(app.http);
    await Promise.all(
      Array.from({ length: 200 }, async () => {
        const socket = await open();
        socket.on('error', () => undefined);
        socket.write(requestHead('GET /api/notifications/mine', String(login.body.access_token)));
        expect(String(await once(socket, 'data'))).toContain(' 200 OK');
      }),
    );
    for (let times = 0; times < 20; times += 1) expect((await request('GET /api/level', head)).status).toBe(200);
  });

  it('X14 a request that was told 503 is not carried out afterwards', async () => {
    const app = fastify();
    onTestFinished(() => app.close());
    guardConnections(app, () => false, { ...CONNECTION_LIMITS, maxPerAddress: 1 });
    let authorized: (() => void) | undefined;
    app.addHook('onRequest', () => new Promise<void>((resolve) => (authorized = resolve)));
    const done: unknown[] = [];
    app.post('/', ({ body }) => done.push(body));
    const { open } = await listen(app);
    const post = (body: string) =>
      `${requestHead('POST /', 'x', { 'Content-Type': 'text/plain', 'Content-Length': String(body.length) })}${body}`;
    const first = await open();
    first.write(post('first'));
    await expect.poll(() => authorized).toBeDefined();
    const resume = authorized!;
    const answer = once(first, 'data');
    const second = await open();
    expect(String(await answer)).toContain(' 503 ');
    resume();
    authorized = undefined;
    second.write(post('second'));
    await expect.poll(() => authorized).toBeDefined();
    authorized!();
    await once(second, 'data');
    expect(done).toEqual(['second']);
  });

  it('X14 so is he when five other addresses dribble their heads and fill all places', async () => {
    const app = await openLimitedApp({ maxTotal: 100, reserved: 10, maxPerAddress: 20 });
    const { port, request } = await listen(app.http);
    for (const last of [2, 3, 4, 5, 6]) await dawdle(port, 20, `127.0.0.${last}`, 'GET /api/health HTTP/1.1\r\nX-');
    const head = [`Authorization: Bearer ${app.token}`];
    for (let times = 0; times < 20; times += 1) expect((await request('GET /api/level', head)).status).toBe(200);
  });

  it('X14 whoever finds all places taken by better ones is answered, not reset', async () => {
    const { http, token, pool } = await openLimitedApp({ maxPerAddress: 4, maxTotal: 8, reserved: 0 });
    const { port, open } = await listen(http);
    const holder = await pool.connect();
    await holder.query('begin; lock table levels');
    const waiting = await Promise.all(Array.from({ length: 4 }, open));
    const answers = waiting.map((socket) => once(socket, 'data'));
    for (const socket of waiting) socket.write(requestHead('GET /api/level', token));
    // The requests' bodies are complete, and their answers wait for the table.
    await expect.poll(() => pool.waitingCount + pool.totalCount - pool.idleCount).toBeGreaterThanOrEqual(5);
    const { socket, answered } = await isServed(port);
    expect(answered).toBe(true);
    await once(socket, 'close');
    await holder.query('rollback');
    holder.release();
    for (const [answer] of (await Promise.all(answers)) as [Buffer][]) expect(answer.toString()).toContain(' 200 OK');
  });

  it('X14 300 logins at once of one agent are all answered, none is reset', async () => {
    const app = await openLimitedApp({}, { passwords: quickPasswords });
    const { port } = await listen(app.http);
    const body = JSON.stringify({ username: 'admin', password: 'mala' });
    const head = requestHead('POST /api/auth/login', 'x', {
      ...{ 'Content-Type': 'application/json', 'Content-Length': String(body.length), Connection: 'close' },
    });
    const statuses = await Promise.all(
      Array.from({ length: 300 }, async () => {
        const socket = connect(port, '127.0.0.1');
        socket.write(head + body);
        const [answer] = (await once(socket, 'data')) as [Buffer];
        socket.resume();
        return Number(answer.toString().split(' ')[1]);
      }),
    );
    expect(statuses).toHaveLength(300);
    for (const status of statuses) expect([401, 429, 503]).toContain(status);
    expect(statuses).toContain(429);
  });

  it(
    'X14 X4 1,200 guesses of 50 addresses on as many connections keep nobody out who logged in before',
    SLOW_TEST,
    async () => {
      const app = await openLimitedApp({}, { passwords: quickPasswords });
      const { port } = await listen(app.http);
      const login = (localAddress: string, password: string) =>
        new Promise<number>((resolve, reject) => {
          const body = JSON.stringify({ username: 'admin', password });
          const socket = connect({ port, host: '127.0.0.1', localAddress });
          const lengths = { 'Content-Length': String(body.length), 'Content-Type': 'application/json' };
          socket.write(requestHead('POST /api/auth/login', 'x', { ...lengths, Connection: 'close' }) + body);
          socket.once('data', (answer) => resolve(Number(String(answer).split(' ')[1])));
          socket.once('error', reject);
        });
      expect(await login('127.0.0.77', 'clave-segura')).toBe(200);
      const flood = Array.from({ length: 1_200 }, (_, index) => login(`127.0.1.${1 + (index % 50)}`, 'mala'));
      for (let times = 0; times < 20; times += 1) expect(await login('127.0.0.77', 'clave-segura')).toBe(200);
      for (const status of await Promise.all(flood)) expect([401, 429, 503]).toContain(status);
    },
  );
});
