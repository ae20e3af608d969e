import { constants } from 'node:fs';
import { access, chmod, mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { PoolConfig } from 'pg';
import type { OpenFile } from '#archive/tar';
import { writeBackupFile, newBackupPath, removeUnfinishedFiles, type BackupFileInfo } from '#archive/write-backup-file';
import { NotRestorableError, removeScratchFolders, verifyBackup } from '#archive/verify';
import type { Config } from '#config';
import type { Db } from '#db/schema/database';
import { recordHeartbeat, failBackup, finishBackup, saveFile } from '#features/desk/backups/backups.queries';
import { surplusOf } from '#features/desk/backups/backups.rules';
import { removeUnpinnedFile, listFiles, listLeftoverFiles } from '#features/desk/backups/backup-files.queries';
import type { PictureStore } from '#files/picture-store';
import { StartupError } from '#startup-error';

const HEARTBEAT_MS = 5_000;
const FOLDER_MODE = 0o700;

export type BackupSettings = Pick<Config, 'BACKUP_DIR' | 'BACKUP_KEEP' | 'POSTGRES_BIN'>;

type BackupJob = {
  config: BackupSettings;
  db: Db;
  connection: PoolConfig;
  pictures: PictureStore;
  /** Its row; without one (a database of an earlier version) nothing is written down. */
  id: number | undefined;
  /** Another file than the usual one. */
  path?: string;
  now?: Date;
  /** For tests: how the file is written, and how it is checked. */
  openFile?: OpenFile;
  check?: typeof verifyBackup;
};

export type Outcome = Omit<BackupFileInfo, 'manifest'> & { verified: boolean; problem: string | null };

/** The folder of backups, for its owner alone. */
export async function makeBackupFolder(folder: string): Promise<void> {
  try {
    if (await mkdir(folder, { recursive: true, mode: FOLDER_MODE })) await chmod(folder, FOLDER_MODE);
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new StartupError(`No se puede escribir en la carpeta de copias ${folder} (${(error as Error).message}).`, {
      cause: error,
    });
  }
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Makes a backup, tries to restore it, writes down how it went, and removes those that are too many. */
export async function runBackup(order: BackupJob): Promise<Outcome> {
  const { config, db, id } = order;
  const beat = { state: 'copying' as 'copying' | 'checking', progress: 0 };
  let takenForDead = false;
  const say = async () => {
    if (id !== undefined && !(await recordHeartbeat(db, id, beat))) takenForDead = true;
  };
  // A database that is away for a moment is noticed by the work itself.
  const timer = setInterval(() => void say().catch(() => undefined), HEARTBEAT_MS);
  try {
    await makeBackupFolder(config.BACKUP_DIR);
    await removeUnfinishedFiles(config.BACKUP_DIR);
    await removeScratchFolders(config.BACKUP_DIR);
    const copiedFile = await writeCopy(order, (share) => (beat.progress = Math.floor(share * 50)));
    // Other processes may have removed pictures, or have begun another backup.
    if (takenForDead) {
      await rm(copiedFile.path, { force: true });
      throw new StartupError('Se detuvo por más de un minuto, y no se sabe si está completa.');
    }
    if (id !== undefined) {
      const isInFolder = dirname(copiedFile.path) === config.BACKUP_DIR;
      await saveFile(db, id, { ...copiedFile, file: isInFolder ? basename(copiedFile.path) : null });
    }
    beat.state = 'checking';
    beat.progress = 50;
    await say();
    const problem = await checkRestorable(
      order,
      copiedFile.path,
      (share) => (beat.progress = 50 + Math.floor(share * 50)),
    );
    const outcome = { verified: problem === undefined, problem: problem ?? null };
    if (id !== undefined) {
      await finishBackup(db, id, outcome);
      await removeSurplus(db, config);
    }
    const { manifest: _manifest, ...file } = copiedFile;
    return { ...file, ...outcome };
  } catch (error) {
    if (id !== undefined) await failBackup(db, id, messageOf(error)).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

async function writeCopy(
  { config, connection, pictures, path, now = new Date(), openFile }: BackupJob,
  onProgress: (share: number) => void,
) {
  const target = path ?? (await newBackupPath(config.BACKUP_DIR, 'backup', now));
  return writeBackupFile({ connection, pictures }, { path: target, now, onProgress, openFile });
}

/** Undefined if the backup can be restored, else why that could not be tried. One that cannot be is removed. */
async function checkRestorable(
  { config, check = verifyBackup }: BackupJob,
  path: string,
  onProgress: (share: number) => void,
) {
  try {
    await check(path, { scratchIn: config.BACKUP_DIR, binaries: config.POSTGRES_BIN, onProgress });
    return undefined;
  } catch (error) {
    if (!(error instanceof NotRestorableError)) return `No se pudo comprobar: ${messageOf(error)}`;
    await rm(path, { force: true });
    throw new StartupError(`La copia no se puede restaurar, y se la borró: ${error.message}`, { cause: error });
  }
}

async function removeSurplus(db: Db, { BACKUP_DIR, BACKUP_KEEP }: BackupSettings): Promise<void> {
  const files = await listFiles(db);
  const presence = await Promise.all(
    files.map(({ file }) =>
      access(join(BACKUP_DIR, basename(file))).then(
        () => true,
        () => false,
      ),
    ),
  );
  const present = files.filter((_file, index) => presence[index]);
  // Old backups go only now that there is a good one.
  for (const { id, file } of [...surplusOf(present, BACKUP_KEEP), ...(await listLeftoverFiles(db))]) {
    await removeUnpinnedFile(db, id, () => rm(join(BACKUP_DIR, basename(file)), { force: true }));
  }
}
