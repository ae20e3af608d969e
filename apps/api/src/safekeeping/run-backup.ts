import { access, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { PoolConfig } from 'pg';
import type { OpenFile } from '#archive/tar';
import { writeBackupFile, newBackupPath, removeUnfinishedFiles, type BackupFileInfo } from '#archive/write-backup-file';
import { NotRestorableError, removeScratchFolders, verifyBackup } from '#archive/verify';
import type { Config } from '#config';
import type { Db } from '#db/schema/database';
import {
  countUnchecked,
  recordHeartbeat,
  failBackup,
  finishBackup,
  saveFile,
} from '#features/desk/backups/backups.queries';
import { areUnchecked, surplusOf } from '#features/desk/backups/backups.rules';
import { removeUnpinnedFile, listFiles, listLeftoverFiles } from '#features/desk/backups/backup-files.queries';
import { requireRoom } from '#files/disk-space';
import { areTooMany, findMissingProblem } from '#files/missing-pictures';
import type { PictureStore } from '#files/picture-store';
import { makeBackupFolder, rememberBackupFolder } from '#safekeeping/backup-folder';
import { StartupError } from '#startup-error';

const HEARTBEAT_MS = 5_000;
/** An empty database of its own, in which a backup is tried out. */
const SCRATCH_BYTES = 64 * 1024 * 1024;

export type BackupSettings = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'BACKUP_DIR' | 'BACKUP_KEEP' | 'POSTGRES_BIN'>;

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
  leaveRoom?: typeof requireRoom;
};

export type Outcome = Omit<BackupFileInfo, 'manifest'> & {
  verified: boolean;
  problem: string | null;
  /** True if the last ones could not be checked either. */
  unchecked: boolean;
};

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
    await makeBackupFolder(config);
    await removeUnfinishedFiles(config.BACKUP_DIR);
    await removeScratchFolders(config.BACKUP_DIR);
    const copiedFile = await writeCopy(order, (share) => (beat.progress = Math.floor(share * 50)));
    // Other processes may have removed pictures, or have begun another backup.
    if (takenForDead) {
      await rm(copiedFile.path, { force: true });
      throw new StartupError('Se detuvo por más de un minuto, y no se sabe si está completa.');
    }
    const isInFolder = dirname(copiedFile.path) === config.BACKUP_DIR;
    if (id !== undefined)
      await saveFile(db, id, { ...copiedFile, file: isInFolder ? basename(copiedFile.path) : null });
    if (isInFolder) await rememberBackupFolder(config);
    await requirePictures(order, copiedFile);
    beat.state = 'checking';
    beat.progress = 50;
    await say();
    const problem = await checkRestorable(order, copiedFile, (share) => (beat.progress = 50 + Math.floor(share * 50)));
    const outcome = { verified: problem === undefined, problem: problem ?? null };
    let unchecked = false;
    if (id !== undefined) {
      await finishBackup(db, id, outcome);
      await removeSurplus(db, config);
      unchecked = areUnchecked(await countUnchecked(db, { elsewhere: !isInFolder }));
    }
    const { manifest: _manifest, ...file } = copiedFile;
    return { ...file, ...outcome, unchecked };
  } catch (error) {
    if (id !== undefined) await failBackup(db, id, messageOf(error)).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** A database that is elsewhere needs nothing of this disk. */
function requireRoomFor({ config, leaveRoom = requireRoom }: BackupJob, path: string, bytes?: number) {
  if (config.DATABASE_URL === undefined) leaveRoom(dirname(path), config.DATA_DIR, bytes);
}

async function writeCopy(order: BackupJob, onProgress: (share: number) => void) {
  const { config, connection, pictures, path, now = new Date(), openFile } = order;
  const target = path ?? (await newBackupPath(config.BACKUP_DIR, 'backup', now));
  const tell = (share: number) => {
    requireRoomFor(order, target);
    onProgress(share);
  };
  return writeBackupFile({ connection, pictures }, { path: target, now, onProgress: tell, openFile });
}

/**
 * One that lacks too many pictures has failed. It has all rows, so the newest of its kind stays in the folder beside the good ones
 * until one is good again; elsewhere, where it would pass for a good one, it goes.
 */
async function requirePictures(
  { config, db, id, pictures }: BackupJob,
  { path, images, missingImages }: BackupFileInfo,
): Promise<void> {
  const missing = findMissingProblem(pictures.place, missingImages, images + missingImages);
  if (!missing) return;
  if (dirname(path) !== config.BACKUP_DIR) {
    await rm(path, { force: true });
    throw new StartupError(`${missing}; la copia se borró.`);
  }
  const leftovers = id === undefined ? [] : await listLeftoverFiles(db);
  const alike = leftovers.filter((one) => areTooMany(one.missing_images, one.images + one.missing_images));
  await removeFiles(db, config, alike);
  throw new StartupError(`${missing}; la copia sin ellas queda en ${path} hasta que haya una completa.`);
}

/** Undefined if the backup can be restored, else why that could not be tried. One that cannot be is removed. */
async function checkRestorable(order: BackupJob, { path, size }: BackupFileInfo, onProgress: (share: number) => void) {
  const { config, check = verifyBackup } = order;
  try {
    requireRoomFor(order, join(config.BACKUP_DIR, basename(path)), SCRATCH_BYTES + size);
    const ours = [config.DATA_DIR, config.BACKUP_DIR];
    await check(path, { scratchIn: config.BACKUP_DIR, ours, binaries: config.POSTGRES_BIN, onProgress });
    return undefined;
  } catch (error) {
    if (!(error instanceof NotRestorableError)) return `No se pudo comprobar: ${messageOf(error)}`;
    await rm(path, { force: true });
    throw new StartupError(`La copia no se puede restaurar, y se la borró: ${error.message}`, { cause: error });
  }
}

async function removeSurplus(db: Db, config: BackupSettings): Promise<void> {
  const { BACKUP_DIR, BACKUP_KEEP } = config;
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
  await removeFiles(db, config, [...surplusOf(present, BACKUP_KEEP), ...(await listLeftoverFiles(db))]);
}

async function removeFiles(db: Db, { BACKUP_DIR }: BackupSettings, files: { id: number; file: string }[]) {
  for (const { id, file } of files)
    await removeUnpinnedFile(db, id, () => rm(join(BACKUP_DIR, basename(file)), { force: true }));
}
