import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ADMIN, logIn, startProduct } from '@pulso/testing/product';
import { openPool } from '../apps/api/src/db/connection/connect';
import { startEmbedded } from '../apps/api/src/db/embedded/embedded';
import sharp from 'sharp';
import { ensureBuilt } from '../tools/build.mjs';

/**
 * How fast the product answers, as a share of a bare server on the same database (`ceiling.ts`): both are asked in turn, in
 * one run, by sixteen connections. Writes are also measured as a share of a server that checks nobody's session. `npm run bench:requests -- 3` takes so many rounds instead of five.
 */
const ROUNDS = Number(process.argv[2] ?? 5);
const ROUND_MS = 1_500;
const CONNECTIONS = 16;
const USERS = 10_000;
const LEVELS = 100;
const CATEGORIES = 100;

const printLine = (line: string) => process.stdout.write(`${line}\n`);

await ensureBuilt();
const folder = await mkdtemp(join(tmpdir(), 'pulso-bench-'));
const server = await startEmbedded({ dataDir: join(folder, 'database'), print: () => undefined });
const { host, port, user, password, database } = server.connection;
const product = await startProduct(join(folder, 'data'), {
  DATABASE_URL: `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
});
const pool = openPool(server.connection, 1);
await pool.query(`
  insert into levels (title) select 'Nivel ' || n from generate_series(1, ${LEVELS}) n;
  insert into diet_categories (name) select 'Tipo ' || n from generate_series(1, ${CATEGORIES}) n;
  insert into users (name, gender, username, phone, password_hash)
  select (array['María', 'Juan', 'Ana', 'Pedro', 'Lucía'])[n % 5 + 1] || ' ' ||
    (array['González', 'Pérez', 'Díaz', 'Sosa'])[n % 4 + 1] || ' ' || n, 'Female', 'persona' || n,
    (1_100_000_000 + n)::text, 'x'
  from generate_series(1, ${USERS}) n`);
await pool.query('vacuum analyze');
const { token } = await logIn(product.url);
const secret = await readFile(join(folder, 'data', 'secrets', 'token.key'), 'utf8');
const ceilingProcess = fork(fileURLToPath(new URL('./ceiling.ts', import.meta.url)), {
  execArgv: ['--import', 'tsx'],
  env: { ...process.env, CEILING: JSON.stringify({ connection: server.connection, secret }) },
});
const [{ url: ceilingUrl }] = (await once(ceilingProcess, 'message')) as [{ url: string }];

type Call = {
  method: string;
  path: () => string;
  body?: () => object;
  /** A whole form, with its type. */
  form?: { type: string; bytes: Buffer };
  /** Writes are also compared with a server that checks nothing. */
  isWrite?: true;
  /** Fewer connections, for calls that take a core each. */
  connections?: number;
};

function formOf(title: string, ...parts: (string | Buffer)[]) {
  const head = `--corte\r\nContent-Disposition: form-data; name="title"\r\n\r\n${title}`;
  const bytes = Buffer.concat([head, ...parts, '\r\n--corte--\r\n'].map((part) => Buffer.from(part as string)));
  return { type: 'multipart/form-data; boundary=corte', bytes };
}

/** A photo of 2 MB, as a phone takes it. */
async function photoForm() {
  const noise = { type: 'gaussian', mean: 128, sigma: 28 } as const;
  const photo = await sharp({ create: { width: 2_400, height: 1_800, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 88 })
    .toBuffer();
  printLine(`The photo has ${(photo.length / 1e6).toFixed(1)} MB`);
  const head = `\r\n--corte\r\nContent-Disposition: form-data; name="image"; filename="foto.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  return formOf('Con foto', head, photo);
}

let createdCount = 0;
const calls: Record<string, Call> = {
  'list of 100 levels': { method: 'GET', path: () => '/api/level' },
  'one level': { method: 'GET', path: () => `/api/level/${1 + (createdCount++ % LEVELS)}` },
  'search page of 50': { method: 'GET', path: () => '/api/user?page=1&limit=50&search=persona12' },
  'search page by name': { method: 'GET', path: () => '/api/user?page=1&limit=50&search=persona12&sort=name' },
  'one user': { method: 'GET', path: () => `/api/user/${1 + (createdCount++ % 5_000)}` },
  estadisticas: { method: 'GET', path: () => '/api/estadisticas' },
  'patch a category': {
    method: 'PATCH',
    path: () => `/api/type-diet/${1 + (createdCount++ % CATEGORIES)}`,
    body: () => ({ name: `Cambiada ${createdCount}` }),
    isWrite: true,
  },
  'create a category': {
    method: 'POST',
    path: () => '/api/type-diet',
    body: () => ({ name: `Nueva ${createdCount++}` }),
    isWrite: true,
  },
  'create by a form': { method: 'POST', path: () => '/api/level', form: formOf('Sin foto'), isWrite: true },
  login: { method: 'POST', path: () => '/api/auth/login', body: () => ADMIN, connections: 2 },
  'create with a photo': { method: 'POST', path: () => '/api/level', form: await photoForm(), connections: 2 },
};

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

function send(base: string, { method, path, body, form }: Call): Promise<number> {
  const payload = form?.bytes ?? (body && Buffer.from(JSON.stringify(body())));
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(payload && { 'Content-Type': form?.type ?? 'application/json', 'Content-Length': payload.length }),
  };
  return new Promise((resolve, reject) => {
    request(base + path(), { method, headers, agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end(payload);
  });
}

/** Answers a second. */
async function measure(base: string, call: Call): Promise<number> {
  const until = Date.now() + ROUND_MS;
  let answered = 0;
  const line = async () => {
    while (Date.now() < until) {
      const status = await send(base, call);
      if (status >= 300) throw new Error(`${call.method} ${call.path()}: ${status}`);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: call.connections ?? CONNECTIONS }, line));
  return (answered * 1_000) / ROUND_MS;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

for (const [name, call] of Object.entries(calls)) {
  const servers = [product.url, ceilingUrl, ...(call.isWrite ? [`${ceilingUrl}/unchecked`] : [])];
  const rounds: number[][] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const rates: number[] = [];
    for (const url of servers) rates.push(await measure(url, call));
    rounds.push(rates);
  }
  // The first is for the compilers.
  rounds.shift();
  const own = median(rounds.map(([first = NaN]) => first));
  const shares = servers.slice(1).map((_, at) => median(rounds.map(([first = NaN, ...others]) => first / others[at]!)));
  const [share = '', unchecked] = shares.map((one) => `${(one * 100).toFixed(0).padStart(4)} %`);
  printLine(
    `${name.padEnd(20)} ${own.toFixed(0).padStart(6)}/s ${share} of the bare server${unchecked ? `, ${unchecked.trim()} of one that checks nothing` : ''}`,
  );
}

agent.destroy();
ceilingProcess.kill();
await pool.end();
await product.stop();
await server.stop();
await rm(folder, { recursive: true, force: true });
