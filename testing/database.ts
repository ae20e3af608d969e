import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openPool } from '../apps/api/src/db/connection/connect';
import { startEmbedded } from '../apps/api/src/db/embedded/embedded';
import { migrate } from '../apps/api/src/db/schema/migrate';
import { runSuperuserSql, isAlive } from './embedded-kit';

/** The tests' server: as the product's role, as a role that may create databases, and the migrated template to copy. */
export type TestServer = { connection: pg.ClientConfig; maker: pg.ClientConfig; template: string };

declare module 'vitest' {
  // Merging needs an interface; it is how vitest types what a global set-up provides.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  export interface ProvidedContext {
    server: TestServer;
  }
}

const uniqueName = (prefix: string) => `${prefix}_${randomBytes(6).toString('hex')}`;

type OpenServer = Omit<TestServer, 'template'> & { close: () => Promise<void> };

const MEMORY_FOLDER = '/dev/shm';
/** A run has a fifth of this at most; a container has 64 MiB unless it is told otherwise. */
const MIN_MEMORY_BYTES = 1024 ** 3;

/** A database is some 400 files: in memory, to copy and to remove them takes half of what it takes on a disk. */
async function pickFastestFolder(): Promise<string> {
  const { bavail, bsize } = await statfs(MEMORY_FOLDER).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= MIN_MEMORY_BYTES ? MEMORY_FOLDER : tmpdir();
}

/** Leftovers of a killed run would take their memory until the machine restarts. */
async function removeLeftovers() {
  for (const name of await readdir(MEMORY_FOLDER).catch(() => [])) {
    const owner = /^pulso-test-(\d+)-/.exec(name)?.[1];
    if (!owner || isAlive(Number(owner))) continue;
    // A folder of another user can neither be seen nor removed.
    await rm(join(MEMORY_FOLDER, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function openServer(): Promise<OpenServer> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) {
    const connection = { connectionString: url };
    return { connection, maker: connection, close: async () => undefined };
  }
  await removeLeftovers();
  const dataDir = await mkdtemp(join(await pickFastestFolder(), `pulso-test-${process.pid}-`));
  // Tests need no durability; crashes have their own tests.
  const durability = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  // An autovacuum worker in a database would keep it from being dropped.
  const settings = { ...durability, autovacuum: 'off', max_connections: '200' };
  const start = () => startEmbedded({ dataDir, print: () => undefined, settings });
  const first = await start();
  await first.stop();
  const maker = { user: 'maker', password: randomBytes(16).toString('hex') };
  const rights = `login createdb password '${maker.password}' in role ${first.connection.user}`;
  await runSuperuserSql(dataDir, `create role ${maker.user} ${rights};`);
  const server = await start();
  const close = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { connection: server.connection, maker: { ...server.connection, ...maker }, close };
}

async function runSql(connection: pg.ClientConfig, statement: string) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function connectionTo(connection: pg.ClientConfig, database: string): pg.ClientConfig {
  if (!connection.connectionString) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

/** An empty database of the product's role, or a copy of another. */
export async function createDatabase(
  { connection, maker }: Pick<TestServer, 'connection' | 'maker'>,
  name = uniqueName('pulso_test'),
  template = 'template1',
) {
  const { user = '' } = new pg.Client(connection);
  await runSql(
    maker,
    `create database ${name} template ${template} strategy file_copy owner ${pg.escapeIdentifier(user)}`,
  );
  return {
    connection: connectionTo(connection, name),
    drop: () => runSql(maker, `drop database if exists ${name} with (force)`),
  };
}

/** The connections of the app under test, as PostgreSQL knows them. */
export const APP_NAME = 'pulso-app';

/**
 * X11: whatever the app writes in any test is written by somebody whose right was claimed in the same transaction, or by the
 * system. Logins and their ends are what rights come from, and attempts are counted before anybody is asked for his.
 */
const GUARD_SQL = `
  create function guard_right() returns trigger language plpgsql as $$
  begin
    if current_setting('application_name') = '${APP_NAME}' and concat(current_setting('pulso.actor', true),
      current_setting('pulso.system', true)) = '' then
      raise exception '% of % without a claimed right', tg_op, tg_table_name;
    end if;
    return null;
  end $$;
  do $$
  declare guarded name;
  begin
    for guarded in select tablename from pg_tables where schemaname = 'public'
      and tablename not in ('sessions', 'login_failures') loop
      execute format('create trigger guard_right after insert or update or delete on %I for each statement
        execute function guard_right()', guarded);
    end loop;
  end $$`;

/** One real PostgreSQL for a whole run. */
export async function startTestServer() {
  const { connection, maker, close } = await openServer();
  try {
    const template = uniqueName('pulso_template');
    const migrated = await createDatabase({ connection, maker }, template);
    const pool = openPool(migrated.connection);
    try {
      await migrate(pool);
      await pool.query(GUARD_SQL);
    } finally {
      await pool.end();
    }
    const server: TestServer = { connection, maker, template };
    const stop = async () => {
      try {
        await migrated.drop();
      } finally {
        await close();
      }
    };
    return { server, stop };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Vitest's global setup, of each project; the first opens the server for all. */
export async function setup({ vitest }: TestProject) {
  const run = vitest.getRootProject();
  if ('server' in run.getProvidedContext()) return undefined;
  const { server, stop } = await startTestServer();
  run.provide('server', server);
  return stop;
}

/** A new copy of the template, in milliseconds. */
export function copyDatabase(server: TestServer) {
  return createDatabase(server, undefined, server.template);
}
