import { hostname } from 'node:os';
import { today } from '@pulso/contract/kit/dates';
import { versionInWords } from '@pulso/contract/kit/version';
import type { Pool, PoolConfig } from 'pg';
import { openPasswords, type Passwords } from '#access/passwords';
import { openTokens, readSecret } from '#access/tokens';
import { watchTroubles, type Watch } from '#alerts/watch';
import { scheduleChores } from '#chores';
import { startWorkers } from '#cluster/workers';
import { readConfig, type Config, type Practice } from '#config';
import { openDb } from '#db/connection/connect';
import type { Db } from '#db/schema/database';
import { makeDataDir } from '#db/data-dir/data-dir';
import { lockDataDir } from '#db/data-dir/data-dir-lock';
import { isNewDataDir } from '#db/embedded/cluster';
import { migrate } from '#db/schema/migrate';
import { rememberExternalDatabase } from '#db/connection/external-database';
import { openDatabase } from '#db/connection/open-database';
import { writeAsSystem } from '#db/writes/write';
import { findCoachedClient } from '#demo/demo-courses.queries';
import { fillDemo } from '#demo/fill-demo';
import { readStage } from '#features/accounts/auth/stage.queries';
import { ensureFirstAdmin } from '#features/accounts/users/first-admin';
import { findFirstPassword, removeFirstPassword, storeFirstPassword } from '#features/accounts/users/first-password';
import { scheduleAsking } from '#features/billing/links/schedule-asking';
import { sendAccess } from '#features/coaching/access/access.queries';
import { withDeferredRemoval } from '#features/desk/backups/deferred-removal';
import { interruptBackups } from '#features/desk/backups/backups.queries';
import { openStore } from '#files/open-store';
import { openUploads, type Uploads } from '#files/uploads';
import { openStartingServer } from '#http/pages/starting';
import { openConfigured } from '#mercadopago/open-configured';
import { forgetPractice, startPractice } from '#mercadopago/start-practice';
import { openLog, openReporter } from '#log';
import { SINGLE_PROCESS } from '#machine';
import type { Snapshot } from '#metrics/metrics.rules';
import { openReport } from '#metrics/node-metrics';
import { startPushThread } from '#push/push-thread';
import { openBackupProcess } from '#safekeeping/backup-process';
import { checkBackupFolder } from '#safekeeping/backup-folder';
import { scheduleBackups } from '#safekeeping/schedule-backups';
import { listenError, MAKE_BACKUP_URL, serve } from '#serve';
import { StartupError, startupMessageOf } from '#startup-error';
import { readVersion } from '#version';

// Beside this file, built or not.
const siblingModule = (name: string) => new URL(import.meta.url.replace(/[^/]+(?=\.[jt]s$)/, name));

type ClosingStep = () => Promise<unknown>;
type Reporter = ReturnType<typeof openReporter>;
type ServerResources = {
  config: Config;
  report: Reporter;
  pool: Pool;
  connection: PoolConfig;
  uploads: Uploads;
  passwords: Passwords;
};
type PushThread = ReturnType<typeof startPushThread>;
/** Parts that exist only once it serves, or that change. */
type ServerState = { delivering?: PushThread; watch?: Watch; databaseCrashes: number };

function drawBox(lines: string[]): string {
  const width = Math.max(...lines.map((line) => line.length));
  const bar = '─'.repeat(width + 2);
  return [`┌${bar}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${bar}┘`].join('\n');
}

/** The settings with the port that was taken; a second Pulso on the same folder is told so rather than of the port. */
async function takePort(config: Config) {
  const { HOST: host, PORT: port, DATA_DIR, DATABASE_URL } = config;
  const starting = await openStartingServer({ host, port }).catch(async (error: NodeJS.ErrnoException) => {
    if (!DATABASE_URL && !isNewDataDir(DATA_DIR)) (await lockDataDir(DATA_DIR)).release();
    throw listenError(config, error);
  });
  return { starting, config: { ...config, PORT: starting.port } };
}

/** A wrong bucket is told before a database is made for it. Later it may be away, and only pictures are. */
async function openCheckedStore(config: Config) {
  const store = await openStore(config);
  if (isNewDataDir(config.DATA_DIR))
    await store.mark.read().catch((error: Error) => {
      throw new StartupError(`No se pueden guardar imágenes en ${error.message}`, { cause: error });
    });
  return store;
}

async function start(closing: ClosingStep[]) {
  const state: ServerState = { databaseCrashes: 0 };
  const { starting, config } = await takePort(readConfig(process.env));
  closing.push(starting.close);
  const log = openLog(config);
  const report = openReporter(log);
  await makeDataDir(config.DATA_DIR);
  await checkBackupFolder(config, report.error);
  const store = await openCheckedStore(config);
  const { pool, connection } = await openDatabase(config, closing, {
    print: report.info,
    warn: report.warn,
    holder: `http://${config.HOST}:${config.PORT}`,
    // The supervisor goes on retrying and the API answers 503: a full disk, for example, may pass.
    onFatal: (error) => report.error(error.message),
    onCrash: () => {
      state.databaseCrashes += 1;
      void state.watch?.databaseCrashed();
    },
  });
  const applied = await migrate(pool, ({ name, nth, count }) => {
    starting.enter('actualizando');
    report.info(`Actualizando la base de datos (${name}, ${nth} de ${count}); puede tardar minutos: no lo detengas…`);
  });
  if (applied.length > 0) report.info('Esquema de la base de datos al día');
  const db = openDb(pool);
  // Nobody else has the folder.
  if (!config.DATABASE_URL) await interruptBackups(db);
  const uploads = openUploads(withDeferredRemoval(store, db));
  const passwords = openPasswords();
  const { DATA_DIR: dataDir, ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = config;
  await ensureFirstAdmin(db, passwords, { username, password }, (access) => storeFirstPassword(dataDir, access));
  if (config.DEMO) await fillDemo({ db, uploads, passwords, print: report.info, today: today() });
  const practice = await practiceOf(config, db, closing);
  refuseIfInterrupted();

  await starting.close();
  const port = await listen(
    { config: { ...config, practice }, report, pool, connection, uploads, passwords },
    state,
    closing,
  );
  refuseIfInterrupted();
  const firstPassword = () => findFirstPassword({ dataDir, db, passwords });
  closing.push(scheduleChores({ db, uploads, firstPassword, sweepAll: config.SWEEP_ALL, warn: report.error }));
  const mercadopago = openConfigured({ ...config, practice });
  // Of several processes this one alone asks.
  if (mercadopago) closing.push(scheduleAsking({ db, now: () => new Date(), mercadopago, warn: report.warn }));
  const { BACKUP_EVERY: intervalSeconds } = config;
  const backup = openBackupProcess({ file: MAKE_BACKUP_URL, config, connection, db, log });
  const unschedule = scheduleBackups({ db, node: hostname(), intervalSeconds, start: backup.start });
  closing.push(async () => {
    unschedule();
    await backup.stop();
  });
  if (config.ALERT_URL !== undefined) {
    state.watch = watchTroubles({ config, address: config.ALERT_URL, db, warn: (line) => log.warn(line) });
    closing.push(state.watch.stop);
  }
  if (config.EXTRAS) {
    const warn = (message: string) => log.warn(message);
    state.delivering = startPushThread({ file: siblingModule('deliver'), config, connection, warn });
  }

  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  await rememberExternalDatabase(config);
  report.info(`Listo: http://${host}:${port}\n${versionInWords(readVersion())}`);
  report.beginToServe();
  await announceFirstAccess(report, dataDir, await firstPassword());
  await announceClientApp(config, db, config.PUBLIC_URL ?? `http://${host}:${port}`);
}

/** Imitates Mercado Pago where the demonstration is looked at, so that paying can be tried without an account. */
async function practiceOf(config: Config, db: Db, closing: ClosingStep[]): Promise<Practice | undefined> {
  if ((await readStage(db)).stage !== 'demo') {
    await forgetPractice(config);
    return undefined;
  }
  if (!config.EXTRAS || config.MERCADOPAGO_ACCESS_TOKEN !== undefined) return undefined;
  const practice = await startPractice(config);
  closing.push(practice.close);
  const { address, token, secret } = practice;
  return { address, token, secret };
}

/** To a person at a terminal, once. Where a service is started nobody looks, and what is printed stays in its log. */
async function announceFirstAccess(
  report: Reporter,
  dataDir: string,
  access: Awaited<ReturnType<typeof findFirstPassword>>,
) {
  if (!access) return;
  const { username, password, file } = access;
  if (!process.stdout.isTTY)
    return report.warn(
      `Primer acceso. El usuario y la contraseña están en este archivo, que se borra cuando la cambias: ${file}`,
    );
  const once = 'Primer acceso. Esta contraseña se muestra una sola vez:';
  process.stdout.write(`${drawBox([once, `Usuario:    ${username}`, `Contraseña: ${password}`])}\n`);
  await removeFirstPassword(dataDir);
}

/** Shows a person at a terminal the app of a client of the demonstration; a link is a secret, so that no log may have it. */
async function announceClientApp({ EXTRAS, DATA_DIR }: Config, db: Db, address: string) {
  const client = EXTRAS && process.stdout.isTTY ? await findCoachedClient(db) : undefined;
  if (client === undefined) return;
  const tokens = openTokens(await readSecret(DATA_DIR));
  const actor = { name: 'npm start', today: today() };
  const { secret } = await writeAsSystem(db, actor, (write) => sendAccess(write, tokens, client));
  process.stdout.write(
    `La app de un cliente de la demostración (el enlace sirve una vez): ${address}/mi/entrar#${secret}\n`,
  );
}

/** Serves in this process, or in several others that share the port. */
async function listen(resources: ServerResources, state: ServerState, closing: ClosingStep[]): Promise<number> {
  const { config, pool, connection } = resources;
  const { WEB_CONCURRENCY: processes } = config;
  const crashMetrics = (): Snapshot => ({ pulso_database_restarts_total: state.databaseCrashes });
  const wake = () => state.delivering?.wake();
  const countApiCalls = (count: number) => state.delivering?.countApiCalls(count);
  if (processes === 1) {
    const countApiCall = () => countApiCalls(1);
    const shareMetrics = (report: () => Snapshot) => async () => ({ ...report(), ...crashMetrics() });
    const { port, drain } = await serve({ ...resources, machine: SINGLE_PROCESS, wake, countApiCall, shareMetrics });
    closing.push(() => Promise.all([drain(), state.delivering?.stop()]));
    return port;
  }
  const file = siblingModule('worker');
  const ownReport = openReport({ pools: { primary: pool } });
  const report = () => ({ ...ownReport(), ...crashMetrics() });
  const shared = { file, processes, config, connection, report };
  const workers = await startWorkers({ ...shared, warn: resources.report.warn, wake, countApiCalls });
  closing.push(() => Promise.all([workers.stop(), state.delivering?.stop()]));
  return workers.port;
}

const closing: ClosingStep[] = [];
let isInterrupted = false;
let stopPromise: Promise<void> | undefined;

/** Ends a start that a signal has overtaken: what it would go on with is closed. */
function refuseIfInterrupted() {
  if (isInterrupted) throw new StartupError('Se detuvo antes de terminar de iniciarse.');
}

/** Closes in reverse order: first what serves HTTP, last the database. */
function stop(): Promise<void> {
  return (stopPromise ??= (async () => {
    for (let close = closing.pop(); close; close = closing.pop()) await close();
  })());
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => {
    isInterrupted = true;
    void stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });

try {
  await start(closing);
} catch (error) {
  if (!isInterrupted) process.stderr.write(`${startupMessageOf(error)}\n`);
  await stop().catch(() => undefined);
  process.exit(isInterrupted ? 0 : 1);
}
