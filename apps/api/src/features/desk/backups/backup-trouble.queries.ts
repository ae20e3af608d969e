import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Db } from '#db/schema/database';
import {
  countUnchecked,
  findLastGoodBackup,
  listBackups,
  type BackupRow,
} from '#features/desk/backups/backups.queries';
import { troubleOf } from '#features/desk/backups/backups.rules';

/** True if this machine has the file of the backup, and may read it. */
export async function isAvailable(folder: string, { state, file }: Pick<BackupRow, 'state' | 'file'>) {
  if (state !== 'done' || file === null) return false;
  return access(join(folder, basename(file)), constants.R_OK).then(
    () => true,
    () => false,
  );
}

/** This machine's folder of backups, and how often one is made. */
export type BackupPlace = { folder: string; intervalSeconds: number; node: string };

/** The listed backups, the last good one, and the trouble that follows from them. */
export async function findBackupTrouble(db: Db, { folder, intervalSeconds, node }: BackupPlace) {
  const rows = await listBackups(db);
  const { last, secondsAgo: secondsSinceGood } = await findLastGoodBackup(db);
  const trouble = troubleOf({
    newest: rows.find(({ state }) => state === 'done' || state === 'failed'),
    isFileGone: last?.node === node && !(await isAvailable(folder, last)),
    uncheckedInARow: await countUnchecked(db, { elsewhere: false }),
    secondsSinceGood,
    intervalSeconds,
  });
  return { rows, last, secondsSinceGood, trouble };
}
