import { existsSync } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { checkBackupFolder, makeBackupFolder, rememberBackupFolder } from '#safekeeping/backup-folder';
import { newFolder } from '#test/backups';

const neverWarn = (line: string) => expect.unreachable(line);

it('L3 is made at the start where it is configured, and a start that cannot write to it is refused', async () => {
  const folder = await newFolder();
  const config = { DATA_DIR: join(folder, 'datos'), BACKUP_DIR: join(folder, 'disco/copias') };
  await checkBackupFolder(config, neverWarn);
  const modes = [dirname(config.BACKUP_DIR), config.BACKUP_DIR].map(async (path) => (await stat(path)).mode & 0o777);
  expect(await Promise.all(modes)).toEqual([0o777 & ~process.umask(), 0o700]);
  await writeFile(join(folder, 'archivo'), '');
  const refused = { ...config, BACKUP_DIR: join(folder, 'archivo/copias') };
  await expect(checkBackupFolder(refused, neverWarn)).rejects.toThrow(
    `No se puede escribir en la carpeta de copias ${refused.BACKUP_DIR} (E`,
  );
  // The one in DATA_DIR is made with the first backup.
  await checkBackupFolder({ ...config, BACKUP_DIR: join(config.DATA_DIR, 'backups') }, neverWarn);
  expect(existsSync(config.DATA_DIR)).toBe(false);
});

it('L3 that lost its backups, as a disk that is not mounted, is not made anew: it is told at the start, and refused', async () => {
  const folder = await newFolder();
  const config = { DATA_DIR: join(folder, 'datos'), BACKUP_DIR: join(folder, 'disco') };
  await makeBackupFolder(config);
  await writeFile(join(config.BACKUP_DIR, 'pulso-2026-03-05-140500.tar'), '');
  await rememberBackupFolder(config);
  const note = join(config.DATA_DIR, 'secrets/backup-folder');
  expect((await stat(note)).mode & 0o777).toBe(0o600);
  await checkBackupFolder(config, neverWarn);

  await rename(config.BACKUP_DIR, join(folder, 'desmontado'));
  const loss =
    `En ${config.BACKUP_DIR} no está ninguna de las copias de seguridad que se hicieron ahí: si es un disco que no se montó, móntalo. ` +
    `Para empezar de nuevo en esa carpeta, borra ${note}.`;
  const told: string[] = [];
  await checkBackupFolder(config, (line) => told.push(line));
  await expect(makeBackupFolder(config)).rejects.toThrow(loss);
  expect(existsSync(config.BACKUP_DIR)).toBe(false);
  // The folder on which a disk is mounted is there, and empty.
  await mkdir(config.BACKUP_DIR);
  await checkBackupFolder(config, (line) => told.push(line));
  expect(told).toEqual([loss, loss]);
  // Another folder is somebody's decision, and so is the note that is gone.
  await makeBackupFolder({ ...config, BACKUP_DIR: join(folder, 'otro') });
  await rm(note);
  await makeBackupFolder(config);
});
