import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyDatabase, createDatabase } from '@pulso/testing/database';
import { Client, escapeIdentifier, type ClientConfig, type PoolConfig } from 'pg';
import { inject, onTestFinished } from 'vitest';
import { writeBackupFile } from '#archive/write-backup-file';
import { hashLine, MANIFEST, MANIFEST_HASH, type Manifest } from '#archive/manifest';
import { openBackup } from '#archive/read-backup';
import { readArchive, writeArchive } from '#archive/tar';
import { diskStore } from '#files/disk-store';
import type { PictureStore } from '#files/picture-store';
import { connectionName, restoreBackup } from '#safekeeping/restore-backup';

/** An empty folder that lasts until the test ends. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pulso-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty database that lasts until the test ends. */
export async function newDatabase(): Promise<ClientConfig> {
  const { connection, drop } = await createDatabase(inject('server'));
  onTestFinished(drop);
  return connection;
}

/** The migrated database of an installation of its own, until the test ends. */
export async function newInstallation(): Promise<ClientConfig> {
  const { connection, drop } = await copyDatabase(inject('server'));
  onTestFinished(drop);
  await queryRows(connection, 'update installation set id = gen_random_uuid()');
  return connection;
}

export async function queryRows<T extends object>(connection: ClientConfig, text: string): Promise<T[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Every row of every table with all its columns, generated ones too, as a hash; without the `except` tables. */
export async function contentOf(connection: ClientConfig, except: string[] = []): Promise<Record<string, string>> {
  const client = new Client(connection);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    );
    const content: Record<string, string> = {};
    for (const { name } of tables.filter((table) => !except.includes(table.name))) {
      const { rows } = await client.query<{ hash: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text collate "C")), '') as hash from ${escapeIdentifier(name)} t`,
      );
      content[name] = rows[0]!.hash;
    }
    return content;
  } finally {
    await client.end();
  }
}

/** Restores as the command does. */
export async function restoreInto(
  connection: PoolConfig,
  file: string,
  { pictures, folder }: { pictures?: PictureStore; folder?: string } = {},
) {
  const name = connectionName();
  const backup = await openBackup(file);
  onTestFinished(backup.close);
  const backupFolder = folder ?? (await newFolder());
  return restoreBackup(backup, {
    config: { DATA_DIR: backupFolder, BACKUP_DIR: backupFolder },
    connection,
    pictures: pictures ?? diskStore(await newFolder()),
    name,
    print: () => undefined,
  });
}

export async function backUp(connection: PoolConfig, pictures: PictureStore, folder?: string) {
  return writeBackupFile(
    { connection, pictures },
    { path: join(folder ?? (await newFolder()), 'copia.tar'), now: new Date() },
  );
}

type Entries = Map<string, Buffer>;

/** Changes a backup's manifest or entries and corrects its hashes, as anybody can. */
export async function rewriteBackup(from: string, to: string, change: (manifest: Manifest, entries: Entries) => void) {
  const reader = await readArchive(from);
  const entries: Entries = new Map();
  for await (const { name, bytes } of reader.entries()) entries.set(name, bytes);
  await reader.close();
  const manifest = JSON.parse(entries.get(MANIFEST)!.toString()) as Manifest;
  entries.delete(MANIFEST);
  entries.delete(MANIFEST_HASH);
  change(manifest, entries);
  const writer = await writeArchive(to, new Date());
  for (const [name, bytes] of entries) await writer.add(name, bytes);
  const text = Buffer.from(JSON.stringify({ ...manifest, before: writer.hash() }));
  await writer.add(MANIFEST, text);
  await writer.add(MANIFEST_HASH, Buffer.from(hashLine(text)));
  await writer.finish();
}
