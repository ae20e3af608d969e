import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryLock } from 'fs-native-extensions';
import { StartupError } from '#startup-error';

type LockNote = { pid?: number; since?: string; holder?: string; socketDir?: string };

type DataDirLock = {
  /** The note of the previous holder, if it ended without releasing the lock. */
  before: LockNote;
  /** Records the socket's folder, so that the next holder can remove it after a kill. */
  recordSocketDir: (socketDir: string) => void;
  /** Locks one more file until `release`. */
  lockFile: (file: string) => void;
  release: () => void;
};

/** Makes this process the only Pulso on the data folder, by a kernel lock that ends with its process. */
export async function lockDataDir(dataDir: string, holder?: string): Promise<DataDirLock> {
  const path = join(dataDir, 'pulso.lock');
  for (;;) {
    const fd = openLockFile(dataDir, path, constants.O_CREAT);
    if (fd === undefined) throw await inUseError(dataDir, path);
    // If the file was replaced between opening and locking, this lock guards nothing.
    if (isSameFile(path, fd)) return holdLock(dataDir, fd, holder);
    closeSync(fd);
  }
}

/** The note of the process that has the data folder now; undefined if nobody has. */
export function findHolder(dataDir: string): LockNote | undefined {
  const path = join(dataDir, 'pulso.lock');
  if (!existsSync(path)) return undefined;
  const fd = openLockFile(dataDir, path, 0);
  if (fd === undefined) return readNote(path);
  closeSync(fd);
  return undefined;
}

function holdLock(dataDir: string, fd: number, holder: string | undefined): DataDirLock {
  const before = readNote(fd);
  const note: LockNote = { pid: process.pid, since: new Date().toISOString(), holder };
  writeNote(fd, note);
  const others: number[] = [];
  let released = false;
  return {
    before,
    recordSocketDir: (socketDir) => writeNote(fd, Object.assign(note, { socketDir })),
    lockFile: (file) => {
      const other = openLockFile(dataDir, file, 0);
      if (other === undefined) throw new StartupError(`La carpeta de datos ${dataDir} está en uso por otro Pulso.`);
      others.push(other);
    },
    release: () => {
      if (released) return;
      released = true;
      // The file stays: another process may just have opened it.
      ftruncateSync(fd);
      [fd, ...others].forEach(closeSync);
    },
  };
}

function openLockFile(dataDir: string, path: string, flags: number): number | undefined {
  let fd: number | undefined;
  try {
    // A link is not followed: the note would be written over whatever it points to.
    fd = openSync(path, constants.O_RDWR | constants.O_NOFOLLOW | flags, 0o600);
    if (tryLock(fd)) return fd;
    closeSync(fd);
    return undefined;
  } catch (error) {
    if (fd !== undefined) closeSync(fd);
    throw new StartupError(`No se puede escribir en la carpeta de datos ${dataDir} (${messageOf(error)}).`, {
      cause: error,
    });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function isSameFile(path: string, fd: number): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && stats.ino === fstatSync(fd).ino;
}

async function inUseError(dataDir: string, path: string): Promise<StartupError> {
  // The holder writes its note right after locking, so an empty file is retried.
  let note = readNote(path);
  for (let tries = 0; note.pid === undefined && tries < 20; tries++) {
    await sleep(25);
    note = readNote(path);
  }
  const who = [note.pid && `proceso ${note.pid}`, note.holder].filter(Boolean).join(', ');
  return new StartupError(`La carpeta de datos ${dataDir} está en uso por otro Pulso${who && ` (${who})`}.`);
}

function readNote(file: number | string): LockNote {
  try {
    const note: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof note === 'object' && note !== null ? note : {};
  } catch {
    return {};
  }
}

function writeNote(fd: number, note: LockNote): void {
  ftruncateSync(fd);
  writeSync(fd, `${JSON.stringify(note)}\n`, 0);
}
