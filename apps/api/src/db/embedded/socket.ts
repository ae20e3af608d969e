import { chmod, chown, lstat, mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { firstClosed } from '#db/data-dir';
import type { RunAs } from '#db/embedded/process';
import { PORT } from '#db/embedded/server';
import { StartupError } from '#startup-error';

const PREFIX = 'pulso-';
const INSIDE = 's';
/** The system's limit on the path of a socket is 104 bytes on some systems; this leaves room for our folder and the socket's name. */
const MAX_BASE_BYTES = 70;

/**
 * A private folder for the socket: outside the data folder, whose path may be too long, and never twice the same. It is
 * the server's, inside of one that only we can write: so nobody, the server's user included, puts anything in its place.
 */
export async function makeSocketDir(runAs: RunAs): Promise<string> {
  const failures: unknown[] = [];
  for (const base of [tmpdir(), '/tmp']) {
    try {
      if (Buffer.byteLength(base) > MAX_BASE_BYTES || (runAs && (await firstClosed(base, runAs)))) continue;
      const home = await mkdtemp(join(base, PREFIX));
      const folder = join(home, INSIDE);
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

/** What a server that was killed leaves there; the next one would stumble over a number that may be another program's by now. */
export async function clearSocket(folder: string): Promise<void> {
  const socket = join(folder, `.s.PGSQL.${PORT}`);
  await rm(socket, { force: true });
  await rm(`${socket}.lock`, { force: true });
}

/** Takes nothing but what `makeSocketDir` made: under a name in a folder open to all, anybody may have put something since. */
export async function removeSocketDir(folder: string): Promise<void> {
  const home = dirname(folder);
  if (basename(folder) !== INSIDE || !basename(home).startsWith(PREFIX) || !(await isOursAlone(home))) return;
  await clearSocket(folder)
    .then(() => rmdir(folder))
    .then(() => rmdir(home))
    .catch(() => undefined);
}

/** Ours, with no other that could write in it or give its name to something else: what was looked at stays what it is. */
async function isOursAlone(folder: string): Promise<boolean> {
  const self = process.getuid?.();
  const [entry, parent] = await Promise.all(
    [folder, dirname(folder)].map((path) => lstat(path).catch(() => undefined)),
  );
  if (!entry?.isDirectory() || entry.uid !== self || (entry.mode & 0o022) !== 0) return false;
  const closed = parent !== undefined && ((parent.mode & 0o022) === 0 || (parent.mode & 0o1000) !== 0);
  return closed && (parent.uid === self || parent.uid === 0);
}
