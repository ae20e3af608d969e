import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Pool, PoolConfig } from 'pg';
import type { Passwords } from '#access/passwords';
import { openTokens, readSecret } from '#access/tokens';
import { buildApp } from '#app';
import type { Config } from '#config';
import { openDb, openPool, warmUp } from '#db/connection/connect';
import { poolSizes } from '#db/connection/pool-sizes';
import { watchSchema } from '#db/schema/schema-watch';
import { findFirstPassword } from '#features/accounts/users/first-password';
import { openDiskSpaceCheck } from '#files/disk-space';
import type { Uploads } from '#files/uploads';
import { CONNECTION_LIMITS, LISTEN_BACKLOG } from '#http/connections/connections';
import { logOptions, openLog } from '#log';
import { shareOf, type Machine } from '#machine';
import { openConfigured } from '#mercadopago/open-configured';
import type { Snapshot } from '#metrics/metrics.rules';
import { openReport } from '#metrics/node-metrics';
import { openRequestMetrics } from '#metrics/request-metrics';
import { openPush } from '#push/open-push';
import { openBackupProcess } from '#safekeeping/backup-process';
import { StartupError } from '#startup-error';

const MAX_DRAIN_MS = 8_000;
const PANEL_FOLDER = fileURLToPath(new URL('../../panel/dist/', import.meta.url));
const CLIENT_APP_FOLDER = fileURLToPath(new URL('../../client/dist/', import.meta.url));

const panelOptions = ({ PUBLIC_API_URL, VITE_STRICT_SPEC, EXTRAS, SHOWCASE }: Config) => ({
  folder: PANEL_FOLDER,
  apiUrl: PUBLIC_API_URL,
  strictSpec: VITE_STRICT_SPEC,
  // The cookie of a kept session goes to the panel's own server alone.
  keepsSessions: EXTRAS && !VITE_STRICT_SPEC && PUBLIC_API_URL === undefined,
  showcase: SHOWCASE,
});

/** The program of the process that makes a backup, beside this file, built or not. */
export const MAKE_BACKUP_URL = new URL(import.meta.url.replace(/[^/]+(?=\.[jt]s$)/, 'make-backup'));

/** Half of the files that this process may open; other systems than Linux do not say how many that is. */
async function countUsableDescriptors(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const max = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Infinity);
  return Math.floor(max / 2);
}

export const listenError = ({ HOST, PORT }: Config, { code, message }: NodeJS.ErrnoException) =>
  new StartupError(`No se puede escuchar en ${HOST}:${PORT} (${code ?? message}).`);

type Options = {
  config: Config;
  pool: Pool;
  connection: PoolConfig;
  uploads: Uploads;
  passwords: Passwords;
  machine: Machine;
  wake: () => void;
  countApiCall: () => void;
  /** Has this process's metrics reported, and gives those of all processes of the machine. */
  shareMetrics: (report: () => Snapshot) => () => Promise<Snapshot>;
};

/** The HTTP side of the product, listening. */
export async function serve(options: Options) {
  const { config, pool, connection, machine, wake, countApiCall, shareMetrics, ...given } = options;
  const loginPool = openPool(connection, poolSizes(machine).login);
  // A database that is away by now is answered with 503, as later on.
  await Promise.all([warmUp(pool), warmUp(loginPool)]).catch(() => undefined);
  // The start does not wait for the replica: a query that it does not answer goes to the database itself.
  const replicaPool =
    config.DATABASE_REPLICA_URL === undefined
      ? undefined
      : openPool({ connectionString: config.DATABASE_REPLICA_URL }, poolSizes(machine).main);
  const { push } = await openPush(config);
  const db = openDb(pool);
  const schema = await watchSchema(db, openLog(config));
  const requests = openRequestMetrics();
  const pools = { main: pool, login: loginPool, replica: replicaPool };
  const collect = shareMetrics(openReport({ pools, requests, uploads: given.uploads }));
  let start: (id: number) => void = () => undefined;
  const { http } = buildApp({
    ...given,
    db,
    replica: replicaPool && openDb(replicaPool),
    loginDb: openDb(loginPool),
    tokens: openTokens(await readSecret(config.DATA_DIR)),
    push: { ...push, wake },
    backups: {
      folder: config.BACKUP_DIR,
      intervalSeconds: config.BACKUP_EVERY,
      node: hostname(),
      start: (id) => start(id),
    },
    machine,
    metrics: { count: requests.count, collect, folders: { data: config.DATA_DIR, backups: config.BACKUP_DIR } },
    metricsToken: config.METRICS_TOKEN,
    passwordChanged: () => findFirstPassword({ dataDir: config.DATA_DIR, db, passwords: given.passwords }),
    isOutdated: schema.isOutdated,
    hasSpace: config.DATABASE_URL === undefined ? openDiskSpaceCheck(config.DATA_DIR) : undefined,
    extras: config.EXTRAS,
    publicUrl: config.PUBLIC_URL,
    publicSeries: { address: config.IPC_ADDRESS },
    mercadopago: openConfigured(config),
    practice: config.practice,
    trustProxy: config.TRUST_PROXY,
    // The panel is missing without a build: `npm run dev` serves its own.
    panel: existsSync(PANEL_FOLDER) ? panelOptions(config) : undefined,
    // It asks this server alone, by a cookie of this origin.
    clientApp:
      config.PUBLIC_API_URL === undefined && existsSync(CLIENT_APP_FOLDER) ? { folder: CLIENT_APP_FOLDER } : undefined,
    connections: {
      ...CONNECTION_LIMITS,
      // Each process has its own descriptors. An address may have all of its connections in one process.
      maxTotal: Math.min(shareOf(CONNECTION_LIMITS.maxTotal, machine), await countUsableDescriptors()),
    },
    log: logOptions(config),
  });
  const backup = openBackupProcess({ file: MAKE_BACKUP_URL, config, connection, db, log: http.log });
  ({ start } = backup);
  http.addHook('onRequest', async () => countApiCall());
  // Silences Fastify's own 'listening' line, which repeats 'Listo'.
  const { level } = http.log;
  http.log.level = 'warn';
  await http
    .listen({ port: config.PORT, host: config.HOST, backlog: LISTEN_BACKLOG })
    .catch((error: NodeJS.ErrnoException) => {
      throw listenError(config, error);
    });
  http.log.level = level;

  const address = http.server.address();
  return {
    port: (typeof address === 'object' ? address?.port : undefined) ?? config.PORT,
    /** Finishes the requests under way. */
    drain: async () => {
      // A hanging request must not outlast the grace period of a container.
      const timer = setTimeout(() => http.server.closeAllConnections(), MAX_DRAIN_MS);
      await http.close();
      clearTimeout(timer);
      schema.stop();
      await backup.stop();
      await Promise.all([loginPool.end(), replicaPool?.end()]);
    },
  };
}
