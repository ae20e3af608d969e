import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { escapeIdentifier, type Client, type PoolConfig } from 'pg';
import packageJson from '../../package.json' with { type: 'json' };
import { sha256, type ArchiveWriter } from '#archive/tar';
import { inOwnTransaction } from '#archive/connect';
import {
  chunkName,
  FORMAT,
  hashLine,
  imageName,
  MANIFEST,
  MANIFEST_HASH,
  README,
  type Manifest,
} from '#archive/manifest';
import { describeTables, readRows, type Table } from '#archive/tables';
import { imageColumns } from '#db/tables';
import type { PictureStore } from '#files/picture-store';
import { readPicture } from '#files/read-picture';
import { pictureNameOf } from '#files/uploads';
import { StartupError } from '#startup-error';

const NAME = 'pulso-backup';
const compress = promisify(gzip);
/** Hides the latency of a bucket; each is at most a few megabytes. */
const PICTURES_AT_ONCE = 8;

const readme = `Copia de seguridad de Pulso.

data/           las filas de cada tabla, como las escribe COPY de PostgreSQL
images/         las imágenes, en todos sus tamaños
manifest.json   qué hay, cuánto y con qué sumas de control

Contiene datos de personas y contraseñas cifradas: guárdala donde nadie más pueda leerla.
Se restaura con Pulso detenido: npm run restore -- ESTE_ARCHIVO
`;

export type Source = {
  connection: PoolConfig;
  pictures: Pick<PictureStore, 'source'>;
  /** What the server calls our connections. */
  name?: string;
};
/** How much of it is done, from 0 to 1. */
export type OnProgress = (share: number) => void;

type Snapshot = Pick<Manifest, 'migrations' | 'tables' | 'sequences'> & { pictures: string[] };

async function findMigrations(client: Client): Promise<Manifest['migrations']> {
  const { rows } = await client.query<Manifest['migrations'][number]>(
    'select name, checksum from schema_migrations order by name',
  );
  return rows;
}

async function findSequences(client: Client, tables: Table[]): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname as column, pg_get_serial_sequence(c.relname, a.attname) as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1) order by 1, 2`,
    [tables.map(({ name }) => name)],
  );
  const sequences = [];
  for (const { table, column, sequence } of rows) {
    // Already quoted where it needs to be.
    const { rows: found } = await client.query<{ last: string; used: boolean }>(
      `select last_value as last, is_called as used from ${sequence}`,
    );
    sequences.push({ table, column, last: Number(found[0]!.last), used: found[0]!.used });
  }
  return sequences;
}

/** The names of all pictures that some row refers to. */
async function findPictures(client: Client, tables: Table[]): Promise<string[]> {
  const known = imageColumns.filter(([table, column]) =>
    tables.some(({ name, columns }) => name === table && columns.includes(column)),
  );
  const names = new Set<string>();
  for (const [table, column] of known) {
    const { rows } = await client.query<{ url: string }>(
      `select ${escapeIdentifier(column)} as url from ${escapeIdentifier(table)} where ${escapeIdentifier(column)} is not null`,
    );
    for (const { url } of rows) names.add(pictureNameOf(url) ?? '');
  }
  names.delete('');
  return [...names].sort();
}

/** All tables as they were at one moment, however much is written meanwhile. */
async function dumpTables(
  { connection, name = NAME }: Source,
  archive: ArchiveWriter,
  onProgress: OnProgress,
): Promise<Snapshot> {
  return inOwnTransaction(
    connection,
    name,
    'isolation level repeatable read, read only',
    async (client): Promise<Snapshot> => {
      const migrations = await findMigrations(client);
      const described = await describeTables(client);
      const { rows: estimated } = await client.query<{ total: number }>(
        `select coalesce(sum(greatest(reltuples, 0)), 0)::float8 as total from pg_class where relname = any($1)`,
        [described.map(({ name }) => name)],
      );
      const total = Math.max(estimated[0]?.total ?? 0, 1);
      const tables: Manifest['tables'] = [];
      let before = 0;
      for (const table of described) {
        let chunks = 0;
        const { rows, sha256: hash } = await readRows(client, table, async (chunk, soFar) => {
          await archive.add(chunkName(table.name, chunks), await compress(chunk));
          chunks += 1;
          onProgress(Math.min((before + soFar) / total, 1));
        });
        before += rows;
        tables.push({ name: table.name, columns: table.columns, rows, chunks, sha256: hash });
      }
      // Last: sequences are of no moment, and may only be too far.
      const sequences = await findSequences(client, described);
      return { migrations, tables, sequences, pictures: await findPictures(client, described) };
    },
  );
}

async function dumpPictures(
  names: string[],
  pictures: Source['pictures'],
  archive: ArchiveWriter,
  onProgress: OnProgress,
) {
  const images: Manifest['images'] = [];
  const missing: string[] = [];
  for (let at = 0; at < names.length; at += PICTURES_AT_ONCE) {
    const some = names.slice(at, at + PICTURES_AT_ONCE);
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
  source: Source,
  archive: ArchiveWriter,
  { now, onProgress }: { now: Date; onProgress: OnProgress },
): Promise<Manifest> {
  await archive.add(README, Buffer.from(readme));
  const { pictures: names, ...snapshot } = await dumpTables(source, archive, (share) => onProgress(share / 2));
  const images = await dumpPictures(names, source.pictures, archive, (share) => onProgress(0.5 + share / 2));
  const migrated = await inOwnTransaction(source.connection, source.name ?? NAME, 'read write', findMigrations);
  if (JSON.stringify(migrated) !== JSON.stringify(snapshot.migrations))
    throw new StartupError('La base de datos se actualizó mientras se copiaba. Vuelve a intentarlo.');
  const manifest: Manifest = {
    format: FORMAT,
    pulso: packageJson.version,
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
