import { chown, lstat, mkdtemp, rm, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { RunAs } from '#db/embedded-process';
import { PORT } from '#db/embedded-server';
import { StartupError } from '#startup-error';

const PREFIX = 'pulso-';
/** The system's limit on the path of a socket is 104 bytes on some systems; this leaves room for our folder and the socket's name. */
const MAX_BASE_BYTES = 70;

/** A private folder for the socket: outside the data folder, whose path may be too long, and never twice the same. */
export async function makeSocketDir(runAs: RunAs): Promise<string> {
  const failures: unknown[] = [];
  for (const base of [tmpdir(), '/tmp']) {
    try {
      if (Buffer.byteLength(base) > MAX_BASE_BYTES || (runAs && !(await canEnter(base, runAs)))) continue;
      const folder = await mkdtemp(join(base, PREFIX));
      if (runAs) await chown(folder, runAs.uid, runAs.gid);
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

/** Takes nothing but what `makeSocketDir` made. */
export async function removeSocketDir(folder: string): Promise<void> {
  const entry = await lstat(folder).catch(() => undefined);
  if (!entry?.isDirectory() || !basename(folder).startsWith(PREFIX)) return;
  await clearSocket(folder)
    .then(() => rmdir(folder))
    .catch(() => undefined);
}

async function canEnter(folder: string, runAs: { uid: number; gid: number }): Promise<boolean> {
  const { uid, gid, mode } = await stat(folder);
  const bit = uid === runAs.uid ? 0o100 : gid === runAs.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  return dirname(folder) === folder || canEnter(dirname(folder), runAs);
}
