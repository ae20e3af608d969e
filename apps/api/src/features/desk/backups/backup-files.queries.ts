import type { Backup } from '@pulso/contract/desk/backups';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { inTransaction } from '#db/writes/transaction';

type BackupFile = Pick<Backup, 'id' | 'started_at' | 'made_by' | 'pinned'> & { file: string; verified: boolean };

/** The files of good backups, the newest first. */
export async function listFiles(db: Db): Promise<BackupFile[]> {
  const { rows } = await sql<BackupFile>`
    select id, file, started_at, made_by, pinned, verified_at is not null as verified from backups
    where state = 'done' and file is not null order by id desc`.execute(db);
  return rows;
}

type LeftoverFile = Pick<BackupFile, 'id' | 'file'> & Pick<Backup, 'images' | 'missing_images'>;

/** The files of those that were killed while they were checked, or that lack pictures. */
export async function listLeftoverFiles(db: Db): Promise<LeftoverFile[]> {
  const { rows } = await sql<LeftoverFile>`
    select id, file, image_count as images, missing_images from backups
    where state = 'failed' and file is not null`.execute(db);
  return rows;
}

/** Has its file removed, unless somebody has pinned it meanwhile; nobody can until it is gone. */
export async function removeUnpinnedFile(db: Db, id: number, remove: () => Promise<void>): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const { rows } = await sql`
      update backups set file = null where id = ${id} and not pinned returning 1`.execute(transaction);
    if (rows.length > 0) await remove();
  });
}

/** Keeps for good one that was made and checked within these minutes; false if it is none. */
export async function pinFreshBackup(db: Db, id: number, minutes: number): Promise<boolean> {
  const { rows } = await sql`
    update backups set pinned = true
    where id = ${id} and state = 'done' and verified_at is not null and file is not null
      and finished_at > now() - make_interval(mins => ${minutes}) returning 1`.execute(db);
  return rows.length > 0;
}
