import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { ClientBase, Pool, QueryConfig } from 'pg';
import type { DatabaseError } from '#db/connection/errors';
import { StartupError } from '#startup-error';

// Arbitrary, but the same on every node.
const MIGRATION_LOCK = 7_285_001;
const MIGRATIONS_FOLDER = new URL('./migrations/', import.meta.url);

/** A line that stands for the content of a function file. The hash tells the version that the migration was written for. */
export const LOAD_LINE = /^-- load (functions\/\w+\.sql) ([0-9a-f]{12})$/gm;

export type Migration = { name: string; sql: string; checksum: string };

const loadFunctions = (text: string) =>
  text.replace(LOAD_LINE, (_line, path: string) => readFileSync(new URL(`../${path}`, MIGRATIONS_FOLDER), 'utf8'));

/** The checksum is that of a migration's own text; functions that it loads change later. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, MIGRATIONS_FOLDER), 'utf8');
      return { name, sql: loadFunctions(text), checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** For a command that uses the database beside a server, which is the one to migrate it. */
export async function checkMigrated(pool: Pool): Promise<void> {
  const ownNames = (await readMigrations()).map(({ name }) => name);
  const { rows } = await pool.query<{ known: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as known`,
  );
  const applied = rows[0]?.known
    ? (await pool.query<{ name: string }>('select name from schema_migrations')).rows.map(({ name }) => name)
    : [];
  const newer = applied.find((name) => !ownNames.includes(name));
  if (newer) throw newerDatabaseError(newer);
  if (applied.length < ownNames.length)
    throw new StartupError('La base de datos no está al día: inicia Pulso una vez y repite.');
}

const newerDatabaseError = (name: string) =>
  new StartupError(`La base de datos es de una versión más nueva de Pulso (tiene ${name}). Actualiza Pulso.`);

/** Called before each pending migration of a database that has data: the nth of so many. */
export type OnMigration = (step: { name: string; nth: number; count: number }) => void;

/** Applies all pending migrations in one transaction. */
export async function migrate(pool: Pool, onMigration?: OnMigration): Promise<string[]> {
  const migrations = await readMigrations();
  const client = await pool.connect();
  try {
    await client.query('begin');
    // Another node may be migrating a large table: wait for it without a time-out.
    await client.query('set local statement_timeout = 0');
    await client.query('set local lock_timeout = 0');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    await lockMigrations(client);
    const applied = await applyPendingMigrations(client, migrations, onMigration);
    await client.query('commit');
    return applied;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw explainRefusal(error);
  } finally {
    client.release();
  }
}

const INSUFFICIENT_PRIVILEGE = '42501';
const DUPLICATE_TABLE = '42P07';

/** Turns an error that the operator can mend into a sentence. */
function explainRefusal(error: unknown): unknown {
  const { code, message } = error as DatabaseError;
  const options = { cause: error };
  if (code === INSUFFICIENT_PRIVILEGE)
    return new StartupError(
      `El usuario de la base de datos no puede crear tablas en ella (${message}): tiene que ser su dueño.`,
      options,
    );
  if (code === DUPLICATE_TABLE)
    return new StartupError(`La base de datos tiene tablas que no son de Pulso (${message}): usa una vacía.`, options);
  return error;
}

/** Until the end of the transaction nobody else migrates, and a server that starts waits. */
export async function lockMigrations(client: ClientBase): Promise<void> {
  await queryWithLongTimeout(client, 'select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
}

// The pool's own time-out is seconds; a day is longer than any migration.
const MIGRATION_TIMEOUT_MS = 86_400_000;

function queryWithLongTimeout(client: ClientBase, text: string, values?: unknown[]) {
  return client.query({ text, values, query_timeout: MIGRATION_TIMEOUT_MS } as QueryConfig);
}

/** Applies those of the given migrations that the database does not have, in the caller's transaction. */
export async function applyPendingMigrations(
  client: ClientBase,
  migrations: Migration[],
  onMigration?: OnMigration,
): Promise<string[]> {
  await client.query(
    `create table if not exists schema_migrations
       (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  );
  const done = new Map(rows.map((row) => [row.name, row.checksum]));
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...done.keys()].find((name) => !known.has(name));
  if (unknown) throw newerDatabaseError(unknown);

  // A loaded function is the present one, and may name a table that a later migration makes.
  await client.query('set local check_function_bodies = off');
  const applied: string[] = [];
  for (const { name, sql, checksum } of migrations) {
    const before = done.get(name);
    if (before === checksum) continue;
    if (before) throw new StartupError(`La migración ${name} cambió después de haberse aplicado.`);
    // A new database has nothing to wait for.
    if (done.size > 0) onMigration?.({ name, nth: applied.length + 1, count: migrations.length - done.size });
    await queryWithLongTimeout(client, sql);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    applied.push(name);
  }
  return applied;
}
