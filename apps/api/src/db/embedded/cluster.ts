import { existsSync } from 'node:fs';
import { access, chown, constants, lstat, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from '#db/embedded/binaries';
import { waitUntilNoneLeft } from '#db/embedded/orphans';
import { clusterArguments, runInCluster } from '#db/embedded/process';
import type { RunAs } from '#db/embedded/process';
import { DATABASE, newPassword, runAsSuperuser, SUPERUSER } from '#db/embedded/superuser';
import { StartupError } from '#startup-error';

const NEW_CLUSTER_PREFIX = 'postgres.new-';
/** The message of any PostgreSQL, which is asked for English. */
const DISK_FULL = /No space left on device/;
const INITDB_TIMEOUT_MS = 20_000;
const FIRST_USER_OID = 16_384;

export type ClusterPaths = {
  dataDir: string;
  cluster: string;
  /** Password of the role that the product connects as. */
  passwordFile: string;
  /** Password of the superuser that earlier versions connected as. */
  formerPasswordFile: string;
};

export function clusterPaths(dataDir: string): ClusterPaths {
  return {
    dataDir,
    cluster: join(dataDir, 'postgres'),
    passwordFile: join(dataDir, 'secrets/database-password'),
    formerPasswordFile: join(dataDir, 'secrets/postgres-password'),
  };
}

/** True if no database has been made there yet. */
export function isNewDataDir(dataDir: string): boolean {
  const { cluster, passwordFile } = clusterPaths(dataDir);
  return !existsSync(cluster) && !existsSync(passwordFile);
}

/** True if there is a cluster to open; throws if it cannot be used. */
export async function inspectCluster(paths: ClusterPaths, { major, source }: Binaries): Promise<boolean> {
  const { cluster } = paths;
  if (await isEmpty(cluster)) {
    const passwordFiles = [paths.passwordFile, paths.formerPasswordFile];
    const remembered = await Promise.all(passwordFiles.map(exists));
    const file = passwordFiles.find((_name, index) => remembered[index]);
    if (!file) return false;
    throw new StartupError(
      `Falta la base de datos en ${cluster}, aunque ya se había creado. Si está en un disco que no se montó, móntalo y vuelve a iniciar. ` +
        `Para empezar de cero con una base vacía, borra ${file}.`,
    );
  }
  const { uid, mode } = await stat(cluster);
  const self = process.getuid?.();
  if (self === 0 ? uid === 0 : uid !== self) {
    throw new StartupError(
      `La carpeta ${cluster} pertenece a otro usuario (uid ${uid}) y la base de datos no puede usarla. ` +
        'Inicia Pulso con ese usuario, o cambia el dueño de la carpeta y de su contenido (chown -R).',
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
      `Otros usuarios pueden entrar en la carpeta ${cluster}. Ciérrala con: chmod 700 '${cluster}'`,
    );
  }
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '');
  if (version.trim() === major) return true;
  throw new StartupError(
    version
      ? `La base de datos de ${cluster} es de PostgreSQL ${version.trim()} y ${source} PostgreSQL ${major}. No se la modificó.`
      : `La carpeta ${cluster} no está vacía, pero no contiene una base de datos de PostgreSQL. No se la modificó.`,
  );
}

/** Builds the cluster under a temporary name and renames it, so that a kill leaves no half of one. */
export async function createCluster(
  { dataDir, cluster }: ClusterPaths,
  { binaries, runAs, durable }: { binaries: Binaries; runAs: RunAs; durable: boolean },
): Promise<void> {
  const fresh = await mkdtemp(join(dataDir, NEW_CLUSTER_PREFIX));
  try {
    if (runAs) await chown(fresh, runAs.uid, runAs.gid);
    const context = { cluster: fresh, runAs };
    // initdb demands a superuser password for scram, and reads it twice from its input; it is not stored.
    const password = newPassword();
    await runInCluster(context, binaries.initdb, initArguments(fresh, binaries, durable), `${password}\n${password}\n`);
    // Single-user mode would take an OID from those reserved for system objects.
    await runAsSuperuser(context, binaries, `CREATE DATABASE ${DATABASE} OID ${FIRST_USER_OID};`, 'postgres');
    await rename(fresh, cluster);
    await syncFolder(dataDir);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    if (error instanceof StartupError) throw error;
    // The message of initdb about a full disk is a page long.
    const why = DISK_FULL.test(String(error)) ? 'no hay espacio en el disco.' : String(error);
    throw new StartupError(`No se pudo crear la base de datos en ${cluster}: ${why}`, { cause: error });
  }
}

const initArguments = (cluster: string, { major }: Binaries, durable: boolean): string[] => [
  ...clusterArguments(cluster),
  ...['--username', SUPERUSER, '--pwprompt', '--auth=scram-sha-256', '--data-checksums', '--encoding=UTF8'],
  // The built-in locale sorts the same on every machine.
  ...['--locale=C', ...(Number(major) < 17 ? [] : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'])],
  ...(durable ? [] : ['--no-sync']),
];

/** Removes half-built clusters of a first start that was killed. Only for the holder of the data folder's lock. */
export async function removeLeftovers({ dataDir }: ClusterPaths): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(NEW_CLUSTER_PREFIX));
  const remove = async (name: string) => {
    // An initdb that outlived its parent would leave shared memory behind if its folder vanished.
    await waitUntilNoneLeft(join(dataDir, name), INITDB_TIMEOUT_MS);
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 });
  };
  // A failure is harmless, and the next start tries again.
  await Promise.allSettled(names.map(remove));
}

export async function syncFolder(path: string): Promise<void> {
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
  // An unreadable folder is not empty; a dangling link is a disk that is not mounted.
  if (names instanceof Error) return names.code === 'ENOENT';
  return names.length === 0;
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
