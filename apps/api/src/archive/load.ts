import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { escapeIdentifier, type Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { OnProgress } from '#archive/dump';
import { rowCount, type Manifest } from '#archive/manifest';
import { ownFunctions, ownTables } from '#archive/own';
import type { Backup } from '#archive/read-backup';
import { columnsOf, describeTables, readRows } from '#archive/tables';
import { applyPending } from '#db/migrate';
import { StartupError } from '#startup-error';

const DEPENDENT_OBJECTS = '2BP01';

/** Drops what our migrations made, and nothing else; refused where something else depends on it. */
async function dropOwn(client: Client): Promise<void> {
  const list = (names: string[]) => names.map(escapeIdentifier).join(', ');
  try {
    await client.query(`drop table if exists ${list(await ownTables())}`);
    await client.query(`drop function if exists ${list(await ownFunctions())}`);
  } catch (error) {
    const { code, detail = '' } = error as { code?: string; detail?: string };
    if (code !== DEPENDENT_OBJECTS) throw error;
    throw new StartupError(
      `En la base de datos hay algo que no es de Pulso y depende de sus tablas (${detail.split('\n')[0]}): quítalo antes de restaurar. ` +
        'No se tocó nada.',
      { cause: error },
    );
  }
}

/** Our tables that there are now, but for the list of migrations. */
async function madeTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname = any($1) and relname <> 'schema_migrations'`,
    [await ownTables()],
  );
  return rows.map(({ name }) => name);
}

/** Puts the tables of the backup in the place of those that are there, in the caller's transaction. */
export async function load(client: Client, backup: Backup, onProgress: OnProgress = () => undefined): Promise<void> {
  const { manifest, migrations } = backup;
  await dropOwn(client);
  await applyPending(client, migrations);
  // A migration may have put rows into one; and rows may only be frozen in tables that are empty since now.
  await client.query(`truncate ${(await madeTables(client)).map(escapeIdentifier).join(', ')}`);
  const total = Math.max(rowCount(manifest), 1);
  let done = 0;
  for (const table of manifest.tables) {
    const name = escapeIdentifier(table.name);
    // What they would write is in the backup too.
    await client.query(`alter table ${name} disable trigger user`);
    if (table.rows > 0)
      await pipeline(
        Readable.from(backup.rows(table)),
        client.query(copyFrom(`copy ${columnsOf(table.name, table.columns)} from stdin with (freeze)`)),
      );
    await client.query(`alter table ${name} enable trigger user`);
    done += table.rows;
    onProgress(done / total);
  }
  for (const { table, column, last, used } of manifest.sequences)
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3, $4)', [table, column, last, used]);
}

/** Which tables are not as the manifest says, each with its rows here and there. */
export async function compareRows(client: Client, manifest: Manifest): Promise<string[]> {
  const tables = await describeTables(client);
  const differing: string[] = [];
  for (const promised of manifest.tables) {
    const table = tables.find(({ name }) => name === promised.name);
    const found = table && (await readRows(client, table));
    if (found?.rows !== promised.rows || found.sha256 !== promised.sha256)
      differing.push(`${promised.name} (${promised.rows} filas, restauradas ${found?.rows ?? 0})`);
  }
  return differing;
}
