import { release } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { clusterArguments, SHUTDOWN_STEPS, spawnInCluster } from '#db/embedded/process';
import type { RunContext } from '#db/embedded/process';
import { StartupError } from '#startup-error';

export type Connection = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  /** Explicit, because PGSSLMODE in the environment would demand TLS even on a socket. */
  ssl?: false;
};

export type ServerProcess = {
  pid: number | undefined;
  exited: Promise<void>;
  /** The error if the process could not be spawned. */
  failure: () => Error | undefined;
  /** Fast shutdown, then stronger signals. */
  end: () => Promise<void>;
};

/** Part of the socket's name, not a network port. */
export const PORT = 5432;

const POLL_MS = 20;
const SLOW_POLL_MS = 200;
const SLOW_AFTER_MS = 2_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** Settings for a shared machine with two cores. */
const SERVER_SETTINGS: Record<string, string> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  // The WAL's size also bounds the time of a recovery.
  max_wal_size: '512MB',
  max_connections: '60',
  max_parallel_workers: '2',
  max_logical_replication_workers: '0',
  max_parallel_workers_per_gather: '1',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  password_encryption: 'scram-sha-256',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  // Error details quote people's data.
  log_error_verbosity: 'terse',
};

/**
 * After a kill PostgreSQL flushes its files one by one, which takes seconds on a busy disk; Linux can do it in one call, and
 * since 5.8 tells of errors in it.
 */
function quickRecoverySettings(): Record<string, string> {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  const isKnown = process.platform === 'linux' && (major > 5 || (major === 5 && minor >= 8));
  return isKnown ? { recovery_init_sync_method: 'syncfs' } : {};
}

/** Settings that nobody may change: the server is reachable through the socket's folder only. */
const confinedSettings = (socketDir: string): Record<string, string> => ({
  listen_addresses: '',
  port: String(PORT),
  unix_socket_directories: `"${socketDir}"`,
  unix_socket_permissions: '0700',
  logging_collector: 'off',
  log_destination: 'stderr',
});

export function spawnServer(
  context: RunContext,
  postgres: string,
  { socketDir, settings, log }: { socketDir: string; settings: Record<string, string>; log: number },
): ServerProcess {
  const all = Object.entries({
    ...SERVER_SETTINGS,
    ...quickRecoverySettings(),
    ...settings,
    ...confinedSettings(socketDir),
  });
  const args = [...clusterArguments(context.cluster), ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const child = spawnInCluster(context, postgres, args, ['ignore', log, log]);
  let failure: Error | undefined;
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      failure = error;
      resolve();
    });
  });
  const end = async () => {
    for (const { signal, timeoutMs } of SHUTDOWN_STEPS) {
      child.kill(signal);
      if (await endsWithin(exited, timeoutMs)) return;
    }
  };
  return { pid: child.pid, exited, failure: () => failure, end };
}

/** Resolves to true once the server accepts connections, to false if it ends first. No time-out: recovery may take long. */
export async function waitUntilReady(server: ServerProcess, connection: Connection): Promise<boolean> {
  let ended = false;
  void server.exited.then(() => (ended = true));
  for (const since = Date.now(); !ended;) {
    if (await acceptsConnections(connection)) return !ended;
    // Slower after a while, because the server logs each refused connection.
    await Promise.race([sleep(Date.now() - since < SLOW_AFTER_MS ? POLL_MS : SLOW_POLL_MS), server.exited]);
  }
  return false;
}

async function acceptsConnections(connection: Connection): Promise<boolean> {
  const client = new Client({ ...connection, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    throwIfUnrecoverable(error, connection);
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Throws on errors that no retry can fix; the others (no socket yet, starting up, recovering) pass. */
function throwIfUnrecoverable(error: unknown, { user, database }: Connection): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === '28P01' || code === '28000') {
    throw new StartupError(
      `La base de datos no acepta la contraseña guardada de «${user}». Borra el archivo secrets/database-password de la carpeta ` +
        'de datos y vuelve a iniciar: se generará otra, sin tocar los datos.',
      { cause: error },
    );
  }
  if (code === '3D000') {
    throw new StartupError(`En el servidor incluido no existe la base de datos «${database}».`, { cause: error });
  }
}

async function endsWithin(exited: Promise<void>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  const late = sleep(ms, false, { signal: timer.signal }).catch(() => false);
  const done = await Promise.race([exited.then(() => true), late]);
  timer.abort();
  return done;
}
