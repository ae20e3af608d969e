import { randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  chown,
  constants,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Binaries } from '#db/embedded-binaries';
import { untilNoneLeft } from '#db/embedded-orphans';
import { clusterArguments, runThere } from '#db/embedded-process';
import type { RunAs } from '#db/embedded-process';
import { StartupError } from '#startup-error';

export const SUPERUSER = 'pulso';
export const DATABASE = 'pulso';

const FRESH = 'postgres.new-';
const INITDB_MS = 20_000;
const FIRST_USER_OID = 16_384;

type ClusterPaths = { dataDir: string; cluster: string; passwordFile: string };

export function clusterPaths(dataDir: string): ClusterPaths {
  return { dataDir, cluster: join(dataDir, 'postgres'), passwordFile: join(dataDir, 'secrets/postgres-password') };
}

/** Says whether there is a cluster to open. One that we cannot or must not use is refused, and left as it is. */
export async function inspectCluster({ cluster, passwordFile }: ClusterPaths, major: string): Promise<boolean> {
  if (await isEmpty(cluster)) {
    if (!(await exists(passwordFile))) return false;
    throw new StartupError(
      `Falta la base de datos en ${cluster}, aunque ya se había creado. Si está en un disco que no se montó, móntelo y vuelva a iniciar. ` +
        `Para empezar de cero con una base vacía, borre ${passwordFile}.`,
    );
  }
  const { uid, mode } = await stat(cluster);
  const self = process.getuid?.();
  if (self === 0 ? uid === 0 : uid !== self) {
    throw new StartupError(
      `La carpeta ${cluster} pertenece a otro usuario (uid ${uid}) y la base de datos no puede usarla. ` +
        'Inicie Pulso con ese usuario, o cambie el dueño de la carpeta y de su contenido (chown -R).',
    );
  }
  const writable = await access(cluster, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!writable || (mode & 0o700) !== 0o700) {
    throw new StartupError(`La carpeta ${cluster} es de solo lectura y la base de datos no puede usarla.`);
  }
  if ((mode & 0o027) !== 0) {
    throw new StartupError(
      `Otros usuarios pueden entrar en la carpeta ${cluster}. Ciérrela con: chmod 700 '${cluster}'`,
    );
  }
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '');
  if (version.trim() === major) return true;
  throw new StartupError(
    version
      ? `La base de datos de ${cluster} es de PostgreSQL ${version.trim()} y este Pulso trae PostgreSQL ${major}. No se la modificó.`
      : `La carpeta ${cluster} no está vacía, pero no contiene una base de datos de PostgreSQL. No se la modificó.`,
  );
}

/** Builds the cluster beside its place and then gives it its name, so that a kill leaves either nothing or all of it. */
export async function createCluster(
  { dataDir, cluster, passwordFile }: ClusterPaths,
  { binaries, runAs, durable }: { binaries: Binaries; runAs: RunAs; durable: boolean },
): Promise<void> {
  const fresh = await mkdtemp(join(dataDir, FRESH));
  try {
    if (runAs) await chown(fresh, runAs.uid, runAs.gid);
    const place = { cluster: fresh, runAs };
    const password = newPassword();
    // Without a terminal, initdb reads the password (twice) from its input: it never lies in a file of its own.
    await runThere(place, binaries.initdb, initArguments(fresh, durable), `${password}\n${password}\n`);
    // Without a server, PostgreSQL would take the number from those kept for its own objects.
    await runSql(place, binaries, `CREATE DATABASE ${DATABASE} OID ${FIRST_USER_OID};`);
    await rename(fresh, cluster);
    await syncFolder(dataDir);
    await writePassword(passwordFile, password);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    if (error instanceof StartupError) throw error;
    throw new StartupError(`No se pudo crear la base de datos en ${cluster}: ${String(error)}`, { cause: error });
  }
}

const initArguments = (cluster: string, durable: boolean): string[] => [
  ...clusterArguments(cluster),
  ...['--username', SUPERUSER, '--pwprompt', '--auth=scram-sha-256', '--data-checksums', '--encoding=UTF8'],
  // Built into PostgreSQL: the same order and the same letters on every machine, whatever locales it has.
  ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  ...(durable ? [] : ['--no-sync']),
];

/** A first start that was killed leaves its half-built folder; whoever holds the lock may remove it. */
export async function removeLeftovers({ dataDir }: ClusterPaths): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(FRESH));
  const remove = async (name: string) => {
    // An initdb that outlived its parent needs a moment to end: without its folder it would leave shared memory behind.
    await untilNoneLeft(join(dataDir, name), INITDB_MS);
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 });
  };
  // What resists is left to the next start: it is in nobody's way.
  await Promise.allSettled(names.map(remove));
}

/**
 * The password of the cluster. Where its file is missing (a kill between creating the one and writing the other, or a
 * restored folder) the cluster, which is ours, gets a new one.
 */
export async function ensurePassword(paths: ClusterPaths, binaries: Binaries, runAs: RunAs): Promise<string> {
  const known = await readFile(paths.passwordFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new StartupError(`No se puede leer ${paths.passwordFile} (${error.message}).`, { cause: error });
  });
  if (known.trim()) return known.trim();
  const password = newPassword();
  const sql = `ALTER ROLE ${SUPERUSER} PASSWORD '${password}';`;
  await runSql({ cluster: paths.cluster, runAs }, binaries, sql).catch((error: unknown) => {
    throw new StartupError(`No se pudo abrir la base de datos de ${paths.cluster}: ${String(error)}`, { cause: error });
  });
  await writePassword(paths.passwordFile, password);
  return password;
}

/** One statement, without a server: nobody can connect meanwhile. */
async function runSql(place: { cluster: string; runAs: RunAs }, { postgres }: Binaries, sql: string): Promise<void> {
  const args = ['--single', ...clusterArguments(place.cluster), '-c', 'exit_on_error=on', 'postgres'];
  await runThere(place, postgres, args, `${sql}\n`);
}

const newPassword = (): string => randomBytes(24).toString('hex');

async function writePassword(path: string, password: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(`${password}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await chmod(`${path}.new`, 0o600);
  await rename(`${path}.new`, path);
  await syncFolder(dirname(path));
  await syncFolder(dirname(dirname(path)));
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function isEmpty(folder: string): Promise<boolean> {
  const entry = await lstat(folder).catch((error: NodeJS.ErrnoException) => error);
  if (entry instanceof Error && entry.code === 'ENOENT') return true;
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => error);
  // A folder that we may not list is someone's, and a link that leads nowhere is a disk that is not there.
  if (names instanceof Error) return names.code === 'ENOENT';
  return names.length === 0;
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
