import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { Client } from 'pg';
import type { OnProgress } from '#archive/dump';
import { rowCount, type Manifest } from '#archive/manifest';
import { listPulsoFunctions, listPulsoTables } from '#archive/pulso-objects';
import type { Backup } from '#archive/read-backup';
import { copyIn, describeTables, readRows } from '#archive/tables';
import { dbForClient } from '#db/connection/connect';
import { withoutIndexes } from '#db/schema/bulk-load';
import type { Db } from '#db/schema/database';
import { applyPendingMigrations } from '#db/schema/migrate';
import { StartupError } from '#startup-error';

const DEPENDENT_OBJECTS_CODE = '2BP01';

const joinIdentifiers = (names: string[]) => sql.join(names.map((name) => sql.id(name)));

/** Drops the objects that our migrations made, and nothing else; refused where something else depends on them. */
async function dropPulsoObjects(client: Client): Promise<void> {
  const db = dbForClient(client);
  try {
    await sql`drop table if exists ${joinIdentifiers(await listPulsoTables())}`.execute(db);
    await sql`drop function if exists ${joinIdentifiers(await listPulsoFunctions())}`.execute(db);
  } catch (error) {
    const { code, detail = '' } = error as { code?: string; detail?: string };
    if (code !== DEPENDENT_OBJECTS_CODE) throw error;
    throw new StartupError(
      `En la base de datos hay algo que no es de Pulso y depende de sus tablas (${detail.split('\n')[0]}): quítalo antes de restaurar. ` +
        'No se tocó nada.',
      { cause: error },
    );
  }
}

/**
 * Replaces the present tables by those of the backup's migrations, empty. Refused if the backup names any other:
 * whatever the names may be, only those of these tables and columns get into a statement.
 */
async function recreateTables(client: Client, { manifest, migrations }: Backup): Promise<void> {
  await dropPulsoObjects(client);
  await applyPendingMigrations(client, migrations);
  const made = new Map((await describeTables(client)).map(({ name, columns }) => [name, columns]));
  const named = [
    ...manifest.tables.flatMap(({ name, columns }) => columns.map((column) => ({ table: name, column }))),
    ...manifest.sequences,
  ];
  if (!named.every(({ table, column }) => made.get(table)?.includes(column)))
    throw new StartupError('La copia de seguridad nombra tablas o columnas que no son de su versión. No se tocó nada.');
}

/** Throws as `loadBackup` would if the tables of the backup do not fit, and leaves everything as it is. */
export async function rehearseLoad(client: Client, backup: Backup): Promise<void> {
  await client.query('savepoint rehearsal');
  await recreateTables(client, backup);
  await client.query('rollback to savepoint rehearsal');
}

/** Our tables that exist now, except the list of migrations. */
async function listExistingTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname = any(${await listPulsoTables()})
      and relname <> 'schema_migrations'`.execute(db);
  return rows.map(({ name }) => name);
}

/** Replaces the present tables by those of the backup, in the caller's transaction. */
export async function loadBackup(
  client: Client,
  backup: Backup,
  onProgress: OnProgress = () => undefined,
): Promise<void> {
  const { manifest } = backup;
  await recreateTables(client, backup);
  // A migration may have inserted rows; and COPY can freeze rows only in a table truncated in this transaction.
  const db = dbForClient(client);
  const made = await listExistingTables(db);
  await sql`truncate ${joinIdentifiers(made)}`.execute(db);
  const total = Math.max(rowCount(manifest), 1);
  let done = 0;
  await withoutIndexes(db, made, async () => {
    for (const table of manifest.tables) {
      // The rows that triggers would write are in the backup too.
      await sql`alter table ${sql.id(table.name)} disable trigger user`.execute(db);
      if (table.rows > 0) await pipeline(Readable.from(backup.rows(table)), copyIn(client, table.name, table.columns));
      await sql`alter table ${sql.id(table.name)} enable trigger user`.execute(db);
      done += table.rows;
      onProgress((done / total) * 0.8);
    }
  });
  for (const { table, column, last } of manifest.sequences)
    if (last !== null) await sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${last})`.execute(db);
  onProgress(1);
}

/** Tables that differ from the manifest, each with its number of rows here and there. */
export async function compareRows(client: Client, manifest: Manifest): Promise<string[]> {
  const tables = await describeTables(client);
  const differing: string[] = [];
  for (const expectedTable of manifest.tables) {
    const table = tables.find(({ name }) => name === expectedTable.name);
    const actualRows = table && (await readRows(client, table));
    if (actualRows?.rows !== expectedTable.rows || actualRows.sha256 !== expectedTable.sha256)
      differing.push(`${expectedTable.name} (${expectedTable.rows} filas, restauradas ${actualRows?.rows ?? 0})`);
  }
  return differing;
}
