import { resolve } from 'node:path';
import { letPass, makeDataDir } from '#db/data-dir';
import { lockDataDir } from '#db/data-dir-lock';
import { findBinaries } from '#db/embedded/binaries';
import { clusterPaths, createCluster, inspectCluster, removeLeftovers } from '#db/embedded/cluster';
import { openServerLog } from '#db/embedded/log';
import { stopOrphans, untilNoneLeft } from '#db/embedded/orphans';
import { chooseUser, walksToCluster } from '#db/embedded/process';
import { ensureRole, ROLE } from '#db/embedded/role';
import { PORT, spawnServer, untilReady } from '#db/embedded/server';
import type { Connection, ServerProcess } from '#db/embedded/server';
import { clearSocket, makeSocketDir, removeSocketDir } from '#db/embedded/socket';
import { DATABASE } from '#db/embedded/superuser';
import { supervise } from '#db/embedded/supervisor';
import { chosenBinaries } from '#db/embedded/system-binaries';
import { startWatchdog } from '#db/embedded/watchdog';
import { StartupError } from '#startup-error';

const SLOW_START_MS = 3_000;
const LAST_PROCESS_MS = 10_000;

export type EmbeddedServer = {
  /** Connection settings for pg: host is the socket's folder; they stay valid across restarts of the server. */
  connection: Connection;
  /** Stops the server (fast shutdown), releases the data folder's lock; resolves when no process of it is left. Idempotent. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  /** The cluster lives in its `postgres` folder, the password in `secrets/database-password`. */
  dataDir: string;
  /** The folder of another PostgreSQL's programs, or `system`; without it, the included one. */
  programs?: string;
  /** Progress for a person, in Spanish. */
  say: (line: string) => void;
  /** Who we are, for the message that a second process gets: the address where this one serves. */
  holder?: string;
  /** Further settings of the server. */
  settings?: Record<string, string>;
  /** The server cannot be kept alive; trying goes on, every second, until `stop`. */
  onFatal?: (error: Error) => void;
};

/** The product's own PostgreSQL, on a socket that only its user can reach, alive until `stop` or the end of this process. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const undo: (() => unknown)[] = [];
  const unwind = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  };
  try {
    const connection = await open(options, undo);
    let stopping: Promise<void> | undefined;
    return { connection, stop: () => (stopping ??= unwind()) };
  } catch (error) {
    await unwind();
    throw error;
  }
}

async function open(options: EmbeddedOptions, undo: (() => unknown)[]): Promise<Connection> {
  const { say, settings = {}, holder, onFatal } = options;
  const paths = clusterPaths(resolve(options.dataDir));
  const { dataDir, cluster } = paths;
  await makeDataDir(dataDir);

  const lock = await lockDataDir(dataDir, holder);
  undo.push(lock.release);
  if (lock.before.socketDir) await removeSocketDir(lock.before.socketDir);

  const runAs = await chooseUser(cluster);
  const binaries = await (options.programs ? chosenBinaries(options.programs, runAs) : findBinaries(runAs));
  if (walksToCluster(runAs, binaries.major)) await letPass(dataDir, runAs);
  await removeLeftovers(paths);
  if (!(await inspectCluster(paths, binaries))) {
    say('Preparando la base de datos…');
    await createCluster(paths, { binaries, runAs, durable: settings['fsync'] !== 'off' });
  }
  // People delete lock files; nobody deletes this one while the server runs.
  lock.alsoHold(`${cluster}/PG_VERSION`);
  await stopOrphans(cluster, () => say('Cerrando un servidor de base de datos que había quedado de antes…'));
  const place = { cluster, runAs };
  const password = await ensureRole(paths, place, binaries);

  const socketDir = await makeSocketDir(runAs);
  undo.push(() => removeSocketDir(socketDir));
  lock.remember(socketDir);
  const log = openServerLog(dataDir);
  undo.push(log.close);

  const watchdog = startWatchdog(cluster, socketDir);
  undo.push(watchdog.end);
  undo.push(() => untilNoneLeft(cluster, LAST_PROCESS_MS));

  const connection = {
    host: socketDir,
    port: PORT,
    user: ROLE,
    password,
    database: DATABASE,
    ssl: false as const,
  };
  let logged = log.size();
  const clear = async () => {
    await stopOrphans(cluster);
    await clearSocket(socketDir);
  };
  const spawn = () => {
    logged = log.size();
    const server = spawnServer(place, binaries.postgres, { socketDir, settings, log: log.fd });
    if (server.pid !== undefined) watchdog.watch(server.pid);
    return server;
  };
  const ready = async (server: ServerProcess) => {
    const slow = setTimeout(() => say('Recuperando la base de datos…'), SLOW_START_MS);
    const serves = await untilReady(server, connection).finally(() => clearTimeout(slow));
    if (serves) return;
    const reason = server.failure()?.message ?? log.lastComplaint(logged) ?? 'el servidor terminó sin decir por qué';
    throw new Error(`La base de datos no arranca: ${reason}. El registro está en ${log.path}`);
  };
  const supervision = await supervise({ clear, spawn, ready, say, onFatal }).catch((error: unknown) => {
    throw new StartupError(error instanceof Error ? error.message : String(error), { cause: error });
  });
  undo.push(supervision.stop);
  return connection;
}
