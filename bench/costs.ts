import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { logIn, startProduct } from '@pulso/testing/product';
import { ensureBuilt } from '../tools/build.mjs';
import { headOf, openConnection, openSocket, type Call } from './lines';

/**
 * Measures the worst cost of requests, in processor time of the product, with the demonstration's data: as a table for `docs/security.md`. Then how
 * long others wait beside a flood of the dearest, and what memory is left of bodies that never end. Linux only: it reads /proc.
 */
const ROUNDS = 5;
const MEGABYTE = 1_048_576;
const BLOCKED_ADDRESS = '127.0.0.66';

const printLine = (line: string) => process.stdout.write(`${line}\n`);
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

const fillJson = (size: number, [start, end]: string, piece: (at: number) => string) => {
  const pieces: string[] = [];
  for (let length = 0; length < size - 200; length += (pieces.at(-1)?.length ?? 0) + 1)
    pieces.push(piece(pieces.length));
  return `${start}${pieces.join()}${end}`;
};
const jsonKinds: ((size: number) => string)[] = [
  (size) => fillJson(size, '[]', () => '[]'),
  (size) => fillJson(size, '{}', (at) => `"${at.toString(36)}":1`),
  (size) => fillJson(size, '[]', (at) => `{"${at.toString(36)}":1}`),
  (size) => fillJson(size, '[]', () => '"__proto__"'),
  (size) => `"${'k'.repeat(size)}"`,
];
const fieldBodies = (name: string, size: number) => jsonKinds.map((make) => `{"${name}":${make(size)}}`);
const formBody = (name: string, value: string) =>
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
    const { send, close } = openConnection(port, call.from);
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

const LOGIN_LINE = 'POST /api/auth/login';
async function blockAddress() {
  const { send, close } = openConnection(port, BLOCKED_ADDRESS);
  for (let guess = 0; guess < 32; guess += 1)
    await send({ line: LOGIN_LINE, body: `{"username":"nadie${guess}","password":"mala"}` });
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
const callsWith = (line: string, all: string[], more: Partial<Call> = {}) =>
  all.map((body): Call => ({ line, body, ...more }));
const formType = { type: 'multipart/form-data; boundary=b' };
const largeBodies = fieldBodies('x', MEGABYTE);
const yearOfDays = JSON.stringify(
  Array.from({ length: 366 }, (_, day) => ({ day_number: day + 1, exercises: Array.from({ length: 100 }, () => 1) })),
);

const measurements: [string, Call[], number][] = [
  ['plain refusal: any call without a token', [{ line: 'GET /api/level' }], 300],
  ['`GET /api/health`', [{ line: 'GET /api/health' }], 300],
  [
    'login, address blocked, 40 bytes',
    callsWith(LOGIN_LINE, ['{"username":"admin","password":"mala"}'], { from: BLOCKED_ADDRESS }),
    100,
  ],
  ['login, address blocked, 1 MB', callsWith(LOGIN_LINE, largeBodies, { from: BLOCKED_ADDRESS }), 5],
  ['login, 1 MB', callsWith(LOGIN_LINE, largeBodies), 5],
  ['login, 4 kB', callsWith(LOGIN_LINE, fieldBodies('x', 4_000)), 50],
  ['`POST /auth/logout`, 1 MB', callsWith('POST /api/auth/logout', largeBodies), 5],
  ['`POST /auth/logout`, 4 kB', callsWith('POST /api/auth/logout', fieldBodies('x', 4_000)), 50],
  ['login, 100 kB in pieces of a byte', callsWith(LOGIN_LINE, [`{"x":"${'x'.repeat(17_000)}"}`], { pieces: true }), 5],
  ['unknown path, 1 MB', callsWith('POST /api/nada', largeBodies), 5],
  ['CLIENT: a call that is not his, 1 MB', callsWith('POST /api/level', largeBodies, { token: client }), 5],
  ['CLIENT: `PUT /device`, 1 MB', callsWith('PUT /api/device', largeBodies, { token: client }), 5],
  ['CLIENT: `PUT /device`, 25 kB', callsWith('PUT /api/device', fieldBodies('x', 25_000), { token: client }), 20],
  ['ADMIN: a plain refusal (400)', callsWith('POST /api/type-diet', ['{}'], { token }), 100],
  ['ADMIN: unknown path, 1 MB', callsWith('POST /api/nada', largeBodies, { token }), 5],
  ['ADMIN: `POST /type-diet`, 31 kB', callsWith('POST /api/type-diet', fieldBodies('x', 30_500), { token }), 20],
  ['ADMIN: `POST /package`, 78 kB', callsWith('POST /api/package', fieldBodies('trainings', 78_000), { token }), 20],
  ['ADMIN: `POST /price-rise`, 130 kB', callsWith('POST /api/price-rise', fieldBodies('rows', 130_000), { token }), 20],
  [
    'ADMIN: `POST /training`, a list of 300 kB',
    callsWith(
      'POST /api/training',
      jsonKinds.map((make) => formBody('training_days', make(300_000))),
      { token, ...formType },
    ),
    10,
  ],
  [
    'ADMIN: `POST /training`, 366 days of 100 exercises, without a title',
    callsWith('POST /api/training', [formBody('training_days', yearOfDays)], { token, ...formType }),
    10,
  ],
];

await blockAddress();
printLine('| request | node CPU ms | times a plain refusal | answer |\n| --- | --- | --- | --- |');
let plainRefusalMs = 0;
for (const [what, calls, repeat] of measurements) {
  const { ms, status } = await costOf(calls, repeat);
  plainRefusalMs ||= ms;
  printLine(`| ${what} | ${ms.toFixed(2)} | ${(ms / plainRefusalMs).toFixed(1)} | ${status || 'closed'} |`);
}

/** Milliseconds that an administrator waits for a list, while the flood goes on. */
async function measureWaits(flood: Call | undefined): Promise<string> {
  let going = true;
  const lines = Array.from({ length: flood ? 16 : 0 }, async () => {
    const other = openConnection(port, flood?.from);
    while (going) {
      await other.send(flood!).catch(() => undefined);
      await pause(250);
    }
    other.close();
  });
  const own = openConnection(port);
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

printLine(
  '\nAn administrator asks for the levels, beside sixteen connections that send a megabyte four times a second each:',
);
printLine(`alone: ${await measureWaits(undefined)}`);
await blockAddress();
const heavyBody = largeBodies[0]!;
printLine(
  `login of a blocked address: ${await measureWaits({ line: LOGIN_LINE, body: heavyBody, from: BLOCKED_ADDRESS })}`,
);
printLine(`login: ${await measureWaits({ line: LOGIN_LINE, body: heavyBody, from: '127.0.0.67' })}`);
printLine(`logout: ${await measureWaits({ line: 'POST /api/auth/logout', body: heavyBody, from: '127.0.0.67' })}`);

/** So many connections of five addresses that send all but the last byte. */
async function measureStalled(length: number): Promise<string> {
  const before = rssMb();
  const body = ' '.repeat(length - 1);
  const sockets = Array.from({ length: 950 }, (_, index) => {
    const socket = openSocket(port, `127.0.1.${index % 5}`);
    socket.resume().write(`${headOf({ line: LOGIN_LINE, body: `${body} ` })}${body}`);
    return socket;
  });
  await pause(8_000);
  const during = rssMb();
  for (const socket of sockets) socket.destroy();
  await pause(10_000);
  return `${before.toFixed(0)} MB before, ${during.toFixed(0)} MB while they wait, ${rssMb().toFixed(0)} MB ten seconds after`;
}

printLine('\nMemory, 950 logins that stop one byte short:');
for (const length of [MEGABYTE, 4_096, MEGABYTE]) printLine(`of ${length} bytes: ${await measureStalled(length)}`);

await product.stop();
await rm(folder, { recursive: true, force: true });
