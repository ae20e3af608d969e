import { sql } from 'kysely';
import type { PoolConfig } from 'pg';
import { sha256, type ArchiveWriter } from '#archive/tar';
import { inDedicatedTransaction } from '#archive/connect';
import {
  chunkName,
  FORMAT_VERSION,
  hashLine,
  imageName,
  MANIFEST,
  MANIFEST_HASH,
  README,
  type Manifest,
} from '#archive/manifest';
import { compressRows } from '#archive/compression';
import { describeTables, readRows, type Table } from '#archive/tables';
import { dbForClient } from '#db/connection/connect';
import type { Db } from '#db/schema/database';
import { imageColumns } from '#db/stores/tables';
import type { PictureStore } from '#files/picture-store';
import { readPicture } from '#files/read-picture';
import { pictureNameOf } from '#files/uploads';
import { StartupError } from '#startup-error';
import { buildVersion } from '#version';

const APPLICATION_NAME = 'pulso-backup';
/** Parallel reads hide the latency of a bucket; each picture is at most a few megabytes. */
const MAX_CONCURRENT_PICTURES = 8;

const readmeText = `Copia de seguridad de Pulso.

data/           las filas de cada tabla, como las escribe COPY de PostgreSQL
images/         las imágenes, en todos sus tamaños
manifest.json   qué hay, cuánto y con qué sumas de control

Contiene datos de personas y contraseñas cifradas: guárdala donde nadie más pueda leerla.
Se restaura con Pulso detenido: npm run restore -- ESTE_ARCHIVO
`;

export type DumpSource = {
  connection: PoolConfig;
  pictures: Pick<PictureStore, 'source'>;
  /** Name of our connections at the server. */
  name?: string;
};
/** Gets the share that is done, from 0 to 1. */
export type OnProgress = (share: number) => void;

type Snapshot = Pick<Manifest, 'migrations' | 'tables' | 'sequences'> & { pictures: string[] };

async function findMigrations(db: Db): Promise<Manifest['migrations']> {
  return db.selectFrom('schema_migrations').select(['name', 'checksum']).orderBy('name').execute();
}

async function findSequences(db: Db, tables: Table[]): Promise<Manifest['sequences']> {
  const { rows } = await sql<Manifest['sequences'][number]>`
    select c.relname as table, a.attname as column,
      pg_sequence_last_value(pg_get_serial_sequence(c.relname, a.attname)::regclass)::float8 as last
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
    where c.relnamespace = 'public'::regnamespace and c.relname = any(${tables.map(({ name }) => name)})
    order by 1, 2`.execute(db);
  return rows;
}

/** The names of all pictures that some row refers to. */
async function findPictures(db: Db, tables: Table[]): Promise<string[]> {
  const existingColumns = imageColumns.filter(([table, column]) =>
    tables.some(({ name, columns }) => name === table && columns.includes(column)),
  );
  const names = new Set<string>();
  for (const [table, column] of existingColumns) {
    const { rows } = await sql<{ url: string }>`
      select ${sql.id(column)} as url from ${sql.id(table)} where ${sql.id(column)} is not null`.execute(db);
    for (const { url } of rows) names.add(pictureNameOf(url) ?? '');
  }
  names.delete('');
  return [...names].sort();
}

/** Approximate number of rows, for the progress. */
async function estimateRowCount(db: Db, tables: Table[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(greatest(reltuples, 0)), 0)::float8 as total from pg_class
    where relname = any(${tables.map(({ name }) => name)})`.execute(db);
  return Math.max(rows[0]?.total ?? 0, 1);
}

/** All tables as they were at one moment, however much is written meanwhile. */
async function dumpTables(
  { connection, name = APPLICATION_NAME }: DumpSource,
  archive: ArchiveWriter,
  onProgress: OnProgress,
): Promise<Snapshot> {
  return inDedicatedTransaction(connection, name, 'snapshot', async (client): Promise<Snapshot> => {
    const db = dbForClient(client);
    const migrations = await findMigrations(db);
    const described = await describeTables(client);
    const total = await estimateRowCount(db, described);
    const tables: Manifest['tables'] = [];
    let before = 0;
    for (const table of described) {
      let chunks = 0;
      const { rows, sha256: hash } = await readRows(client, table, async (chunk, soFar) => {
        await archive.add(chunkName(table.name, chunks), await compressRows(chunk));
        chunks += 1;
        onProgress(Math.min((before + soFar) / total, 1));
      });
      before += rows;
      tables.push({ name: table.name, columns: table.columns, rows, chunks, sha256: hash });
    }
    // Sequences come last: they ignore the snapshot, and may only be too far ahead.
    const sequences = await findSequences(db, described);
    return { migrations, tables, sequences, pictures: await findPictures(db, described) };
  });
}

async function dumpPictures(
  names: string[],
  pictures: DumpSource['pictures'],
  archive: ArchiveWriter,
  onProgress: OnProgress,
) {
  const images: Manifest['images'] = [];
  const missing: string[] = [];
  for (let at = 0; at < names.length; at += MAX_CONCURRENT_PICTURES) {
    const some = names.slice(at, at + MAX_CONCURRENT_PICTURES);
    const read = await Promise.all(some.map(async (name) => ({ name, files: await readPicture(pictures, name) })));
    for (const { name, files } of read) {
      if (files.length === 0) missing.push(name);
      else images.push({ name, files: Object.fromEntries(files.map(({ file, bytes }) => [file, sha256(bytes)])) });
      for (const { file, bytes } of files) await archive.add(imageName(name, file), bytes);
    }
    onProgress((at + some.length) / names.length);
  }
  return { images, missing_images: missing };
}

/** Writes everything that a business has into the archive. The pictures that rows name must not be removed until it is done. */
export async function dump(
  source: DumpSource,
  archive: ArchiveWriter,
  { now, onProgress }: { now: Date; onProgress: OnProgress },
): Promise<Manifest> {
  await archive.add(README, Buffer.from(readmeText));
  const { pictures: names, ...snapshot } = await dumpTables(source, archive, (share) => onProgress(share / 2));
  const images = await dumpPictures(names, source.pictures, archive, (share) => onProgress(0.5 + share / 2));
  const migrated = await inDedicatedTransaction(
    source.connection,
    source.name ?? APPLICATION_NAME,
    'snapshot',
    (client) => findMigrations(dbForClient(client)),
  );
  if (JSON.stringify(migrated) !== JSON.stringify(snapshot.migrations))
    throw new StartupError('La base de datos se actualizó mientras se copiaba. Vuelve a intentarlo.');
  const manifest: Manifest = {
    format: FORMAT_VERSION,
    pulso: buildVersion(),
    made_at: now.toISOString(),
    ...snapshot,
    ...images,
    before: archive.hash(),
  };
  const text = Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`);
  await archive.add(MANIFEST, text);
  await archive.add(MANIFEST_HASH, Buffer.from(hashLine(text)));
  return manifest;
}
