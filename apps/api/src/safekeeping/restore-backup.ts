import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Client, PoolConfig } from 'pg';
import { inOwnTransaction } from '#archive/connect';
import { load, rehearse } from '#archive/load';
import { makeFile, newBackupPath, removeUnfinished } from '#archive/make-file';
import { ownTables } from '#archive/own';
import { openBackup, type Backup } from '#archive/read-backup';
import type { Config } from '#config';
import { dbOn } from '#db/connection/connect';
import { findInstallation, setInstallation } from '#db/schema/installation';
import { applyPending, lockMigrations, readMigrations } from '#db/schema/migrate';
import { putBackBackups, takeBackups } from '#features/desk/backups/backups.queries';
import { failUndelivered } from '#features/desk/notifications/notifications.queries';
import type { PictureStore } from '#files/picture-store';
import { compareImages, putImages, replaceImages } from '#safekeeping/restore-images';
import { makeBackupFolder } from '#safekeeping/run-backup';
import { StartupError } from '#startup-error';

const MAX_LOOKS = 5;
const LOOK_MS = 200;

export const connectionName = () => `pulso-restore-${randomBytes(4).toString('hex')}`;

type Setting = {
  config: Pick<Config, 'BACKUP_DIR'>;
  connection: PoolConfig;
  pictures: PictureStore;
  /** Name of all our own connections at the server. */
  name: string;
  print: (line: string) => void;
  now?: Date;
};

/** A server of an older backup's time would write into the new tables, and one of ours would answer from its memory. */
async function refuseIfInUse(client: Client, name: string): Promise<void> {
  for (let attempt = 1; attempt <= MAX_LOOKS; attempt += 1) {
    const { rows } = await client.query(
      `select from pg_stat_activity
       where datname = current_database() and application_name like 'pulso%' and application_name <> $1`,
      [name],
    );
    if (rows.length === 0) return;
    // A server that has just been stopped is gone in a moment.
    if (attempt < MAX_LOOKS) await sleep(LOOK_MS);
  }
  throw new StartupError('Hay un Pulso que usa esta base de datos: detenlo antes de restaurar. No se tocó nada.');
}

type Found = { migrated: boolean; installation: string | undefined };

/** `migrated`: there are data to lose. Throws if the database is of a newer version. */
async function look(client: Client): Promise<Found> {
  const { rows: known } = await client.query<{ table: string | null }>(
    `select to_regclass('public.schema_migrations')::text as table`,
  );
  if (!known[0]?.table) return { migrated: false, installation: undefined };
  const ours = (await readMigrations()).map(({ name }) => name);
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations');
  const unknown = rows.find(({ name }) => !ours.includes(name));
  if (unknown)
    throw new StartupError(
      `La base de datos es de una versión más nueva de Pulso (tiene ${unknown.name}). Actualiza Pulso. No se tocó nada.`,
    );
  const { rows: table } = await client.query<{ table: string | null }>(
    `select to_regclass('public.installation')::text as table`,
  );
  return { migrated: true, installation: table[0]?.table ? await findInstallation(dbOn(client)) : undefined };
}

/** The id in the store, if it is this database's or the backup's; another installation's pictures are not ours to mix with. */
async function markOf(
  { mark, place }: PictureStore,
  backup: Backup,
  { installation }: Found,
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

export type Restored = { safety: string | undefined; size: number; rows: number; images: number };

/**
 * Replaces everything by a backup. Until the transaction ends the old data are whole, and only a safety copy and images
 * under new names are written; then only images that differ from the store's are left to be replaced.
 */
export async function restoreBackup(
  backup: Backup,
  { config, connection, pictures, name, print, now = new Date() }: Setting,
) {
  const put: string[] = [];
  let loaded = false;
  try {
    const found = await inOwnTransaction(connection, name, 'writing', async (client) => {
      await refuseIfInUse(client, name);
      const there = await look(client);
      await rehearse(client, backup);
      return there;
    });
    const mark = await markOf(pictures, backup, found);
    let safety: string | undefined;
    if (found.migrated) {
      await makeBackupFolder(config.BACKUP_DIR);
      await removeUnfinished(config.BACKUP_DIR);
      safety = await newBackupPath(config.BACKUP_DIR, 'safety', now);
      print('Guardando una copia de lo que hay…');
      await makeFile({ connection, pictures, name }, { path: safety, now });
      await (await openBackup(safety)).close();
    }
    print('Restaurando…');
    const { absent, others } = await compareImages(backup, pictures);
    await inOwnTransaction(connection, name, 'writing', async (client) => {
      // A server that starts from now on waits, and then finds the restored data.
      await lockMigrations(client);
      await refuseIfInUse(client, name);
      const db = dbOn(client);
      const backups = await takeBackups(db);
      await load(client, backup);
      await applyPending(client, await readMigrations());
      await putBackBackups(db, backups);
      await failUndelivered(db);
      if (mark !== undefined) await setInstallation(db, mark);
      await sql`analyze ${sql.join((await ownTables()).map((table) => sql.id(table)))}`.execute(db);
      // Images come last, because no rollback removes them; and only new ones, which nobody knows until the commit.
      await putImages(absent, { backup, pictures, put });
      loaded = true;
    });
    await replaceImages(others, { backup, pictures, now });
    const rows = backup.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const restored: Restored = { safety, size: backup.size, rows, images: backup.manifest.images.length };
    return restored;
  } catch (error) {
    // No row names the images of this run yet. Once all is loaded, the commit may have come through all the same.
    if (!loaded) for (const image of put) await pictures.remove(image).catch(() => undefined);
    throw error;
  }
}
