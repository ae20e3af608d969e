import { chmod, chown, lstat, mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { findFirstClosed } from '#db/data-dir/data-dir';
import type { RunAs } from '#db/embedded/process';
import { PORT } from '#db/embedded/server';
import { StartupError } from '#startup-error';

const FOLDER_PREFIX = 'pulso-';
const SOCKET_FOLDER = 's';
/** A socket's path is limited to 104 bytes on some systems; this leaves room for our folder and the socket's name. */
const MAX_BASE_BYTES = 70;

/**
 * A private folder for the socket, outside the data folder, whose path may be too long. The server's user owns it, but
 * not its parent, so that it cannot be replaced.
 */
export async function makeSocketDir(runAs: RunAs): Promise<string> {
  const failures: unknown[] = [];
  for (const base of [tmpdir(), '/tmp']) {
    try {
      if (Buffer.byteLength(base) > MAX_BASE_BYTES || (runAs && (await findFirstClosed(base, runAs)))) continue;
      const home = await mkdtemp(join(base, FOLDER_PREFIX));
      const folder = join(home, SOCKET_FOLDER);
      await mkdir(folder, { mode: 0o700 });
      if (runAs) await chown(folder, runAs.uid, runAs.gid);
      if (runAs) await chmod(home, 0o711);
      return folder;
    } catch (error) {
      failures.push(error);
    }
  }
  throw new StartupError(`No se puede crear una carpeta temporal para la base de datos en ${tmpdir()} ni en /tmp.`, {
    cause: failures[0],
  });
}

/** Removes the files of a killed server; the next one would refuse to start if the pid in them is in use again. */
export async function clearSocket(folder: string): Promise<void> {
  const socket = join(folder, `.s.PGSQL.${PORT}`);
  await rm(socket, { force: true });
  await rm(`${socket}.lock`, { force: true });
}

/** Removes only a folder that `makeSocketDir` made: in a shared folder another user may have reused the name. */
export async function removeSocketDir(folder: string): Promise<void> {
  const home = dirname(folder);
  if (
    basename(folder) !== SOCKET_FOLDER ||
    !basename(home).startsWith(FOLDER_PREFIX) ||
    !(await isExclusivelyOurs(home))
  )
    return;
  await clearSocket(folder)
    .then(() => rmdir(folder))
    .then(() => rmdir(home))
    .catch(() => undefined);
}

/** True if no other user can write in the folder or replace it, so that the check still holds at the removal. */
async function isExclusivelyOurs(folder: string): Promise<boolean> {
  const self = process.getuid?.();
  const [entry, parent] = await Promise.all(
    [folder, dirname(folder)].map((path) => lstat(path).catch(() => undefined)),
  );
  if (!entry?.isDirectory() || entry.uid !== self || (entry.mode & 0o022) !== 0) return false;
  const closed = parent !== undefined && ((parent.mode & 0o022) === 0 || (parent.mode & 0o1000) !== 0);
  return closed && (parent.uid === self || parent.uid === 0);
}
