import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Database, Db } from '#db/database';
import { openSemaphore, type SemaphoreLimits } from '#db/semaphore';
import { StartupError } from '#startup-error';

const STATEMENT_TIMEOUT_MS = 8_000;
const LOCK_TIMEOUT_MS = 5_000;
const CONNECTION_TIMEOUT_MS = 2_000;
const STAY_OPEN = 3;
const KEEP_ALIVE_MS = 60_000;
const OLDEST_SERVER = 150_000;
/**
 * A thousand requests that come at once are a busy second, not a fault, so they wait in line; but a client gives up
 * after ten seconds, and what nobody waits for any more need not be done.
 */
const LINE = { maxWaiting: 2_000, maxWaitMs: 5_000 };

const { builtins } = pg.types;
const parsers: Record<number, (text: string) => unknown> = {
  // numeric(12,2) fits a double to the cent.
  [builtins.NUMERIC]: Number,
  [builtins.INT8]: Number,
  // A pure date has no zone: it stays the text it is.
  [builtins.DATE]: (text) => text,
  [builtins.TIMESTAMPTZ]: (text) => new Date(text).toISOString(),
};

export function openPool(connection: pg.PoolConfig, size = 12): pg.Pool {
  const pool = new pg.Pool({
    max: size,
    // A few stay open: while requests come in by the thousand, opening one takes longer than its time-out.
    min: Math.min(size, STAY_OPEN),
    application_name: 'pulso',
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    // The server's own time-out comes first; this one is for a server that no longer answers at all.
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    // Sooner than a firewall on the way forgets a connection on which nothing is said.
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...connection,
    options: '-c TimeZone=UTC -c search_path=public',
    types: {
      getTypeParser: ((oid: number, format: 'text'): unknown =>
        parsers[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  });
  // A connection that the server drops is replaced at the next query; unheard, it would end the process. The pool
  // listens to the idle ones only, so those in the middle of a transaction need an ear of their own.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Opens at once what stays open. */
export async function warmUp(pool: pg.Pool): Promise<void> {
  // Queries give their connections back even when one of them fails; held, they would keep the pool from ending.
  await Promise.all(Array.from({ length: pool.options.min ?? 0 }, () => pool.query('select 1')));
}

export function openDb(pool: pg.Pool, line: Omit<SemaphoreLimits, 'places'> = LINE): Db {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: withoutStuckConnections(pool, line) }) });
}

/**
 * A query that the server never answered still holds its connection: whatever came after it would wait in vain too. Such
 * a connection is thrown away instead of going back to the pool.
 *
 * The line for a connection is ours: the pool's own time-out means a server that cannot be reached, not one that is busy.
 */
function withoutStuckConnections(pool: pg.Pool, limits: Omit<SemaphoreLimits, 'places'>): PostgresPool {
  const line = openSemaphore({ places: pool.options.max, ...limits });
  const connect = async (): Promise<PostgresPoolClient> => {
    await line.enter();
    const client = await pool.connect().catch((error: Error) => {
      line.dismiss(error);
      line.leave();
      throw error;
    });
    let stuck: Error | undefined;
    const query = (...what: Parameters<typeof client.query>) => {
      if (stuck) return Promise.reject(stuck);
      // Typed for callbacks; without one, pg answers a promise, or the cursor it was given.
      const running = client.query(...what) as unknown;
      if (running instanceof Promise)
        running.catch((error: Error) => {
          if (error.message === 'Query read timeout') stuck = error;
        });
      return running;
    };
    const release = () => {
      client.release(stuck);
      line.leave();
    };
    return { query: query as PostgresPoolClient['query'], release };
  };
  return { connect, end: () => pool.end() };
}

/** Says in words why a database given by its address cannot be used. */
export async function checkServer(pool: pg.Pool, address: string): Promise<void> {
  try {
    const { rows } = await pool.query<{ version: string; encoding: string }>(
      `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
    );
    const [server] = rows;
    if (Number(server?.version) < OLDEST_SERVER) throw new StartupError('Pulso necesita PostgreSQL 15 o posterior.');
    if (server?.encoding !== 'UTF8') throw new StartupError('La base de datos debe usar la codificación UTF8.');
  } catch (error) {
    if (error instanceof StartupError) throw error;
    // Where a name has several addresses, the refusal of all of them has a code and no message.
    const { message, code } = error as NodeJS.ErrnoException;
    throw new StartupError(`No se puede usar la base de datos${nameOf(address)} de DATABASE_URL: ${message || code}`);
  }
}

/** Where and what, never the password; pg reads more forms of address than URL does. */
function nameOf(address: string): string {
  try {
    const { host, port, database } = new pg.Client({ connectionString: address });
    return ` ${host}:${port}/${database}`;
  } catch {
    return '';
  }
}
