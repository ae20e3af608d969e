import { hostname } from 'node:os';
import { today } from '@pulso/contract/kit/dates';
import { fastify } from 'fastify';
import type { Pool, PoolConfig } from 'pg';
import { openPasswords, type Passwords } from '#access/passwords';
import { scheduleChores } from '#chores';
import { startWorkers } from '#cluster/workers';
import { readConfig, type Config } from '#config';
import { openDb } from '#db/connection/connect';
import { makeDataDir } from '#db/data-dir/data-dir';
import { migrate } from '#db/schema/migrate';
import { openDatabase } from '#db/connection/open-database';
import { fillDemo } from '#demo/fill-demo';
import { ensureFirstAdmin } from '#features/accounts/users/first-admin';
import { findFirstPassword, removeFirstPassword, storeFirstPassword } from '#features/accounts/users/first-password';
import { withDeferredRemoval } from '#features/desk/backups/deferred-removal';
import { interruptBackups } from '#features/desk/backups/backups.queries';
import { openStore } from '#files/open-store';
import { openUploads, type Uploads } from '#files/uploads';
import { SINGLE_PROCESS } from '#machine';
import { startPushThread } from '#push/push-thread';
import { openBackupProcess } from '#safekeeping/backup-process';
import { scheduleBackups } from '#safekeeping/schedule-backups';
import { logOptions, MAKE_BACKUP_URL, serve } from '#serve';
import { StartupError } from '#startup-error';

// Beside this file, built or not.
const siblingModule = (name: string) => new URL(import.meta.url.replace(/server(?=\.[jt]s$)/, name));

const print = (line: string) => process.stdout.write(`${line}\n`);
const printError = (line: string) => process.stderr.write(`${line}\n`);

type ClosingStep = () => Promise<unknown>;
type ServerResources = { config: Config; pool: Pool; connection: PoolConfig; uploads: Uploads; passwords: Passwords };
type PushThread = ReturnType<typeof startPushThread>;

function drawBox(lines: string[]): string {
  const width = Math.max(...lines.map((line) => line.length));
  const bar = '─'.repeat(width + 2);
  return [`┌${bar}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${bar}┘`].join('\n');
}

async function start(closing: ClosingStep[]) {
  const config = readConfig(process.env);
  await makeDataDir(config.DATA_DIR);
  const store = await openStore(config);
  const { pool, connection } = await openDatabase(config, closing, {
    print,
    holder: `http://${config.HOST}:${config.PORT}`,
    // The supervisor goes on retrying and the API answers 503: a full disk, for example, may pass.
    onFatal: (error) => printError(error.message),
  });
  const applied = await migrate(pool);
  if (applied.length > 0) print('Esquema de la base de datos al día');
  const db = openDb(pool);
  // Nobody else has the folder.
  if (!config.DATABASE_URL) await interruptBackups(db);
  const uploads = openUploads(withDeferredRemoval(store, db));
  const passwords = openPasswords();
  const { DATA_DIR: dataDir, ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = config;
  await ensureFirstAdmin(db, passwords, { username, password }, (access) => storeFirstPassword(dataDir, access));
  if (config.DEMO) await fillDemo({ db, uploads, passwords, print, today: today() });

  let delivering: PushThread | undefined;
  const port = await listen({ config, pool, connection, uploads, passwords }, () => delivering, closing);
  const firstPassword = () => findFirstPassword({ dataDir, db, passwords });
  closing.push(scheduleChores({ db, uploads, firstPassword, sweepAll: config.SWEEP_ALL, warn: printError }));
  const { log } = fastify({ logger: logOptions(config) });
  const { BACKUP_EVERY: intervalSeconds } = config;
  const backup = openBackupProcess({ file: MAKE_BACKUP_URL, config, connection, db, log });
  const unschedule = scheduleBackups({ db, node: hostname(), intervalSeconds, start: backup.start });
  closing.push(async () => {
    unschedule();
    await backup.stop();
  });
  if (config.EXTRAS) {
    const warn = (message: string) => log.warn(message);
    delivering = startPushThread({ file: siblingModule('deliver'), config, connection, warn });
  }

  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  print(`Listo: http://${host}:${port}`);
  await printFirstAccess(dataDir, await firstPassword());
}

/** To a person at a terminal, once. Where a service is started nobody looks, and what is printed stays in its log. */
async function printFirstAccess(dataDir: string, access: Awaited<ReturnType<typeof findFirstPassword>>) {
  if (!access) return;
  const { username, password, file } = access;
  if (!process.stdout.isTTY) {
    const where = 'Primer acceso. El usuario y la contraseña están en este archivo, que se borra cuando la cambias:';
    return print(drawBox([where, file]));
  }
  const once = 'Primer acceso. Esta contraseña se muestra una sola vez:';
  print(drawBox([once, `Usuario:    ${username}`, `Contraseña: ${password}`]));
  await removeFirstPassword(dataDir);
}

/** Serves in this process, or in several others that share the port. */
async function listen(
  resources: ServerResources,
  delivering: () => PushThread | undefined,
  closing: ClosingStep[],
): Promise<number> {
  const { WEB_CONCURRENCY: processes } = resources.config;
  const wake = () => delivering()?.wake();
  const countApiCalls = (count: number) => delivering()?.countApiCalls(count);
  if (processes === 1) {
    const countApiCall = () => countApiCalls(1);
    const { port, drain } = await serve({ ...resources, machine: SINGLE_PROCESS, wake, countApiCall });
    closing.push(() => Promise.all([drain(), delivering()?.stop()]));
    return port;
  }
  const { config, connection } = resources;
  const file = siblingModule('worker');
  const workers = await startWorkers({ file, processes, config, connection, warn: printError, wake, countApiCalls });
  closing.push(() => Promise.all([workers.stop(), delivering()?.stop()]));
  return workers.port;
}

const closing: ClosingStep[] = [];
let stopPromise: Promise<void> | undefined;

/** Closes in reverse order: first what serves HTTP, last the database. */
function stop(): Promise<void> {
  return (stopPromise ??= (async () => {
    for (let close = closing.pop(); close; close = closing.pop()) await close();
  })());
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => {
    void stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });

try {
  await start(closing);
} catch (error) {
  printError(error instanceof StartupError ? error.message : String((error as Error).stack));
  await stop().catch(() => undefined);
  process.exit(1);
}
