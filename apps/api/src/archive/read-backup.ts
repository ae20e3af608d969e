import {
  TruncatedArchiveError,
  DamagedArchiveError,
  NotAnArchiveError,
  readArchive,
  sha256,
  type ArchiveReader,
  type Entry,
} from '#archive/tar';
import {
  anyManifest,
  chunkName,
  FORMAT_VERSION,
  hashLine,
  imageName,
  MANIFEST,
  MANIFEST_HASH,
  manifestSchema,
  README,
  type Manifest,
  type TableContent,
} from '#archive/manifest';
import { openRowDecompressor } from '#archive/compression';
import { openRowTally } from '#archive/tables';
import { readMigrations, type Migration } from '#db/schema/migrate';
import type { ImageFiles } from '#files/picture-store';
import { StartupError } from '#startup-error';

/** A backup whose every byte was checked. */
export type Backup = {
  manifest: Manifest;
  size: number;
  /** Our copies of the migrations that made the backup's tables. */
  migrations: Migration[];
  rows: (table: TableContent) => AsyncGenerator<Buffer>;
  image: (image: Manifest['images'][number]) => Promise<ImageFiles>;
  close: () => Promise<void>;
};

const NOTHING_CHANGED = 'No se tocó nada.';

/** Reads and checks the whole file; throws, with a sentence for people, at the first thing that is not as it was written. */
export async function openBackup(path: string): Promise<Backup> {
  const archive = await readArchive(path);
  try {
    const { manifest, entries } = await checkArchive(archive);
    const migrations = await matchMigrations(manifest);
    const read = async (name: string) => archive.read(entries.get(name)!);
    // The file may have changed since it was checked.
    const refuse = (error: unknown): never => {
      throw explainError(error, path);
    };
    return {
      manifest,
      size: archive.size,
      migrations,
      rows: async function* rows({ name, chunks, sha256: hash }) {
        const passed = openRowTally();
        const unfold = openRowDecompressor(archive.size);
        for (let index = 0; index < chunks; index += 1) {
          const entry = chunkName(name, index);
          const chunk = await unfold(entry, await read(entry)).catch(refuse);
          passed.add(chunk);
          yield chunk;
        }
        if (passed.result().sha256 !== hash) refuse(new DamagedArchiveError(name));
      },
      image: ({ name, files }) => {
        const pick = async ([file, hash]: [string, string]) => {
          const bytes = await read(imageName(name, file));
          return sha256(bytes) === hash ? { file, bytes } : refuse(new DamagedArchiveError(imageName(name, file)));
        };
        return Promise.all(Object.entries(files).map(pick));
      },
      close: archive.close,
    };
  } catch (error) {
    await archive.close();
    throw explainError(error, path);
  }
}

function explainError(error: unknown, path: string): unknown {
  const say = (what: string) => new StartupError(`${what} ${NOTHING_CHANGED}`, { cause: error });
  if (error instanceof NotAnArchiveError) return say(`${path} no es una copia de seguridad de Pulso.`);
  if (error instanceof TruncatedArchiveError)
    return say(`La copia de seguridad ${path} está incompleta: se cortó antes del final.`);
  if (error instanceof TooNewError)
    return say(
      `La copia de seguridad ${path} es de una versión más nueva de Pulso: actualiza Pulso y vuelve a intentarlo.`,
    );
  if (error instanceof DamagedArchiveError)
    // A name from the file may hold any characters, and goes to a terminal.
    return say(
      `La copia de seguridad ${path} está dañada${error.message && ` (${error.message.replace(/[^\w./-]/g, '?')})`}.`,
    );
  return error;
}

class TooNewError extends Error {}

/** The chunks of a table that were read so far. */
type TableChunks = { chunks: number; passed: ReturnType<typeof openRowTally> };

async function checkArchive(archive: ArchiveReader): Promise<{ manifest: Manifest; entries: Map<string, Entry> }> {
  const entries = new Map<string, Entry>();
  const tables = new Map<string, TableChunks>();
  const unfold = openRowDecompressor(archive.size);
  const images = new Map<string, string>();
  let manifest: { bytes: Buffer; before: string } | undefined;
  let hash: Buffer | undefined;
  for await (const { bytes, before, ...entry } of archive.entries()) {
    const { name } = entry;
    if (entries.size === 0 && name !== README) throw new NotAnArchiveError();
    if (entries.has(name) || hash) throw new DamagedArchiveError(name);
    entries.set(name, entry);
    const [kind = '', table = ''] = name.split('/');
    if (name === MANIFEST) manifest = { bytes, before };
    else if (name === MANIFEST_HASH) hash = bytes;
    else if (manifest) throw new DamagedArchiveError(name);
    else if (kind === 'data') {
      const found = tables.get(table) ?? { chunks: 0, passed: openRowTally() };
      if (name !== chunkName(table, found.chunks)) throw new DamagedArchiveError(name);
      found.passed.add(await unfold(name, bytes));
      tables.set(table, { ...found, chunks: found.chunks + 1 });
    } else if (kind === 'images') images.set(name, sha256(bytes));
    else if (name !== README) throw new DamagedArchiveError(name);
  }
  if (!manifest || !hash) throw new TruncatedArchiveError();
  if (hash.toString() !== hashLine(manifest.bytes)) throw new DamagedArchiveError(MANIFEST);
  const declaredManifest = readManifest(manifest.bytes);
  if (declaredManifest.before !== manifest.before) throw new DamagedArchiveError();
  compareTables(declaredManifest, tables);
  compareImages(declaredManifest, images);
  return { manifest: declaredManifest, entries };
}

function readManifest(bytes: Buffer): Manifest {
  const parsed = parseJson(bytes);
  if ((anyManifest.safeParse(parsed).data?.format ?? 0) > FORMAT_VERSION) throw new TooNewError();
  const found = manifestSchema.safeParse(parsed);
  if (!found.success) throw new DamagedArchiveError(MANIFEST);
  return found.data;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

function compareTables(manifest: Manifest, found: Map<string, TableChunks>) {
  for (const { name, rows, chunks, sha256: hash } of manifest.tables) {
    const { passed, chunks: chunkCount } = found.get(name) ?? { passed: openRowTally(), chunks: 0 };
    const result = passed.result();
    if (result.rows !== rows || result.sha256 !== hash || chunkCount !== chunks) throw new DamagedArchiveError(name);
    found.delete(name);
  }
  for (const name of found.keys()) throw new DamagedArchiveError(name);
}

function compareImages(manifest: Manifest, found: Map<string, string>) {
  for (const { name, files } of manifest.images)
    for (const [file, hash] of Object.entries(files)) {
      if (found.get(imageName(name, file)) !== hash) throw new DamagedArchiveError(imageName(name, file));
      found.delete(imageName(name, file));
    }
  for (const name of found.keys()) throw new DamagedArchiveError(name);
}

/** The migrations that the backup names, if they are the first of ours and unchanged. */
async function matchMigrations({ migrations: backupMigrations }: Manifest): Promise<Migration[]> {
  const ownMigrations = await readMigrations();
  for (const [index, { name, checksum }] of backupMigrations.entries())
    if (ownMigrations[index]?.name !== name || ownMigrations[index].checksum !== checksum) throw new TooNewError();
  return ownMigrations.slice(0, backupMigrations.length);
}
