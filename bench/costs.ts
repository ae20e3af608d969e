import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { logIn, startProduct } from '@pulso/testing/product';
import { ensureBuilt } from '../tools/build.mjs';
import { headOf, openLine, openSocket, type Call } from './lines';

/**
 * Measures the worst cost of requests, in processor time of the product, with the demonstration's data: as a table for `docs/security.md`. Then how
 * long others wait beside a flood of the dearest, and what memory is left of bodies that never end. Linux only: it reads /proc.
 */
const ROUNDS = 5;
const MEGABYTE = 1_048_576;
const BLOCKED = '127.0.0.66';

const say = (line: string) => process.stdout.write(`${line}\n`);
await ensureBuilt();
const folder = await mkdtemp(join(tmpdir(), 'pulso-costs-'));
const product = await startProduct(folder, { DEMO: '1', BACKUP_EVERY: '0' });
const pid = product.process.pid!;
const port = Number(new URL(product.url).port);
const admin = await logIn(product.url);

const threads = () => readdirSync(`/proc/${pid}/task`);
const cpuMs = () =>
  threads().reduce(
    (sum, id) => sum + Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]),
    0,
  ) / 1e6;
const rssMb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

const filled = (size: number, [start, end]: string, piece: (at: number) => string) => {
  const pieces: string[] = [];
  for (let length = 0; length < size - 200; length += (pieces.at(-1)?.length ?? 0) + 1)
    pieces.push(piece(pieces.length));
  return `${start}${pieces.join()}${end}`;
};
const kinds: ((size: number) => string)[] = [
  (size) => filled(size, '[]', () => '[]'),
  (size) => filled(size, '{}', (at) => `"${at.toString(36)}":1`),
  (size) => filled(size, '[]', (at) => `{"${at.toString(36)}":1}`),
  (size) => filled(size, '[]', () => '"__proto__"'),
  (size) => `"${'k'.repeat(size)}"`,
];
const field = (name: string, size: number) => kinds.map((make) => `{"${name}":${make(size)}}`);
const form = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--\r\n`;

async function median(measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) values.push(await measure());
  return values.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? NaN;
}

/** The dearest of the calls, and how it was answered. */
async function costOf(calls: Call[], repeat: number): Promise<{ ms: number; status: number }> {
  let worst = { ms: 0, status: 0 };
  for (const call of calls) {
    const { send, close } = openLine(port, call.from);
    // A call that is cut off has no status.
    const sent = () => send(call).catch(() => 0);
    let status = await sent();
    const ms = await median(async () => {
      const before = cpuMs();
      for (let count = 0; count < repeat; count += 1) status = await sent();
      return (cpuMs() - before) / repeat;
    });
    close();
    if (ms > worst.ms) worst = { ms, status };
  }
  return worst;
}

const LOGIN = 'POST /api/auth/login';
async function block() {
  const { send, close } = openLine(port, BLOCKED);
  for (let guess = 0; guess < 32; guess += 1)
    await send({ line: LOGIN, body: `{"username":"nadie${guess}","password":"mala"}` });
  close();
}

const { token } = admin;
await admin.post('/user', {
  name: 'Una clienta',
  gender: 'Female',
  username: 'clienta-cara',
  phone: '1155550000',
  password: 'una-clave-de-prueba',
  role: 'CLIENT',
});
const client = (await logIn(product.url, { username: 'clienta-cara', password: 'una-clave-de-prueba' })).token;
const bodies = (line: string, all: string[], more: Partial<Call> = {}) =>
  all.map((body): Call => ({ line, body, ...more }));
const formType = { type: 'multipart/form-data; boundary=b' };
const large = field('x', MEGABYTE);
const year = JSON.stringify(
  Array.from({ length: 366 }, (_, day) => ({ day_number: day + 1, exercises: Array.from({ length: 100 }, () => 1) })),
);

const rows: [string, Call[], number][] = [
  ['plain refusal: any call without a token', [{ line: 'GET /api/level' }], 300],
  ['`GET /api/health`', [{ line: 'GET /api/health' }], 300],
  [
    'login, address blocked, 40 bytes',
    bodies(LOGIN, ['{"username":"admin","password":"mala"}'], { from: BLOCKED }),
    100,
  ],
  ['login, address blocked, 1 MB', bodies(LOGIN, large, { from: BLOCKED }), 5],
  ['login, 1 MB', bodies(LOGIN, large), 5],
  ['login, 4 kB', bodies(LOGIN, field('x', 4_000)), 50],
  ['`POST /auth/logout`, 1 MB', bodies('POST /api/auth/logout', large), 5],
  ['`POST /auth/logout`, 4 kB', bodies('POST /api/auth/logout', field('x', 4_000)), 50],
  ['login, 100 kB in pieces of a byte', bodies(LOGIN, [`{"x":"${'x'.repeat(17_000)}"}`], { pieces: true }), 5],
  ['unknown path, 1 MB', bodies('POST /api/nada', large), 5],
  ['CLIENT: a call that is not his, 1 MB', bodies('POST /api/level', large, { token: client }), 5],
  ['CLIENT: `PUT /device`, 1 MB', bodies('PUT /api/device', large, { token: client }), 5],
  ['CLIENT: `PUT /device`, 25 kB', bodies('PUT /api/device', field('x', 25_000), { token: client }), 20],
  ['ADMIN: a plain refusal (400)', bodies('POST /api/type-diet', ['{}'], { token }), 100],
  ['ADMIN: unknown path, 1 MB', bodies('POST /api/nada', large, { token }), 5],
  ['ADMIN: `POST /type-diet`, 31 kB', bodies('POST /api/type-diet', field('x', 30_500), { token }), 20],
  ['ADMIN: `POST /package`, 78 kB', bodies('POST /api/package', field('trainings', 78_000), { token }), 20],
  ['ADMIN: `POST /price-rise`, 130 kB', bodies('POST /api/price-rise', field('rows', 130_000), { token }), 20],
  [
    'ADMIN: `POST /training`, a list of 300 kB',
    bodies(
      'POST /api/training',
      kinds.map((make) => form('training_days', make(300_000))),
      { token, ...formType },
    ),
    10,
  ],
  [
    'ADMIN: `POST /training`, 366 days of 100 exercises, without a title',
    bodies('POST /api/training', [form('training_days', year)], { token, ...formType }),
    10,
  ],
];

await block();
say('| request | node CPU ms | times a plain refusal | answer |\n| --- | --- | --- | --- |');
let plain = 0;
for (const [what, calls, repeat] of rows) {
  const { ms, status } = await costOf(calls, repeat);
  plain ||= ms;
  say(`| ${what} | ${ms.toFixed(2)} | ${(ms / plain).toFixed(1)} | ${status || 'closed'} |`);
}

/** Milliseconds that an administrator waits for a list, while the flood goes on. */
async function waits(flood: Call | undefined): Promise<string> {
  let going = true;
  const lines = Array.from({ length: flood ? 16 : 0 }, async () => {
    const other = openLine(port, flood?.from);
    while (going) {
      await other.send(flood!).catch(() => undefined);
      await pause(250);
    }
    other.close();
  });
  const own = openLine(port);
  const times: number[] = [];
  const until = Date.now() + 5_000;
  while (Date.now() < until) {
    const started = performance.now();
    await own.send({ line: 'GET /api/level', token });
    times.push(performance.now() - started);
    await pause(20);
  }
  going = false;
  await Promise.all(lines);
  own.close();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)]?.toFixed(1);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`;
}

say(
  '\nAn administrator asks for the levels, beside sixteen connections that send a megabyte four times a second each:',
);
say(`alone: ${await waits(undefined)}`);
await block();
const heavy = large[0]!;
say(`login of a blocked address: ${await waits({ line: LOGIN, body: heavy, from: BLOCKED })}`);
say(`login: ${await waits({ line: LOGIN, body: heavy, from: '127.0.0.67' })}`);
say(`logout: ${await waits({ line: 'POST /api/auth/logout', body: heavy, from: '127.0.0.67' })}`);

/** So many connections of five addresses that send all but the last byte. */
async function stalled(length: number): Promise<string> {
  const before = rssMb();
  const body = ' '.repeat(length - 1);
  const sockets = Array.from({ length: 950 }, (_, index) => {
    const socket = openSocket(port, `127.0.1.${index % 5}`);
    socket.resume().write(`${headOf({ line: LOGIN, body: `${body} ` })}${body}`);
    return socket;
  });
  await pause(8_000);
  const during = rssMb();
  for (const socket of sockets) socket.destroy();
  await pause(10_000);
  return `${before.toFixed(0)} MB before, ${during.toFixed(0)} MB while they wait, ${rssMb().toFixed(0)} MB ten seconds after`;
}

say('\nMemory, 950 logins that stop one byte short:');
for (const length of [MEGABYTE, 4_096, MEGABYTE]) say(`of ${length} bytes: ${await stalled(length)}`);

await product.stop();
await rm(folder, { recursive: true, force: true });
