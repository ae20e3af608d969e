import { resolve } from 'node:path';
import { allowTraversal, makeDataDir } from '#db/data-dir/data-dir';
import { lockDataDir } from '#db/data-dir/data-dir-lock';
import { findBinaries } from '#db/embedded/binaries';
import { clusterPaths, createCluster, inspectCluster, removeLeftovers } from '#db/embedded/cluster';
import { openServerLog } from '#db/embedded/log';
import { stopOrphans, waitUntilNoneLeft } from '#db/embedded/orphans';
import { chooseUser, needsPathToCluster } from '#db/embedded/process';
import { ensureRole, APP_ROLE } from '#db/embedded/role';
import { PORT, spawnServer, waitUntilReady } from '#db/embedded/server';
import type { Connection, ServerProcess } from '#db/embedded/server';
import { clearSocket, makeSocketDir, removeSocketDir } from '#db/embedded/socket';
import { DATABASE } from '#db/embedded/superuser';
import { supervise } from '#db/embedded/supervisor';
import { findChosenBinaries } from '#db/embedded/system-binaries';
import { startWatchdog } from '#db/embedded/watchdog';
import { StartupError } from '#startup-error';

const SLOW_START_MS = 3_000;
const LAST_PROCESS_TIMEOUT_MS = 10_000;

export type EmbeddedServer = {
  /** Stays valid across restarts of the server; the host is the socket's folder. */
  connection: Connection;
  /** Resolves when no process of the server is left. Idempotent. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  /** The cluster lives in its `postgres` folder, the password in `secrets/database-password`. */
  dataDir: string;
  /** Folders above it that are the product's own, and may be opened for the server's user as far as it has to pass. */
  ours?: string[];
  /** The folder of another PostgreSQL's binaries, or `system`; without it, the included one. */
  binaries?: string;
  /** Progress messages, in Spanish. */
  print: (line: string) => void;
  /** Told, in Spanish, of what happens to a server that has been ready; by default as progress is. */
  warn?: (line: string) => void;
  /** Our address, for the error that a second process gets. */
  holder?: string;
  settings?: Record<string, string>;
  /** Called while the server cannot be kept alive; retries go on every second until `stop`. */
  onFatal?: (error: Error) => void;
  /** Called when the server has ended by itself, before it is restarted. */
  onCrash?: () => void;
};

/** The product's own PostgreSQL on a private socket, alive until `stop` or the end of this process. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const undo: (() => unknown)[] = [];
  const unwind = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  };
  try {
    const connection = await openCluster(options, undo);
    let stopping: Promise<void> | undefined;
    return { connection, stop: () => (stopping ??= unwind()) };
  } catch (error) {
    await unwind();
    throw error;
  }
}

/** A connection as the product's role, through the socket in this folder. */
export const connectionTo = (socketDir: string, password: string): Connection => ({
  host: socketDir,
  port: PORT,
  user: APP_ROLE,
  password,
  database: DATABASE,
  ssl: false,
});

async function openCluster(options: EmbeddedOptions, undo: (() => unknown)[]): Promise<Connection> {
  const { print, warn = print, settings = {}, holder, onFatal, onCrash, ours } = options;
  const paths = clusterPaths(resolve(options.dataDir));
  const { dataDir, cluster } = paths;
  await makeDataDir(dataDir);

  const lock = await lockDataDir(dataDir, holder);
  undo.push(lock.release);
  if (lock.before.socketDir) await removeSocketDir(lock.before.socketDir);

  const runAs = await chooseUser(cluster);
  const binaries = await (options.binaries ? findChosenBinaries(options.binaries, runAs) : findBinaries(runAs));
  if (needsPathToCluster(runAs, binaries.major)) await allowTraversal(dataDir, runAs, ours);
  await removeLeftovers(paths);
  if (!(await inspectCluster(paths, binaries))) {
    print('Preparando la base de datos…');
    await createCluster(paths, { binaries, runAs, durable: settings['fsync'] !== 'off' });
  }
  // A second lock, because people delete lock files.
  lock.lockFile(`${cluster}/PG_VERSION`);
  await stopOrphans(cluster, () => print('Cerrando un servidor de base de datos que había quedado de antes…'));
  const context = { cluster, runAs };
  const password = await ensureRole(paths, context, binaries);

  const socketDir = await makeSocketDir(runAs);
  undo.push(() => removeSocketDir(socketDir));
  lock.recordSocketDir(socketDir);
  const log = openServerLog(dataDir);
  undo.push(log.close);

  const watchdog = startWatchdog(cluster, socketDir);
  undo.push(watchdog.end);
  undo.push(() => waitUntilNoneLeft(cluster, LAST_PROCESS_TIMEOUT_MS));

  const connection = connectionTo(socketDir, password);
  let logged = log.size();
  const clear = async () => {
    await stopOrphans(cluster);
    await clearSocket(socketDir);
  };
  const spawn = () => {
    logged = log.size();
    const server = spawnServer(context, binaries.postgres, { socketDir, settings, log: log.fd });
    if (server.pid !== undefined) watchdog.watch(server.pid);
    return server;
  };
  const ready = async (server: ServerProcess) => {
    const slow = setTimeout(() => print('Recuperando la base de datos…'), SLOW_START_MS);
    const serves = await waitUntilReady(server, connection).finally(() => clearTimeout(slow));
    if (serves) return;
    const reason = server.failure()?.message ?? log.lastFatal(logged) ?? 'el servidor terminó sin decir por qué';
    throw new Error(`La base de datos no arranca: ${reason}. El registro está en ${log.path}`);
  };
  const supervision = await supervise({ clear, spawn, ready, warn, onFatal, onCrash }).catch((error: unknown) => {
    throw new StartupError(error instanceof Error ? error.message : String(error), { cause: error });
  });
  undo.push(supervision.stop);
  return connection;
}
