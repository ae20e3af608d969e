import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect as connectSocket, createServer, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ADMIN, logIn, type Product } from '@pulso/testing/product';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  databaseProcesses,
  createInstalledFolder,
  readyLines,
  sharedProduct,
  startInFolder,
  waitUntil,
} from './data-folder';

const SERVER = fileURLToPath(new URL('../apps/api/dist/server.js', import.meta.url));
const MAX_DRAIN_MS = 8_000;

/** The serving processes that the product started. */
function workersOf({ process: { pid } }: Product): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  return children.filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('worker.js'));
}

type Call = { method?: string; token?: string; body?: unknown };

/** A connection, which stays with one process until it is closed. */
function connect(product: Product) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const send = (path: string, { method = 'GET', token, body }: Call = {}) =>
    new Promise<{ status: number; body: string; id: string }>((resolve, reject) => {
      const headers = {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      };
      const call = request(`${product.url}${path}`, { agent, method, headers }, (response) => {
        const { statusCode: status = 0, headers: answered } = response;
        const id = String(answered['x-request-id']);
        text(response).then((received) => resolve({ status, body: received, id }), reject);
      });
      call.on('error', reject);
      call.end(body === undefined ? undefined : JSON.stringify(body));
    });
  const logInAs = (password: string) =>
    send('/api/auth/login', { method: 'POST', body: { username: ADMIN.username, password } });
  return { send, logInAs };
}

/** A connection, and the process that accepted it: the log says which. */
async function connectToOne(product: Product) {
  const connection = connect(product);
  const { id } = await connection.send('/api/level');
  const line = await waitUntil(() => {
    const logged = product.lines.find((entry) => entry.includes(id));
    expect(logged).toBeDefined();
    return logged;
  });
  return { pid: (JSON.parse(String(line)) as { pid: number }).pid, ...connection };
}

/** A connection to each process. One of them stands still meanwhile: who accepts is the kernel's choice. */
async function connectToAll(product: Product) {
  const one = await connectToOne(product);
  process.kill(one.pid, 'SIGSTOP');
  const other = await connectToOne(product).finally(() => process.kill(one.pid, 'SIGCONT'));
  expect([one.pid, other.pid].sort()).toEqual(workersOf(product).sort());
  return { one, other };
}

const tokenIn = (body: string) => (JSON.parse(body) as { access_token: string }).access_token;

describe('two processes on one port', () => {
  const shared = sharedProduct({ WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' });

  it('both serve; a session that ends in one has ended in the other; failed logins count in both', async () => {
    const product = shared();
    expect(product.lines.slice(product.lines.indexOf(`Listo: ${product.url}`)).slice(0, 2)).toEqual(
      readyLines(product.url),
    );
    const { one, other } = await connectToAll(product);

    const token = tokenIn((await one.logInAs(ADMIN.password)).body);
    for (const connection of [one, other]) expect((await connection.send('/api/user', { token })).status).toBe(200);
    expect((await one.send('/api/auth/logout', { method: 'POST', token })).status).toBe(200);
    for (const connection of [other, one]) expect((await connection.send('/api/user', { token })).status).toBe(401);

    // Ten in all, for one account and address: five in each process.
    const guesses: number[] = [];
    for (let guess = 0; guess < 10; guess += 1)
      guesses.push((await [one, other][guess % 2]!.logInAs(`mala-${guess}`)).status);
    expect(guesses).toEqual(Array(10).fill(401));
    for (const connection of [one, other]) expect((await connection.logInAs('mala')).status).toBe(429);
  });

  it('M5 one scrape is of all of them, whichever answers it', async () => {
    const { one, other } = await connectToAll(shared());
    const count = async ({ send }: ReturnType<typeof connect>) =>
      Number(
        /^pulso_requests_total\{method="GET",route="\/api\/machine",status="4xx"\} (\d+)$/m.exec(
          (await send('/api/metrics')).body,
        )?.[1],
      );
    for (const { send } of [one, other]) for (let times = 0; times < 3; times += 1) await send('/api/machine');
    expect([await count(one), await count(other)]).toEqual([6, 6]);
    const { body } = await other.send('/api/metrics');
    expect(body).toContain('\npulso_processes 3\n');
    expect(body).toContain('\npulso_database_restarts_total 0\n');
  });

  it('X14 have as many places for an address as one has, also where all its connections come to the same', async () => {
    const { url } = shared();
    const { port, host } = new URL(url);
    const sockets = await Promise.all(
      Array.from({ length: 190 }, async () => {
        const socket = connectSocket(Number(port), '127.0.0.1');
        onTestFinished(() => void socket.destroy());
        await once(socket, 'connect');
        return socket;
      }),
    );
    const ask = async (socket: Socket) => {
      socket.write(`GET /api/health HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      return String(await once(socket, 'data')).split(' ')[1];
    };
    // The second time none has made way for another.
    for (let times = 0; times < 2; times += 1)
      expect(new Set(await Promise.all(sockets.map(ask)))).toEqual(new Set(['200']));
  });

  it('one that is killed is replaced, and nobody at the other notices', async () => {
    const product = shared();
    const { one, other } = await connectToAll(product);
    let calling = true;
    const statuses: number[] = [];
    const calls = (async () => {
      while (calling) {
        statuses.push((await other.send('/api/health')).status);
        await sleep(5);
      }
    })();
    process.kill(one.pid, 'SIGKILL');
    // One log for all: a line of the primary is one of JSON, too.
    const warning = '"msg":"Un proceso terminó (SIGKILL). Se inicia otro en su lugar."';
    await waitUntil(() => expect(product.lines.join('\n')).toContain(warning));
    await waitUntil(() => expect(workersOf(product)).toHaveLength(2));
    expect(workersOf(product)).not.toContain(one.pid);
    await connectToAll(product);
    calling = false;
    await calls;
    expect(statuses.length).toBeGreaterThan(10);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('end with the one that started them, even if that is killed', async () => {
    const product = shared();
    const workers = workersOf(product);
    expect(workers).toHaveLength(2);
    product.process.kill('SIGKILL');
    await waitUntil(() => {
      for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    });
  });

  it('finish what is under way on SIGTERM to all of them, and none is left', async () => {
    const folder = await createInstalledFolder();
    const product = await startInFolder(folder, { WEB_CONCURRENCY: '2' });
    const workers = workersOf(product);
    const { token } = await logIn(product.url);
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Expect: '100-continue' };
    const underWay = Array.from(
      { length: 4 },
      (_, index) =>
        new Promise<() => Promise<number | undefined>>((begun, reject) => {
          const call = request(`${product.url}/api/type-diet`, { method: 'POST', headers, agent: false });
          const status = new Promise<number | undefined>((resolve) => {
            call.on('response', (response) => resolve(response.statusCode));
          });
          call.on('error', reject);
          call.flushHeaders();
          call.once('continue', () =>
            begun(() => {
              call.end(JSON.stringify({ name: `Dieta ${index}` }));
              return status;
            }),
          );
        }),
    );
    const finish = await Promise.all(underWay);
    const since = performance.now();
    // A terminal signals the whole group.
    process.kill(-product.process.pid!, 'SIGTERM');
    expect(await Promise.all(finish.map((end) => end()))).toEqual([201, 201, 201, 201]);
    expect(await product.ended).toBe(0);
    expect(performance.now() - since).toBeLessThan(MAX_DRAIN_MS);
    for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(databaseProcesses(folder)).toBe('0');
  });

  it('say once that the port is taken', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void holder.close());
    const { port } = holder.address() as AddressInfo;
    const env = {
      ...process.env,
      DATA_DIR: await createInstalledFolder(),
      PORT: String(port),
      DEMO: '0',
      WEB_CONCURRENCY: '2',
    };
    const { status, stderr } = spawnSync(process.execPath, [SERVER], { env, encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, `No se puede escuchar en 127.0.0.1:${port} (EADDRINUSE).\n`]);
  });
});
