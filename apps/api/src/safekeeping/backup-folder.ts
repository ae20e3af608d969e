import { constants } from 'node:fs';
import { access, chmod, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '#config';
import { readNote, writeNote } from '#db/data-dir/notes';
import { StartupError } from '#startup-error';

const FOLDER_MODE = 0o700;

type Settings = Pick<Config, 'DATA_DIR' | 'BACKUP_DIR'>;

/** A folder in DATA_DIR is on the disk of all the rest. */
const isConfigured = ({ DATA_DIR, BACKUP_DIR }: Settings) => BACKUP_DIR !== join(DATA_DIR, 'backups');

/** Says that the folder is without the backups that were made in it: a disk that is not mounted must not look like a new folder. */
async function findLoss({ DATA_DIR, BACKUP_DIR }: Settings): Promise<string | undefined> {
  const { file, text } = await readNote(DATA_DIR, 'backup-folder');
  if (text !== BACKUP_DIR) return undefined;
  const names = await readdir(BACKUP_DIR).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? [] : undefined,
  );
  // One that cannot be read is another trouble.
  if (!names || names.some((name) => name.endsWith('.tar'))) return undefined;
  return (
    `En ${BACKUP_DIR} no está ninguna de las copias de seguridad que se hicieron ahí: si es un disco que no se montó, móntalo. Para ` +
    `empezar de nuevo en esa carpeta, borra ${file}.`
  );
}

/** The folder of backups, for its owner alone; refused where it has lost those that were made in it. */
export async function makeBackupFolder(config: Settings): Promise<void> {
  const { BACKUP_DIR: folder } = config;
  const loss = await findLoss(config);
  if (loss) throw new StartupError(loss);
  try {
    // Those on the way to it are made as usual.
    await mkdir(dirname(folder), { recursive: true });
    if (await mkdir(folder, { recursive: true, mode: FOLDER_MODE })) await chmod(folder, FOLDER_MODE);
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new StartupError(`No se puede escribir en la carpeta de copias ${folder} (${(error as Error).message}).`, {
      cause: error,
    });
  }
}

/** Remembers that backups are in the folder. */
export async function rememberBackupFolder(config: Settings): Promise<void> {
  if (isConfigured(config)) await writeNote(config.DATA_DIR, 'backup-folder', config.BACKUP_DIR);
}

/**
 * Tries a configured folder at the start. One that cannot be written to is a mistake, and refused; a disk of backups that is
 * gone is told, and keeps no business from its work.
 */
export async function checkBackupFolder(config: Settings, warn: (line: string) => void): Promise<void> {
  const loss = await findLoss(config);
  if (loss) return warn(loss);
  if (isConfigured(config)) await makeBackupFolder(config);
}
