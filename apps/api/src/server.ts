import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { today } from '@pulso/contract/kit/dates';
import type { Pool, PoolConfig } from 'pg';
import { buildApp } from '#app';
import { keepTidy } from '#chores';
import { readConfig, type Config } from '#config';
import { checkServer, openDb, openPool, warmUp } from '#db/connect';
import { makeDataDir } from '#db/data-dir';
import { startEmbedded } from '#db/embedded/embedded';
import { migrate } from '#db/migrate';
import { fillDemo } from '#demo/fill-demo';
import { ensureFirstAdmin } from '#features/accounts/users/first-admin';
import { openPasswords } from '#access/passwords';
import { openTokens, readSecret } from '#access/tokens';
import { openUploads } from '#files/uploads';
import { openPush } from '#push/open-push';
import { startPushThread } from '#push/push-thread';
import { StartupError } from '#startup-error';

const LOGIN_CONNECTIONS = 3;
const LONGEST_DRAIN_MS = 8_000;
const PANEL_FOLDER = fileURLToPath(new URL('../../panel/dist/', import.meta.url));
// Beside this file, built or not.
const PUSH_THREAD = new URL(import.meta.url.replace(/server(?=\.[jt]s$)/, 'deliver'));

const say = (line: string) => process.stdout.write(`${line}\n`);

type Step = () => Promise<unknown>;

async function openDatabase({ DATABASE_URL, DATA_DIR, POSTGRES_BIN, HOST, PORT }: Config, closing: Step[]) {
  const open = (connection: PoolConfig): { pool: Pool; connection: PoolConfig } => {
    const pool = openPool(connection);
    closing.push(() => pool.end());
    return { pool, connection };
  };
  if (DATABASE_URL) {
    const opened = open({ connectionString: DATABASE_URL });
    await checkServer(opened.pool, DATABASE_URL);
    return opened;
  }
  const server = await startEmbedded({
    dataDir: DATA_DIR,
    programs: POSTGRES_BIN,
    say,
    holder: `http://${HOST}:${PORT}`,
    // Supervision goes on, and so does the service, with 503: a disk that fills up for a while must not end it.
    onFatal: (error) => process.stderr.write(`${error.message}\n`),
  });
  closing.push(() => server.stop());
  return open(server.connection);
}

function box(lines: string[]): string {
  const width = Math.max(...lines.map((line) => line.length));
  const bar = '─'.repeat(width + 2);
  return [`┌${bar}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${bar}┘`].join('\n');
}

const panelOf = ({ PUBLIC_API_URL, VITE_STRICT_SPEC, SHOWCASE }: Config) => ({
  folder: PANEL_FOLDER,
  apiUrl: PUBLIC_API_URL,
  strictSpec: VITE_STRICT_SPEC,
  showcase: SHOWCASE,
});

async function start(closing: Step[]) {
  const config = readConfig(process.env);
  const uploads = openUploads(join(config.DATA_DIR, 'uploads'));
  await makeDataDir(config.DATA_DIR);
  await mkdir(uploads.folder, { recursive: true });
  const { pool, connection } = await openDatabase(config, closing);
  const applied = await migrate(pool);
  if (applied.length > 0) say('Esquema de la base de datos al día');
  const db = openDb(pool);
  const loginPool = openPool(connection, LOGIN_CONNECTIONS);
  closing.push(() => loginPool.end());
  await Promise.all([warmUp(pool), warmUp(loginPool)]);
  const passwords = openPasswords();
  const admin = await ensureFirstAdmin(db, passwords, {
    username: config.ADMIN_USERNAME,
    password: config.ADMIN_PASSWORD,
  });
  if (config.DEMO) await fillDemo({ db, uploads, passwords, say, today: today() });

  const { push } = await openPush(config);
  let delivering: ReturnType<typeof startPushThread> | undefined;
  const { http } = buildApp({
    db,
    loginDb: openDb(loginPool),
    uploads,
    passwords,
    tokens: openTokens(await readSecret(config.DATA_DIR)),
    push: { ...push, wake: () => delivering?.wake() },
    extras: config.EXTRAS,
    trustProxy: config.TRUST_PROXY,
    // Without a build there is no panel to serve: `npm run dev` serves its own.
    panel: existsSync(PANEL_FOLDER) ? panelOf(config) : undefined,
    log: { level: config.LOG_LEVEL ?? (process.stderr.isTTY ? 'warn' : 'info'), stream: process.stderr },
  });
  http.addHook('onRequest', async () => delivering?.countApiCall());
  // Fastify would say the same as 'Listo' in English.
  const { level } = http.log;
  http.log.level = 'warn';
  await http.listen({ port: config.PORT, host: config.HOST }).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`No se puede escuchar en ${config.HOST}:${config.PORT} (${error.code ?? error.message}).`);
  });
  http.log.level = level;
  closing.push(async () => {
    // Requests under way finish, but one that hangs must not outlast the grace that a container gets.
    const impatient = setTimeout(() => http.server.closeAllConnections(), LONGEST_DRAIN_MS);
    await Promise.all([http.close(), delivering?.stop()]);
    clearTimeout(impatient);
  });
  const warnLine = (line: string) => process.stderr.write(`${line}\n`);
  closing.push(keepTidy({ db, uploads, sweepAll: config.SWEEP_ALL, warn: warnLine }));
  if (config.EXTRAS) {
    const warn = (message: string) => http.log.warn(message);
    delivering = startPushThread({ file: PUSH_THREAD, config, connection, warn });
  }

  const address = http.server.address();
  const port = typeof address === 'object' ? address?.port : config.PORT;
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  say(`Listo: http://${host}:${port}`);
  if (admin?.generated)
    say(
      box([
        'Primer acceso. Esta contraseña se muestra una sola vez:',
        `Usuario:    ${admin.username}`,
        `Contraseña: ${admin.generated}`,
      ]),
    );
}

const closing: Step[] = [];
let stopping: Promise<void> | undefined;

/** The last opened closes first: no new requests, those under way finish, then the database goes. */
function stop(): Promise<void> {
  return (stopping ??= (async () => {
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
  process.stderr.write(`${error instanceof StartupError ? error.message : String((error as Error).stack)}\n`);
  await stop().catch(() => undefined);
  process.exit(1);
}
