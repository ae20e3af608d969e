import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Client, PoolConfig } from 'pg';
import { inDedicatedTransaction } from '#archive/connect';
import { loadBackup, rehearseLoad } from '#archive/load';
import { writeBackupFile, newBackupPath, removeUnfinishedFiles } from '#archive/write-backup-file';
import { listPulsoTables } from '#archive/pulso-objects';
import { openBackup, type Backup } from '#archive/read-backup';
import type { Config } from '#config';
import { dbForClient } from '#db/connection/connect';
import { findInstallation, setInstallation } from '#db/schema/installation';
import { applyPendingMigrations, lockMigrations, readMigrations } from '#db/schema/migrate';
import { endSessionsOfTheGone } from '#features/accounts/auth/device-sessions.queries';
import { restoreBackupRows, readBackupRows } from '#features/desk/backups/backups.queries';
import { failUndelivered } from '#features/desk/notifications/notifications.queries';
import type { PictureStore } from '#files/picture-store';
import { compareImages, putImages, replaceImages } from '#safekeeping/restore-images';
import { makeBackupFolder } from '#safekeeping/backup-folder';
import { StartupError } from '#startup-error';

const MAX_CHECKS = 5;
const CHECK_INTERVAL_MS = 200;

export const connectionName = () => `pulso-restore-${randomBytes(4).toString('hex')}`;

type Options = {
  config: Pick<Config, 'DATA_DIR' | 'BACKUP_DIR'>;
  connection: PoolConfig;
  pictures: PictureStore;
  /** Name of all our own connections at the server. */
  name: string;
  print: (line: string) => void;
  now?: Date;
};

/** A server of an older backup's time would write into the new tables, and one of ours would answer from its memory. */
async function refuseIfInUse(client: Client, name: string): Promise<void> {
  for (let attempt = 1; attempt <= MAX_CHECKS; attempt += 1) {
    const { rows } = await client.query(
      `select from pg_stat_activity
       where datname = current_database() and application_name like 'pulso%' and application_name <> $1`,
      [name],
    );
    if (rows.length === 0) return;
    // A server that has just been stopped is gone in a moment.
    if (attempt < MAX_CHECKS) await sleep(CHECK_INTERVAL_MS);
  }
  throw new StartupError('Hay un Pulso que usa esta base de datos: detenlo antes de restaurar. No se tocó nada.');
}

type DatabaseState = { migrated: boolean; installation: string | undefined };

/** `migrated`: there are data to lose. Throws if the database is of a newer version. */
async function inspectDatabase(client: Client): Promise<DatabaseState> {
  const { rows: migrationTables } = await client.query<{ table: string | null }>(
    `select to_regclass('public.schema_migrations')::text as table`,
  );
  if (!migrationTables[0]?.table) return { migrated: false, installation: undefined };
  const ownNames = (await readMigrations()).map(({ name }) => name);
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations');
  const unknown = rows.find(({ name }) => !ownNames.includes(name));
  if (unknown)
    throw new StartupError(
      `La base de datos es de una versión más nueva de Pulso (tiene ${unknown.name}). Actualiza Pulso. No se tocó nada.`,
    );
  const { rows: table } = await client.query<{ table: string | null }>(
    `select to_regclass('public.installation')::text as table`,
  );
  return { migrated: true, installation: table[0]?.table ? await findInstallation(dbForClient(client)) : undefined };
}

/** The id in the store, if it is this database's or the backup's; another installation's pictures are not ours to mix with. */
async function readStoreMark(
  { mark, place }: PictureStore,
  backup: Backup,
  { installation }: DatabaseState,
): Promise<string | undefined> {
  const found = (await mark.read())?.trim();
  if (found === undefined || found === installation) return found;
  const table = backup.manifest.tables.find(({ name }) => name === 'installation');
  for await (const chunk of table ? backup.rows(table) : [])
    if (
      chunk
        .toString()
        .split(/[\t\n]/)
        .includes(found)
    )
      return found;
  throw new StartupError(
    `Las imágenes de ${place} son de otra instalación, ni de esta base de datos ni de la copia: usa otra carpeta, o borra ` +
      `${mark.place} si de veras van juntas. No se tocó nada.`,
  );
}

export type RestoreResult = { safety: string | undefined; size: number; rows: number; images: number };

/**
 * Replaces everything by a backup. Until the transaction ends the old data are whole, and only a safety copy and images
 * under new names are written; then only images that differ from the store's are left to be replaced.
 */
export async function restoreBackup(
  backup: Backup,
  { config, connection, pictures, name, print, now = new Date() }: Options,
) {
  const put: string[] = [];
  let isLoaded = false;
  try {
    const found = await inDedicatedTransaction(connection, name, 'writing', async (client) => {
      await refuseIfInUse(client, name);
      const databaseState = await inspectDatabase(client);
      await rehearseLoad(client, backup);
      return databaseState;
    });
    const mark = await readStoreMark(pictures, backup, found);
    let safety: string | undefined;
    if (found.migrated) {
      await makeBackupFolder(config);
      await removeUnfinishedFiles(config.BACKUP_DIR);
      safety = await newBackupPath(config.BACKUP_DIR, 'safety', now);
      print('Guardando una copia de lo que hay…');
      await writeBackupFile({ connection, pictures, name }, { path: safety, now });
      await (await openBackup(safety)).close();
    }
    print('Restaurando…');
    const { absent, others } = await compareImages(backup, pictures);
    await inDedicatedTransaction(connection, name, 'writing', async (client) => {
      // A server that starts from now on waits, and then finds the restored data.
      await lockMigrations(client);
      await refuseIfInUse(client, name);
      const db = dbForClient(client);
      const backups = await readBackupRows(db);
      await loadBackup(client, backup);
      await applyPendingMigrations(client, await readMigrations());
      await restoreBackupRows(db, backups);
      await failUndelivered(db, now);
      await endSessionsOfTheGone(db);
      if (mark !== undefined) await setInstallation(db, mark);
      await sql`analyze ${sql.join((await listPulsoTables()).map((table) => sql.id(table)))}`.execute(db);
      // Images come last, because no rollback removes them; and only new ones, which nobody knows until the commit.
      await putImages(absent, { backup, pictures, put });
      isLoaded = true;
    });
    await replaceImages(others, { backup, pictures, now });
    const rows = backup.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const restored: RestoreResult = { safety, size: backup.size, rows, images: backup.manifest.images.length };
    return restored;
  } catch (error) {
    // No row names the images of this run yet. Once all is loaded, the commit may have come through all the same.
    if (!isLoaded) for (const image of put) await pictures.remove(image).catch(() => undefined);
    throw error;
  }
}
