import { statfs } from 'node:fs/promises';

/** Two segments of the database's log: if that finds the disk full, the database stops, and with it all reading. */
const MIN_FREE_BYTES = 32 * 1024 * 1024;
const CACHE_TTL_MS = 200;

/** Checks that there is room to write in the folder, five times a second at most. */
export function openDiskSpaceCheck(folder: string, minFreeBytes = MIN_FREE_BYTES): () => Promise<boolean> {
  let last: { at: number; enough: Promise<boolean> } | undefined;
  const look = () =>
    statfs(folder).then(
      ({ bavail, bsize }) => bavail * bsize >= minFreeBytes,
      // The write itself will report a broken disk.
      () => true,
    );
  return () => {
    const now = performance.now();
    if (!last || now - last.at >= CACHE_TTL_MS) last = { at: now, enough: look() };
    return last.enough;
  };
}
