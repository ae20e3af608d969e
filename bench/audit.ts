import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logIn, startProduct } from '@pulso/testing/product';
import { openPool } from '../apps/api/src/db/connection/connect';
import { startEmbedded } from '../apps/api/src/db/embedded/embedded';
import { ensureBuilt } from '../tools/build.mjs';

/**
 * The cost of the audit for a write: the same product with its triggers off and on, in turns, one call at a time and four. Of each pair of
 * turns the ratio counts, and of the ratios their median. `npm run bench:audit -- 20` takes so many rounds. Waiting tells of a quiet
 * machine only; processor time, of the server and its database together, of a busy one too.
 */
const ROUNDS = Number(process.argv[2] ?? 12);
const TURN_MS = 700;
const SKIPPED_CALLS = 60;
const ROWS = 200;
/** Limit of what the audit may add to a write. */
const MAX_COST = 1.1;

const printLine = (line: string) => process.stdout.write(`${line}\n`);
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

await ensureBuilt();
const folder = await mkdtemp(join(tmpdir(), 'pulso-audit-'));
const server = await startEmbedded({ dataDir: join(folder, 'database'), print: () => undefined });
const { host, port, user, password, database } = server.connection;
const product = await startProduct(join(folder, 'data'), {
  DATABASE_URL: `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
});
const pool = openPool(server.connection, 1);
await pool.query(`
  insert into diet_categories (name) select 'Tipo ' || n from generate_series(1, ${ROWS}) n;
  insert into plans (title, description, duration, amount) select 'Plan ' || n, 'Plan', 1, 10000 from generate_series(1, ${ROWS}) n;
  insert into users (name, gender, username, phone, password_hash)
  select 'Persona ' || n, 'Female', 'persona' || n, (1100000000 + n)::text, 'x' from generate_series(1, ${ROWS}) n`);
await pool.query('vacuum analyze');
const { rows: ids } = await pool.query<{ first: number }>(`select min(id) as first from users where role = 'CLIENT'`);
const firstUser = ids[0]!.first;
const { rows: audited } = await pool.query<{ statement: string }>(`
  select format('alter table %s %%s trigger %I', tgrelid::regclass, tgname) as statement from pg_trigger
  where tgname in ('record_added', 'record_changed', 'record_removed', 'remember_parts', 'record_parts')`);
const { post, patch } = await logIn(product.url);

async function setRecording(verb: 'enable' | 'disable') {
  await pool.query(audited.map(({ statement }) => statement.replace('%s', verb)).join(';'));
}

let turn = 0;
const nth = () => (turn += 1) % ROWS;
const writes: Record<string, () => Promise<Response>> = {
  'patch a category': () => patch(`/type-diet/${1 + nth()}`, { name: `Cambiada ${turn}` }),
  'create a category': () => post('/type-diet', { name: `Nueva ${(turn += 1)}` }),
  'patch a plan': () => patch(`/suscriptions/${1 + nth()}`, { title: `Plan ${turn}`, description: `Texto ${turn}` }),
  'patch a user': () => patch(`/user/${firstUser + nth()}`, { notes: `Nota ${turn}` }),
  'record a payment': () =>
    post('/payment', {
      ...{
        user_id: firstUser + nth(),
        type: 'other',
        item_id: 0,
        amount: 700 + turn,
        payment_method: 'efectivo',
        status: 'completed',
      },
    }),
};

/** Milliseconds on a processor of each thread of the server and its database's connections; those that end keep what they had. */
const spent = new Map<string, number>();
async function readProcessorTime(): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'pulso' and pid <> pg_backend_pid()`,
  );
  for (const pid of [product.process.pid!, ...rows.map((row) => row.pid)])
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const path = `/proc/${pid}/task/${thread}/schedstat`;
      spent.set(path, Number(readFileSync(path, 'utf8').split(' ')[0]) / 1e6);
    }
  return [...spent.values()].reduce((sum, one) => sum + one, 0);
}

type Taken = { ms: number; rate: number; processor: number };

async function measure(write: () => Promise<Response>, atOnce: number): Promise<Taken> {
  const send = async () => {
    const started = performance.now();
    const answer = await write();
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${text}`);
    return performance.now() - started;
  };
  for (let call = 0; call < SKIPPED_CALLS; call += atOnce) await Promise.all(Array.from({ length: atOnce }, send));
  const processorBefore = await readProcessorTime();
  const times: number[] = [];
  const started = performance.now();
  const line = async () => {
    while (performance.now() < started + TURN_MS) times.push(await send());
  };
  await Promise.all(Array.from({ length: atOnce }, line));
  const elapsed = performance.now() - started;
  const processor = ((await readProcessorTime()) - processorBefore) / times.length;
  return { ms: median(times), rate: (1_000 * times.length) / elapsed, processor };
}

const percent = (ratio: number) => `${ratio < 1 ? '−' : '+'}${Math.abs((ratio - 1) * 100).toFixed(1)} %`;
printLine(
  `${''.padEnd(20)}${['', 'ms', 'with audit', 'a second', 'with audit', 'processor'].map((one) => one.padStart(12)).join('')}`,
);
const above: string[] = [];
try {
  for (const [name, write] of Object.entries(writes))
    for (const atOnce of [1, 4]) {
      const pairs: { off: Taken; on: Taken }[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const pair: Partial<Record<'off' | 'on', Taken>> = {};
        // Whichever is first in a pair may find the machine in another mood.
        for (const mode of round % 2 === 0 ? (['off', 'on'] as const) : (['on', 'off'] as const)) {
          await setRecording(mode === 'on' ? 'enable' : 'disable');
          pair[mode] = await measure(write, atOnce);
        }
        pairs.push({ off: pair.off!, on: pair.on! });
      }
      // The first is for the compilers.
      pairs.shift();
      const of = (key: keyof Taken) => ({
        off: median(pairs.map(({ off }) => off[key])),
        ratio: median(pairs.map(({ off, on }) => on[key] / off[key])),
      });
      const [ms, rate, processor] = [of('ms'), of('rate'), of('processor')];
      const columns = [
        ms.off.toFixed(2),
        percent(ms.ratio),
        rate.off.toFixed(0),
        percent(rate.ratio),
        percent(processor.ratio),
      ];
      printLine(`${name.padEnd(20)}${[`${atOnce} at once`, ...columns].map((one) => one.padStart(12)).join('')}`);
      if ((atOnce === 1 ? ms.ratio : 1 / rate.ratio) > MAX_COST) above.push(`${name}, ${atOnce} at once`);
    }
  printLine(`\nAbove ${percent(MAX_COST)}: ${above.join('; ') || 'none'}`);
} finally {
  await setRecording('enable');
  await pool.end();
  await product.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
