import { constants } from 'node:fs';
import { access, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { BUSINESS_ZONE } from '@pulso/contract/kit/dates';
import { writeArchive, type OpenFile } from '#archive/tar';
import { dump, type OnProgress, type DumpSource } from '#archive/dump';
import { rowCount, type Manifest } from '#archive/manifest';
import { syncFolder } from '#db/embedded/cluster';
import { StartupError } from '#startup-error';

const UNFINISHED_SUFFIX = '.part';
const PREFIXES = { backup: 'pulso', safety: 'antes-de-restaurar' } as const;
const UNFINISHED_BACKUP_NAME = new RegExp(
  `^(${Object.values(PREFIXES).join('|')})-[\\d-]+\\.tar${UNFINISHED_SUFFIX.replace('.', '\\.')}$`,
);

/** No such folder, no right to it, or something at the file's place that we cannot remove. */
const UNWRITABLE_CODES = ['ENOENT', 'EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ERR_FS_EISDIR'];

const fileTimeFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: BUSINESS_ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
});

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** `pulso-2026-03-05-140500.tar`, by the clock of the business; of the next second if one was made within this one. */
export async function newBackupPath(folder: string, kind: keyof typeof PREFIXES, now: Date): Promise<string> {
  const moment = fileTimeFormat.format(now).replaceAll(':', '').replace(' ', '-');
  const path = join(folder, `${PREFIXES[kind]}-${moment}.tar`);
  return (await exists(path)) ? newBackupPath(folder, kind, new Date(now.getTime() + 1_000)) : path;
}

/** Removes the unfinished file of a killed backup. Only for the process that makes the next one. */
export async function removeUnfinishedFiles(folder: string): Promise<void> {
  for (const name of (await readdir(folder).catch(() => [])).filter((entry) => UNFINISHED_BACKUP_NAME.test(entry)))
    await rm(join(folder, name), { force: true });
}

export type BackupFileInfo = {
  path: string;
  size: number;
  rows: number;
  images: number;
  missingImages: number;
  manifest: Manifest;
};

const unwritableError = (path: string, error: Error) =>
  new StartupError(`No se puede escribir la copia de seguridad en ${dirname(path)} (${error.message}).`, {
    cause: error,
  });

/** Refuses a path at which no backup can be written, before anything is begun for it. */
export async function checkBackupPath(path: string): Promise<void> {
  if (await exists(path)) throw new StartupError(`Ya existe ${path}: no se lo reemplaza.`);
  // With the dot it must be a folder.
  await access(`${dirname(path)}/.`, constants.W_OK | constants.X_OK).catch((error: Error) => {
    throw unwritableError(path, error);
  });
}

type Options = { path: string; now: Date; onProgress?: OnProgress; openFile?: OpenFile };

/**
 * Writes a backup under another name and gives it its own when all of it is on the disk: a file that has the name is whole,
 * whatever happens meanwhile.
 */
export async function writeBackupFile(
  source: DumpSource,
  { path, now, onProgress = () => undefined, openFile = open }: Options,
) {
  await checkBackupPath(path);
  const draft = path + UNFINISHED_SUFFIX;
  try {
    const archive = await writeArchive(draft, now, openFile);
    try {
      const manifest = await dump(source, archive, { now, onProgress });
      await archive.finish();
      await rename(draft, path);
      await syncFolder(dirname(path));
      const counts = { rows: rowCount(manifest), images: manifest.images.length };
      const info: BackupFileInfo = {
        path,
        size: archive.size(),
        ...counts,
        missingImages: manifest.missing_images.length,
        manifest,
      };
      return info;
    } catch (error) {
      await archive.abandon();
      throw error;
    }
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new StartupError(
        `No hay espacio en el disco para la copia de seguridad ${basename(path)} en ${dirname(path)}.`,
        {
          cause: error,
        },
      );
    if (code !== undefined && UNWRITABLE_CODES.includes(code)) throw unwritableError(path, error as Error);
    throw error;
  }
}
