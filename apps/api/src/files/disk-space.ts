import { statfsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { StartupError } from '#startup-error';

/** Two segments of the database's log: if that finds the disk full, the database stops, and with it all reading. */
const MIN_FREE_BYTES = 32 * 1024 * 1024;
const CACHE_TTL_MS = 200;

type Disk = { free: number; size: number };

/** Bytes of the disk on which the folder is; undefined for a folder that is not there. */
export const readDisk = (folder: string): Promise<Disk | undefined> =>
  statfs(folder).then(
    ({ bavail, blocks, bsize }) => ({ free: bavail * bsize, size: blocks * bsize }),
    () => undefined,
  );

/** Checks that there is room to write in the folder, five times a second at most. */
export function openDiskSpaceCheck(folder: string, minFreeBytes = MIN_FREE_BYTES): () => Promise<boolean> {
  let last: { at: number; enough: Promise<boolean> } | undefined;
  // The write itself will report a broken disk.
  const look = () => readDisk(folder).then((disk) => disk === undefined || disk.free >= minFreeBytes);
  return () => {
    const now = performance.now();
    if (!last || now - last.at >= CACHE_TTL_MS) last = { at: now, enough: look() };
    return last.enough;
  };
}

/** Refuses to take room of the disk that the database is on too, when what that needs would not be left. */
export function requireRoom(folder: string, dataDir: string, neededBytes = 0): void {
  if (statSync(folder).dev !== statSync(dataDir).dev) return;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= MIN_FREE_BYTES + neededBytes) return;
  const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024);
  throw new StartupError(
    `No hay lugar en ${folder}: quedan ${megabytes(bavail * bsize)} MB, y hacen falta ${megabytes(MIN_FREE_BYTES + neededBytes)} ` +
      'para no dejar sin lugar a la base de datos.',
  );
}
