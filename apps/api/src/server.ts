import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { today } from '@pulso/contract/kit/dates';
import { openPasswords } from '#access/passwords';
import { openTokens, readSecret } from '#access/tokens';
import { buildApp } from '#app';
import { scheduleChores } from '#chores';
import { readConfig, type Config } from '#config';
import { openDb, openPool, warmUp } from '#db/connect';
import { makeDataDir } from '#db/data-dir';
import { migrate } from '#db/migrate';
import { openDatabase } from '#db/open-database';
import { fillDemo } from '#demo/fill-demo';
import { ensureFirstAdmin } from '#features/accounts/users/first-admin';
import { openUploads } from '#files/uploads';
import { openPush } from '#push/open-push';
import { startPushThread } from '#push/push-thread';
import { StartupError } from '#startup-error';

const MAX_LOGIN_CONNECTIONS = 3;
const MAX_DRAIN_MS = 8_000;
const PANEL_FOLDER = fileURLToPath(new URL('../../panel/dist/', import.meta.url));
// Beside this file, built or not.
const PUSH_THREAD = new URL(import.meta.url.replace(/server(?=\.[jt]s$)/, 'deliver'));

const print = (line: string) => process.stdout.write(`${line}\n`);
const printError = (line: string) => process.stderr.write(`${line}\n`);

type Step = () => Promise<unknown>;

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
  const { pool, connection } = await openDatabase(config, closing, {
    print,
    holder: `http://${config.HOST}:${config.PORT}`,
    // The supervisor goes on retrying and the API answers 503: a full disk, for example, may pass.
    onFatal: (error) => printError(error.message),
  });
  const applied = await migrate(pool);
  if (applied.length > 0) print('Esquema de la base de datos al día');
  const db = openDb(pool);
  const loginPool = openPool(connection, MAX_LOGIN_CONNECTIONS);
  closing.push(() => loginPool.end());
  await Promise.all([warmUp(pool), warmUp(loginPool)]);
  const passwords = openPasswords();
  const admin = await ensureFirstAdmin(db, passwords, {
    username: config.ADMIN_USERNAME,
    password: config.ADMIN_PASSWORD,
  });
  if (config.DEMO) await fillDemo({ db, uploads, passwords, print, today: today() });

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
    // Without a build there is none: `npm run dev` serves its own.
    panel: existsSync(PANEL_FOLDER) ? panelOf(config) : undefined,
    log: { level: config.LOG_LEVEL ?? (process.stderr.isTTY ? 'warn' : 'info'), stream: process.stderr },
  });
  http.addHook('onRequest', async () => delivering?.countApiCall());
  // Silences Fastify's own 'listening' line, which repeats 'Listo'.
  const { level } = http.log;
  http.log.level = 'warn';
  await http.listen({ port: config.PORT, host: config.HOST }).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`No se puede escuchar en ${config.HOST}:${config.PORT} (${error.code ?? error.message}).`);
  });
  http.log.level = level;
  closing.push(async () => {
    // A hanging request must not outlast the grace period of a container.
    const timer = setTimeout(() => http.server.closeAllConnections(), MAX_DRAIN_MS);
    await Promise.all([http.close(), delivering?.stop()]);
    clearTimeout(timer);
  });
  closing.push(scheduleChores({ db, uploads, sweepAll: config.SWEEP_ALL, warn: printError }));
  if (config.EXTRAS) {
    const warn = (message: string) => http.log.warn(message);
    delivering = startPushThread({ file: PUSH_THREAD, config, connection, warn });
  }

  const address = http.server.address();
  const port = typeof address === 'object' ? address?.port : config.PORT;
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  print(`Listo: http://${host}:${port}`);
  if (admin?.generated)
    print(
      box([
        'Primer acceso. Esta contraseña se muestra una sola vez:',
        `Usuario:    ${admin.username}`,
        `Contraseña: ${admin.generated}`,
      ]),
    );
}

const closing: Step[] = [];
let stopping: Promise<void> | undefined;

/** Closes in reverse order: first the HTTP server, last the database. */
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
  printError(error instanceof StartupError ? error.message : String((error as Error).stack));
  await stop().catch(() => undefined);
  process.exit(1);
}
