import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { CutShort, Damaged, NotAnArchive, readArchive, sha256, type ArchiveReader, type Entry } from '#archive/tar';
import {
  anyManifest,
  chunkName,
  FORMAT,
  hashLine,
  imageName,
  MANIFEST,
  MANIFEST_HASH,
  manifestSchema,
  README,
  type Manifest,
  type TableContent,
} from '#archive/manifest';
import { tally } from '#archive/tables';
import { readMigrations, type Migration } from '#db/migrate';
import type { ImageFiles } from '#files/picture-store';
import { StartupError } from '#startup-error';

const decompress = promisify(gunzip);

/** A backup whose every byte was checked. */
export type Backup = {
  manifest: Manifest;
  size: number;
  /** Ours, of those that made its tables. */
  migrations: Migration[];
  rows: (table: TableContent) => AsyncGenerator<Buffer>;
  image: (image: Manifest['images'][number]) => Promise<ImageFiles>;
  close: () => Promise<void>;
};

const UNTOUCHED = 'No se tocó nada.';

/** Reads and checks the whole file; throws, with a sentence for people, at the first thing that is not as it was written. */
export async function openBackup(path: string): Promise<Backup> {
  const archive = await readArchive(path);
  try {
    const { manifest, entries } = await check(archive);
    const migrations = await knownMigrations(manifest);
    const read = async (name: string) => archive.read(entries.get(name)!);
    return {
      manifest,
      size: archive.size,
      migrations,
      rows: async function* rows({ name, chunks, sha256: hash }) {
        const passed = tally();
        for (let index = 0; index < chunks; index += 1) {
          const chunk = await decompress(await read(chunkName(name, index)));
          passed.add(chunk);
          yield chunk;
        }
        // The file may have changed since it was checked.
        if (passed.result().sha256 !== hash) throw sentenceFor(new Damaged(name), path);
      },
      image: async ({ name, files }) => {
        const pick = async (file: string) => ({ file, bytes: await read(imageName(name, file)) });
        return Promise.all(Object.keys(files).map(pick));
      },
      close: archive.close,
    };
  } catch (error) {
    await archive.close();
    throw sentenceFor(error, path);
  }
}

function sentenceFor(error: unknown, path: string): unknown {
  const say = (what: string) => new StartupError(`${what} ${UNTOUCHED}`, { cause: error });
  if (error instanceof NotAnArchive) return say(`${path} no es una copia de seguridad de Pulso.`);
  if (error instanceof CutShort) return say(`La copia de seguridad ${path} está incompleta: se cortó antes del final.`);
  if (error instanceof TooNew)
    return say(
      `La copia de seguridad ${path} es de una versión más nueva de Pulso: actualiza Pulso y vuelve a intentarlo.`,
    );
  if (error instanceof Damaged)
    return say(`La copia de seguridad ${path} está dañada${error.message && ` (${error.message})`}.`);
  return error;
}

class TooNew extends Error {}

async function check(archive: ArchiveReader): Promise<{ manifest: Manifest; entries: Map<string, Entry> }> {
  const entries = new Map<string, Entry>();
  const tables = new Map<string, ReturnType<typeof tally>>();
  const images = new Map<string, string>();
  let manifest: { bytes: Buffer; before: string } | undefined;
  let hash: Buffer | undefined;
  for await (const { bytes, before, ...entry } of archive.entries()) {
    const { name } = entry;
    if (entries.size === 0 && name !== README) throw new NotAnArchive();
    if (entries.has(name) || hash) throw new Damaged(name);
    entries.set(name, entry);
    const [kind = '', table = ''] = name.split('/');
    if (name === MANIFEST) manifest = { bytes, before };
    else if (name === MANIFEST_HASH) hash = bytes;
    else if (manifest) throw new Damaged(name);
    else if (kind === 'data') await addRows(tables, table, name, bytes);
    else if (kind === 'images') images.set(name, sha256(bytes));
    else if (name !== README) throw new Damaged(name);
  }
  if (!manifest || !hash) throw new CutShort();
  if (hash.toString() !== hashLine(manifest.bytes)) throw new Damaged(MANIFEST);
  const promised = readManifest(manifest.bytes);
  if (promised.before !== manifest.before) throw new Damaged();
  compareTables(promised, tables, entries);
  compareImages(promised, images);
  return { manifest: promised, entries };
}

async function addRows(tables: Map<string, ReturnType<typeof tally>>, table: string, name: string, bytes: Buffer) {
  const passed = tables.get(table) ?? tally();
  tables.set(table, passed);
  const rows = await decompress(bytes).catch(() => {
    throw new Damaged(name);
  });
  passed.add(rows);
}

function readManifest(bytes: Buffer): Manifest {
  const parsed: unknown = JSON.parse(bytes.toString());
  const { format } = anyManifest.parse(parsed);
  if (format > FORMAT) throw new TooNew();
  const found = manifestSchema.safeParse(parsed);
  if (!found.success) throw new Damaged(MANIFEST);
  return found.data;
}

function compareTables(manifest: Manifest, found: Map<string, ReturnType<typeof tally>>, entries: Map<string, Entry>) {
  for (const { name, rows, chunks, sha256: hash } of manifest.tables) {
    const result = (found.get(name) ?? tally()).result();
    if (result.rows !== rows || result.sha256 !== hash) throw new Damaged(name);
    for (let index = 0; index < chunks; index += 1)
      if (!entries.has(chunkName(name, index))) throw new Damaged(chunkName(name, index));
    found.delete(name);
  }
  for (const name of found.keys()) throw new Damaged(name);
}

function compareImages(manifest: Manifest, found: Map<string, string>) {
  for (const { name, files } of manifest.images)
    for (const [file, hash] of Object.entries(files)) {
      if (found.get(imageName(name, file)) !== hash) throw new Damaged(imageName(name, file));
      found.delete(imageName(name, file));
    }
  for (const name of found.keys()) throw new Damaged(name);
}

/** Those that the backup names, if they are the first of ours and unchanged. */
async function knownMigrations({ migrations: named }: Manifest): Promise<Migration[]> {
  const ours = await readMigrations();
  for (const [index, { name, checksum }] of named.entries())
    if (ours[index]?.name !== name || ours[index].checksum !== checksum) throw new TooNew();
  return ours.slice(0, named.length);
}
