import { Kysely, PostgresDialect, sql, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Database, Db } from '#db/schema/database';
import type { DatabaseError } from '#db/connection/errors';
import { openSemaphore, type Semaphore, type SemaphoreLimits } from '#db/connection/semaphore';
import { StartupError } from '#startup-error';

const STATEMENT_TIMEOUT_MS = 8_000;
const LOCK_TIMEOUT_MS = 5_000;
const CONNECTION_TIMEOUT_MS = 2_000;
const MIN_CONNECTIONS = 3;
const KEEP_ALIVE_MS = 60_000;
const TOO_MANY_CONNECTIONS = '53300';
const MIN_SERVER_VERSION = 150_000;
/** A burst of a thousand requests is queued and not refused, but for less than the ten seconds after which clients give up. */
const QUEUE_LIMITS = { maxWaiting: 2_000, maxWaitMs: 5_000 };

const { builtins } = pg.types;
const parsers: Record<number, (text: string) => unknown> = {
  // numeric(12,2) fits a double to the cent.
  [builtins.NUMERIC]: Number,
  [builtins.INT8]: Number,
  // A pure date has no zone, so it stays text.
  [builtins.DATE]: (text) => text,
  [builtins.TIMESTAMPTZ]: toIsoTimestamp,
};

/** Formats like `toISOString`, without a Date for every cell. Connections are in UTC: '2026-03-05 12:00:00.25+00'. */
function toIsoTimestamp(text: string): string {
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/.exec(text);
  if (!parts) return new Date(text).toISOString();
  const [, day, time, fraction = ''] = parts;
  return `${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}

export function openPool(connection: pg.PoolConfig, size = 12): pg.Pool {
  const pool = new pg.Pool({
    max: size,
    // Under a flood of requests, opening a connection takes longer than its time-out.
    min: Math.min(size, MIN_CONNECTIONS),
    application_name: 'pulso',
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    // Our time-out is for a server that does not answer at all; otherwise its own comes first.
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    idle_in_transaction_session_timeout: 15_000,
    pipeline: true,
    keepAlive: true,
    // Probes start sooner than firewalls drop idle connections.
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...connection,
    options: '-c TimeZone=UTC -c search_path=public',
    types: {
      getTypeParser: ((oid: number, format: 'text'): unknown =>
        parsers[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  });
  // An unhandled error of a dropped connection would end the process. The pool listens to idle clients only, so
  // those in a transaction need their own listener.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

export async function warmUp(pool: pg.Pool): Promise<void> {
  // Queries rather than `connect`, because they release their connections even when one of them fails.
  await Promise.all(Array.from({ length: pool.options.min ?? 0 }, () => pool.query('select 1')));
}

export function openDb(pool: pg.Pool, queueLimits: Omit<SemaphoreLimits, 'slots'> = QUEUE_LIMITS): Db {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: withoutStuckConnections(pool, queueLimits) }) });
}

/** A Db on one connection, in whose transaction the caller is. */
export function dbForClient(client: pg.ClientBase): Db {
  const query = client.query.bind(client) as PostgresPoolClient['query'];
  const pool: PostgresPool = { connect: async () => ({ query, release: () => undefined }), end: async () => undefined };
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}

/** Enough for our statements; each connection keeps them in the database's memory. Others are parsed each time. */
const MAX_PREPARED_STATEMENTS = 300;

/** Marks a statement to leave unnamed: after some runs PostgreSQL plans a named one without looking at its values. */
export const forceCustomPlan = sql`/* planned for its values */`;

/**
 * Ends a statement whose rows nobody reads: like `begin`, it goes in one packet with the statement after it, and that one
 * fails with it.
 */
export const pipelineWithNext = sql`/* sent with the next */`;

/** Statement names by pool, because a name means one statement on each of its connections, whoever borrows them. */
const statementNamesByPool = new WeakMap<pg.Pool, Map<string, string>>();

/** The queues before a pool; each Db has its own. */
const queuesByPool = new WeakMap<pg.Pool, Semaphore[]>();

/** How many wait for a free connection of the pool. */
export const countWaiting = (pool: pg.Pool) =>
  (queuesByPool.get(pool) ?? []).reduce((sum, queue) => sum + queue.state().waiting, 0);

/** Names a statement, so that a connection parses it once. */
function nameStatement(names: Map<string, string>, text: string, values: unknown[] = []): pg.QueryConfig {
  const isKnown = names.has(text);
  if (
    !isKnown &&
    (names.size >= MAX_PREPARED_STATEMENTS ||
      !/^\s*(?:select|insert|update|delete|with)\b/i.test(text) ||
      text.includes('/* planned for its values */'))
  )
    return { text, values };
  if (!isKnown) names.set(text, `pulso_${names.size}`);
  return { name: names.get(text), text, values };
}

/**
 * Closes a connection whose query timed out instead of returning it to the pool: the next query would wait behind it.
 *
 * The queue is ours, because the pool's own time-out cannot tell a busy server from one that cannot be reached.
 */
function withoutStuckConnections(pool: pg.Pool, limits: Omit<SemaphoreLimits, 'slots'>): PostgresPool {
  const connections = openSemaphore({ slots: pool.options.max, ...limits });
  queuesByPool.set(pool, [...(queuesByPool.get(pool) ?? []), connections]);
  const names = statementNamesByPool.get(pool) ?? new Map<string, string>();
  statementNamesByPool.set(pool, names);
  /** A server without room for one more connection is no reason to refuse: ours become free in a moment. */
  const borrow = async (): Promise<pg.PoolClient> => {
    for (;;) {
      try {
        return await pool.connect();
      } catch (error) {
        if ((error as DatabaseError).code !== TOO_MANY_CONNECTIONS) throw error;
        await connections.waitForRoom(error as Error);
      }
    }
  };
  const connect = async (): Promise<PostgresPoolClient> => {
    await connections.acquire();
    const client = await borrow().catch((error: Error) => {
      connections.rejectWaiting(error);
      connections.release();
      throw error;
    });
    let stuck: Error | undefined;
    const send = (text: string, values?: unknown[]) => {
      const running = client.query(nameStatement(names, text, values));
      running.catch((error: Error) => {
        if (error.message === 'Query read timeout') stuck = error;
      });
      return running;
    };
    let isInTransaction = false;
    let heldStatements: { text: string; values?: unknown[] }[] = [];
    const query = (text: string, values?: unknown[]): Promise<unknown> => {
      if (stuck) return Promise.reject(stuck);
      if (text === 'begin' || (isInTransaction && text.endsWith('/* sent with the next */'))) {
        isInTransaction = true;
        heldStatements.push({ text, values });
        return Promise.resolve({ rows: [] });
      }
      const before = heldStatements;
      heldStatements = [];
      if (text === 'commit' || text === 'rollback') isInTransaction = false;
      const hasBegun = before[0]?.text !== 'begin';
      const isEmpty = text === 'commit' && before.length === 1;
      if (!hasBegun && (text === 'rollback' || isEmpty)) return Promise.resolve({ rows: [] });
      if (before.length === 0 || text === 'rollback') return send(text, values);
      const { stream } = client.connection;
      stream.cork();
      const running = [...before, { text, values }].map((one) => send(one.text, one.values));
      stream.uncork();
      // The first statement that fails says why; the ones after it only know that the transaction is over.
      return Promise.all(running).then((answers) => answers.at(-1));
    };
    const release = () => {
      client.release(stuck);
      connections.release();
    };
    return { query: query as unknown as PostgresPoolClient['query'], release };
  };
  return { connect, end: () => pool.end() };
}

/** Throws a readable error if the database of DATABASE_URL cannot be used. */
export async function checkServer(pool: pg.Pool, address: string): Promise<void> {
  try {
    const { rows } = await pool.query<{ version: string; encoding: string }>(
      `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
    );
    const [server] = rows;
    if (Number(server?.version) < MIN_SERVER_VERSION)
      throw new StartupError('Pulso necesita PostgreSQL 15 o posterior.');
    if (server?.encoding !== 'UTF8') throw new StartupError('La base de datos debe usar la codificación UTF8.');
  } catch (error) {
    if (error instanceof StartupError) throw error;
    // An AggregateError (a name with several addresses) has a code and no message.
    const { message, code } = error as NodeJS.ErrnoException;
    throw new StartupError(
      `No se puede usar la base de datos${addressWithoutPassword(address)} de DATABASE_URL: ${message || code}`,
    );
  }
}

/** The database's address without the password; parsed by pg, which reads more forms than URL. */
export function addressWithoutPassword(address: string): string {
  try {
    const { host, port, database } = new pg.Client({ connectionString: address });
    return ` ${host}:${port}/${database}`;
  } catch {
    return '';
  }
}
