import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { inDedicatedTransaction } from '../apps/api/src/archive/connect';
import { dbForClient, openPool } from '../apps/api/src/db/connection/connect';
import { startEmbedded } from '../apps/api/src/db/embedded/embedded';
import { withoutIndexes } from '../apps/api/src/db/schema/bulk-load';
import { applyPendingMigrations, readMigrations } from '../apps/api/src/db/schema/migrate';
import { fillStatement, MONEY_STATEMENT, RANDOM_FUNCTION } from './growth-data';

/**
 * How long an upgrade takes, from the first schema and from the last one that was released, by the number of users; each has three
 * periods with their payments, and a fifth of them one payment more. `npm run bench:upgrades -- 10000` takes so many users alone.
 */
const USER_COUNTS = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 200_000, 1_000_000];
const FIRST_SCHEMA = '0002_push.sql';
const RELEASED_SCHEMA = '0017_functions.sql';
const SHOWN_FROM_SECONDS = 1;

/** Periods as the first version wrote them: at the same moment as their payments. */
const PERIODS_STATEMENT = `
  insert into user_subscriptions (user_id, subscription_id, start_date, end_date, status, payment_amount, payment_method, created_at)
  select user_id, item_id, created_at::date, created_at::date + 30,
    case when created_at > now() - interval '31 days' then 'active' else 'expired' end, amount, payment_method, created_at
  from payments;
  insert into payments (user_id, type, amount, payment_method, status, transaction_id, created_at)
  select id, 'other', 4000, 'transferencia', 'completed', 'TR-' || id, now() - make_interval(days => id % 90)
  from users where id % 5 = 0`;

const printLine = (line: string) => process.stdout.write(`${line}\n`);
const migrations = await readMigrations();
const after = (schema: string) => migrations.findIndex(({ name }) => name === schema) + 1;
const [first, released] = [after(FIRST_SCHEMA), after(RELEASED_SCHEMA)];

/** Seconds on the clock, and those that the processor worked for them: on a busy machine only the latter can be compared. */
type Times = Record<string, { clock: number; processor: number }>;

const processorSeconds = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000_000;

/** Applies the migrations of a range one by one, in the caller's transaction. */
async function applyRange(client: Client, from: number, to: number): Promise<Times> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const times: Times = {};
  for (let count = from + 1; count <= to; count += 1) {
    const [started, worked] = [performance.now(), processorSeconds(rows[0]!.pid)];
    const [name = ''] = await applyPendingMigrations(client, migrations.slice(0, count));
    const clock = (performance.now() - started) / 1_000;
    times[name] = { clock, processor: processorSeconds(rows[0]!.pid) - worked };
    if (clock > SHOWN_FROM_SECONDS) printLine(`  ${name} ${clock.toFixed(1)}`);
  }
  return times;
}

async function measure(users: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'pulso-upgrades-'));
  const server = await startEmbedded({ dataDir, print: () => undefined });
  const { connection } = server;
  const pool = openPool({ ...connection, statement_timeout: 0, query_timeout: 0 }, 1);
  const inTransaction = <T>(work: (client: Client) => Promise<T>) =>
    inDedicatedTransaction(connection, 'pulso-bench', 'writing', work);
  try {
    printLine(`Filling a database of ${FIRST_SCHEMA} with ${users} users`);
    await inTransaction(async (client) => {
      await applyRange(client, 0, first);
      await withoutIndexes(dbForClient(client), ['users', 'user_subscriptions', 'payments'], () =>
        client.query(`${RANDOM_FUNCTION};${fillStatement(users)};${PERIODS_STATEMENT}`),
      );
    });
    await pool.query('vacuum analyze');

    printLine('Upgrading it');
    const fromFirst = await inTransaction(async (client) => {
      const older = await applyRange(client, first, released);
      // The rest is measured twice: as a part of this upgrade, and from the released schema at rest.
      await client.query('savepoint released');
      const newer = await applyRange(client, released, migrations.length);
      await client.query('rollback to released');
      return { ...older, ...newer };
    });
    await pool.query(MONEY_STATEMENT);
    await pool.query('vacuum analyze');
    return [fromFirst, await inTransaction((client) => applyRange(client, released, migrations.length))] as const;
  } finally {
    await pool.end();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const measured: (readonly [Times, Times])[] = [];
for (const users of USER_COUNTS) measured.push(await measure(users));

for (const [index, schema] of [FIRST_SCHEMA, RELEASED_SCHEMA].entries()) {
  const columns = measured.map((times) => times[index] ?? {});
  const printRow = (name: string, belongs: (migration: string) => boolean) => {
    const cells = columns.map((column) => {
      const own = Object.entries(column).flatMap(([migration, time]) => (belongs(migration) ? [time] : []));
      const sum = (kind: 'clock' | 'processor') => own.reduce((seconds, time) => seconds + time[kind], 0);
      return `${sum('clock').toFixed(1)} (${sum('processor').toFixed(1)})`.padStart(18);
    });
    printLine(name.padEnd(36) + cells.join(''));
  };
  const sizes = USER_COUNTS.map((users) => String(users).padStart(18)).join('');
  printLine(`\n${`from ${schema}, s (processor's)`.padEnd(36)}${sizes}`);
  printRow('all', () => true);
  for (const name of Object.keys(columns[0] ?? {}))
    if (columns.some((column) => (column[name]?.clock ?? 0) > SHOWN_FROM_SECONDS))
      printRow(`  ${name}`, (other) => other === name);
}
