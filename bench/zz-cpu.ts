import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { openPool } from '../apps/api/src/db/connect';
import { startEmbedded } from '../apps/api/src/db/embedded/embedded';
import { logIn, startProduct } from '../e2e/product';
const folder = await mkdtemp('/tmp/zz-');
const server = await startEmbedded({ dataDir: join(folder, 'database'), print: () => undefined });
const { host, port, user, password, database } = server.connection;
const product = await startProduct(join(folder, 'data'), {
  DATABASE_URL: `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
  ...(process.env.PROF ? { NODE_OPTIONS: '--cpu-prof --cpu-prof-dir=/tmp/zzprof' } : {}),
});
const pool = openPool(server.connection, 1);
await pool.query(`insert into levels (title) select 'Nivel ' || n from generate_series(1, 100) n; insert into diet_categories (name) select 'Tipo ' || n from generate_series(1, 100) n;
  insert into users (name, gender, username, phone, password_hash) select (array['María', 'Juan', 'Ana', 'Pedro', 'Lucía'])[n % 5 + 1] || ' ' || (array['González', 'Pérez', 'Díaz', 'Sosa'])[n % 4 + 1] || ' ' || n, 'Female', 'persona' || n, (1_100_000_000 + n)::text, 'x' from generate_series(1, 10000) n`);
await pool.query('vacuum analyze');
const { token } = await logIn(product.url);
const secret = await readFile(join(folder, 'data', 'secrets', 'token.key'), 'utf8');
const bare = fork(new URL('./ceiling.ts', import.meta.url).pathname, {
  execArgv: ['--import', 'tsx'],
  env: { ...process.env, CEILING: JSON.stringify({ connection: server.connection, secret }) },
});
const [{ url: ceilingUrl }] = (await once(bare, 'message')) as [{ url: string }];
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const pgPids = () =>
  readdirSync('/proc')
    .filter((p) => /^\d+$/.test(p))
    .filter((p) => {
      try {
        return (
          readFileSync(`/proc/${p}/cmdline`, 'utf8').startsWith('postgres: ') &&
          readFileSync(`/proc/${p}/cmdline`, 'utf8').includes('pulso')
        );
      } catch {
        return false;
      }
    });
const cpu = (p: string | number) => {
  try {
    const f = readFileSync(`/proc/${p}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(f[11]) + Number(f[12])) * 10;
  } catch {
    return 0;
  }
};
let n = 0;
for (const path of process.argv.slice(2))
  for (const [name, base, pid] of [
    ['own', product.url, product.process.pid!],
    ['bare', ceilingUrl, bare.pid!],
    ['own', product.url, product.process.pid!],
    ['bare', ceilingUrl, bare.pid!],
  ] as const) {
    const pids = pgPids();
    const before = [cpu(pid), pids.reduce((s, p) => s + cpu(p), 0)];
    const until = Date.now() + 4000;
    let k = 0;
    const [method, url, body] = path.split(' ');
    const one = () =>
      new Promise<void>((res, rej) => {
        const b = body?.replace('N', String(n++));
        request(
          base + url!.replace('N', String(1 + (n++ % 100))),
          {
            agent,
            method,
            headers: {
              authorization: 'Bearer ' + token,
              ...(b && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(b) }),
            },
          },
          (r) => {
            if (r.statusCode! >= 300) console.log(r.statusCode);
            r.resume().on('end', res);
          },
        )
          .on('error', rej)
          .end(b);
      });
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        while (Date.now() < until) {
          await one();
          k++;
        }
      }),
    );
    const after = [cpu(pid), pids.reduce((s, p) => s + cpu(p), 0)];
    console.log(
      path.padEnd(40),
      name.padEnd(5),
      (k / 4).toFixed(0) + '/s',
      'node µs',
      (((after[0]! - before[0]!) * 1000) / k).toFixed(0),
      'pg µs',
      (((after[1]! - before[1]!) * 1000) / k).toFixed(0),
    );
  }
agent.destroy();
bare.kill();
await pool.end();
await product.stop();
await server.stop();
process.exit();
