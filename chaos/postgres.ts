import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from './programs';
import type { Run } from './run';

const SYSTEM_FOLDER = '/usr/lib/postgresql';
const isRoot = process.getuid?.() === 0;
/** The name of the socket, not a port of the network. */
const PORT = 5432;

const findNewestVersion = () =>
  existsSync(SYSTEM_FOLDER)
    ? readdirSync(SYSTEM_FOLDER)
        .map(Number)
        .filter(Number.isInteger)
        .sort((a, b) => b - a)[0]
    : undefined;

/** Reason why no PostgreSQL beside the product's own can be run. */
export const findPostgresProblem = () =>
  findNewestVersion() === undefined
    ? 'It needs the PostgreSQL of the distribution (apt-get install postgresql).'
    : undefined;

const asPostgresUser = (program: string, args: string[]): [string, string[]] =>
  isRoot ? ['runuser', ['-u', 'postgres', '--', program, ...args]] : [program, args];

const runTool = (name: string, ...args: string[]) => {
  const [program, all] = asPostgresUser(join(SYSTEM_FOLDER, String(findNewestVersion()), 'bin', name), args);
  return execFileSync(program, all, { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' });
};

function createOwnedFolder(path: string): string {
  mkdirSync(path, { mode: 0o700 });
  if (!isRoot) return path;
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })));
  chownSync(path, uid!, gid!);
  return path;
}

export type Postgres = ReturnType<typeof openServerIn>;

function openServerIn(run: Run, folder: string) {
  const data = join(folder, 'data');
  const start = () => void runTool('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), 'start');
  const stop = (mode: string) => void runTool('pg_ctl', '-D', data, '-m', mode, '-w', 'stop');
  run.atEnd(async () => {
    try {
      stop('immediate');
    } catch {
      // The server is not running.
    }
  });
  return {
    folder,
    url: `postgres://pulso@localhost:${PORT}/pulso?host=${folder}`,
    start,
    stop,
    postmaster: () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
    promote: () => void runTool('pg_ctl', '-D', data, '-w', 'promote'),
    sql: (text: string) => runTool('psql', '-h', folder, '-U', 'postgres', '-Atc', text, 'postgres').trim(),
    configure: (lines: string) => appendFileSync(join(data, 'postgresql.conf'), `${lines}\n`),
  };
}

const confinedSettings = (folder: string) =>
  `listen_addresses = ''\nport = ${PORT}\nunix_socket_directories = '${folder}'\nmax_connections = 60`;

/** A PostgreSQL of the distribution, with the role and the database that `docs/operations.md` asks for. */
export async function startPostgres(run: Run): Promise<Postgres> {
  const folder = createOwnedFolder(join(await createReachableFolder(run), 'pg'));
  runTool('initdb', '-D', join(folder, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8');
  const server = openServerIn(run, folder);
  server.configure(confinedSettings(folder));
  server.start();
  server.sql('create role pulso login');
  server.sql('create database pulso owner pulso');
  for (const setting of [
    "timezone = 'UTC'",
    'search_path = public',
    "statement_timeout = '8s'",
    "lock_timeout = '5s'",
    "idle_in_transaction_session_timeout = '15s'",
  ])
    server.sql(`alter role pulso set ${setting}`);
  return server;
}

/** A replica that the primary waits for at every commit. */
export async function startReplica(run: Run, primary: Postgres): Promise<Postgres> {
  const folder = createOwnedFolder(join(await createReachableFolder(run), 'pg'));
  runTool(
    'pg_basebackup',
    '-h',
    primary.folder,
    '-U',
    'postgres',
    '-D',
    join(folder, 'data'),
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
  );
  const replica = openServerIn(run, folder);
  replica.configure(confinedSettings(folder));
  replica.start();
  primary.sql(`alter system set synchronous_standby_names = '*'`);
  primary.sql('select pg_reload_conf()');
  while (primary.sql('select sync_state from pg_stat_replication') !== 'sync') await sleep(50);
  return replica;
}

/** The database's user has to get there. */
async function createReachableFolder(run: Run) {
  const folder = await run.scratch();
  if (isRoot) execFileSync('chmod', ['711', folder]);
  return folder;
}

const POOLER_PATH = process.env['PGBOUNCER'] ?? findProgram('pgbouncer');
const readPoolerVersion = () =>
  /(\d+)\.(\d+)/
    .exec(spawnSync(POOLER_PATH ?? 'false', ['--version'], { encoding: 'utf8' }).stdout)
    ?.slice(1)
    .map(Number);

export const findPoolerProblem = () =>
  findPostgresProblem() ??
  (POOLER_PATH === undefined ? 'It needs pgbouncer (apt-get install pgbouncer, or PGBOUNCER=/its/path).' : undefined);

/** Transaction mode from 1.21 on, which knows prepared statements; session mode before. */
export async function startPooler(run: Run, server: Postgres) {
  const folder = createOwnedFolder(join(await createReachableFolder(run), 'pool'));
  const [major = 0, minor = 0] = readPoolerVersion() ?? [];
  const mode = major > 1 || minor >= 21 ? 'transaction' : 'session';
  const ini = join(folder, 'pgbouncer.ini');
  const point = ({ folder: host }: Postgres) =>
    writeFileSync(
      ini,
      `[databases]\npulso = host=${host} port=${PORT} user=pulso\n[pgbouncer]\nlisten_port = ${PORT}\nunix_socket_dir = ${folder}\n` +
        `auth_type = any\npool_mode = ${mode}\ndefault_pool_size = 40\nserver_login_retry = 1\n` +
        (mode === 'transaction' ? 'max_prepared_statements = 300\n' : '') +
        'ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout,options\n',
      { mode: 0o644 },
    );
  let child: ReturnType<typeof spawn> | undefined;
  const start = async () => {
    const [program, args] = asPostgresUser(POOLER_PATH!, ['-q', ini]);
    child = spawn(program, args, { stdio: 'ignore', detached: true });
    while (!existsSync(join(folder, `.s.PGSQL.${PORT}`))) await sleep(20);
  };
  const kill = async () => {
    if (child?.pid === undefined) return;
    const ended = new Promise((resolve) => child?.once('exit', resolve));
    process.kill(-child.pid, 'SIGKILL');
    await ended;
    execFileSync('rm', ['-f', join(folder, `.s.PGSQL.${PORT}`)]);
    child = undefined;
  };
  point(server);
  await start();
  run.atEnd(kill);
  return {
    mode,
    url: `postgres://pulso@localhost:${PORT}/pulso?host=${folder}`,
    start,
    kill,
    /** Switches to another server, as a failover does. */
    repoint: async (to: Postgres) => {
      point(to);
      await kill();
      await start();
    },
  };
}
