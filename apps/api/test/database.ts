import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#db/embedded';
import { migrate } from '#db/migrate';
import { openPool } from '#db/connect';

/** Where the tests' server is, and the migrated database that every test copies. */
export type TestServer = { connection: pg.ClientConfig; template: string };

declare module 'vitest' {
  // Merging needs an interface; it is how vitest types what a global set-up provides.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  export interface ProvidedContext {
    server: TestServer;
  }
}

const uniqueName = (prefix: string) => `${prefix}_${randomBytes(6).toString('hex')}`;

async function openServer(): Promise<{ connection: pg.ClientConfig; close: () => Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { connection: { connectionString: url }, close: async () => undefined };
  const dataDir = await mkdtemp(join(tmpdir(), 'pulso-test-'));
  // A test's data need not outlive a power cut; crashes have tests of their own.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };
  const server = await startEmbedded({ dataDir, say: () => undefined, settings });
  const close = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { connection: server.connection, close };
}

export async function runSql(connection: pg.ClientConfig, statement: string) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export function inDatabase(connection: pg.ClientConfig, database: string): pg.ClientConfig {
  if (!connection.connectionString) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

/** Vitest's global set-up: one real PostgreSQL for the whole run. */
export async function setup(project: TestProject) {
  const { connection, close } = await openServer();
  const template = uniqueName('pulso_template');
  await runSql(connection, `create database ${template}`);
  const pool = openPool(inDatabase(connection, template));
  await migrate(pool);
  await pool.end();
  project.provide('server', { connection, template });
  return async () => {
    await runSql(connection, `drop database ${template} with (force)`);
    await close();
  };
}

/** A database of its own, in milliseconds. */
export async function copyDatabase({ connection, template }: TestServer) {
  const name = uniqueName('pulso_test');
  await runSql(connection, `create database ${name} template ${template}`);
  return {
    connection: inDatabase(connection, name),
    drop: () => runSql(connection, `drop database if exists ${name} with (force)`),
  };
}
