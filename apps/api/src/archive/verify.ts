import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '#archive/tar';
import { inDedicatedTransaction } from '#archive/connect';
import type { OnProgress } from '#archive/dump';
import { compareRows, loadBackup } from '#archive/load';
import { openBackup, type Backup } from '#archive/read-backup';
import { startEmbedded } from '#db/embedded/embedded';
import { diskStore } from '#files/disk-store';
import { readPicture } from '#files/read-picture';
import { StartupError } from '#startup-error';

const SCRATCH_PREFIX = '.comprobacion-';
/** Errors of values, constraints and names; any other (no space, no connection) says nothing about the backup. */
const DATA_ERROR_CODE = /^(22|23|42)/;

/** A backup that cannot be restored as it was, and so is none. */
export class NotRestorableError extends Error {}

/** Removes the folders of killed checks. Only for the process that makes the next backup. */
export async function removeScratchFolders(folder: string): Promise<void> {
  for (const name of (await readdir(folder).catch(() => [])).filter((entry) => entry.startsWith(SCRATCH_PREFIX)))
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
}

async function compareImages(backup: Backup, folder: string): Promise<string[]> {
  const store = diskStore(folder, { flushed: false });
  const differing: string[] = [];
  for (const image of backup.manifest.images) {
    await store.publish(image.name, await backup.image(image));
    const hashByFile = new Map((await readPicture(store, image.name)).map(({ file, bytes }) => [file, sha256(bytes)]));
    for (const [file, hash] of Object.entries(image.files))
      if (hashByFile.get(file) !== hash) differing.push(`${image.name}/${file}`);
    await store.remove(image.name);
  }
  return differing;
}

type Options = {
  scratchIn: string;
  /** The product's own folders: the database's user may have to pass them. */
  ours?: string[];
  binaries?: string;
  onProgress?: OnProgress;
};

/**
 * Restores a backup into a folder of its own, on a database of its own, and compares it with the manifest. Throws
 * NotRestorable if anything differs, and another error if it cannot be tried.
 */
export async function verifyBackup(
  path: string,
  { scratchIn, ours, binaries, onProgress = () => undefined }: Options,
): Promise<void> {
  const backup = await openBackup(path).catch((error: Error) => {
    throw new NotRestorableError(error.message, { cause: error });
  });
  const scratch = await mkdtemp(join(scratchIn, SCRATCH_PREFIX));
  try {
    await chmod(scratch, 0o700);
    const images = await compareImages(backup, join(scratch, 'uploads'));
    if (images.length > 0)
      throw new NotRestorableError(`No se recuperan las imágenes ${images.slice(0, 3).join(', ')}.`);
    const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' };
    const server = await startEmbedded({ dataDir: scratch, ours, binaries, print: () => undefined, settings });
    try {
      const differing = await inDedicatedTransaction(server.connection, 'pulso-check', 'writing', async (client) => {
        await loadBackup(client, backup, (share) => onProgress(share * 0.8)).catch(
          (error: Error & { code?: string }) => {
            const restsWithData = error instanceof StartupError || DATA_ERROR_CODE.test(error.code ?? '');
            throw restsWithData ? new NotRestorableError(error.message, { cause: error }) : error;
          },
        );
        return compareRows(client, backup.manifest);
      });
      if (differing.length > 0)
        throw new NotRestorableError(`No se recuperan igual las tablas ${differing.join(', ')}.`);
      onProgress(1);
    } finally {
      await server.stop();
    }
  } finally {
    await backup.close();
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}
