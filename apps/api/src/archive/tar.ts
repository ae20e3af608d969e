import { createHash } from 'node:crypto';
import { constants, open as openFile, rm, type FileHandle } from 'node:fs/promises';
import { StartupError } from '#startup-error';

// A plain tar (ustar) file, so that any system can look inside. Written by ourselves because it is read more strictly than
// any library does: not one byte may differ from what we would have written.

const BLOCK_BYTES = 512;
const MAX_NAME_BYTES = 100;
/** More than any entry has: rows come in chunks, images have a few megabytes, the manifest has 310 bytes for each. */
const MAX_ENTRY_BYTES = 64 * 1024 * 1024;

/** Opening fails if the path exists, even as a link. */
const NEW_FILE_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

export const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

const octalField = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
const paddedSize = (size: number) => Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;

type TarHeader = { name: string; size: number; seconds: number };

function encodeHeader({ name, size, seconds }: TarHeader): Buffer {
  if (Buffer.byteLength(name) >= MAX_NAME_BYTES) throw new Error(`too long a name: ${name}`);
  const block = Buffer.alloc(BLOCK_BYTES);
  block.write(name, 0);
  block.write(octalField(0o600, 7), 100);
  block.write(octalField(0, 7), 108);
  block.write(octalField(0, 7), 116);
  block.write(octalField(size, 11), 124);
  block.write(octalField(seconds, 11), 136);
  // Its own sum is counted as spaces.
  block.write(' '.repeat(8), 148);
  block.write('0', 156);
  block.write('ustar\0' + '00', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octalField(sum, 6)} `, 148);
  return block;
}

/** Undefined for a block that is not one of our heads, to the byte. */
function decodeHeader(block: Buffer): TarHeader | undefined {
  const text = (start: number, length: number) => block.toString('utf8', start, start + length).split('\0')[0] ?? '';
  const head = {
    name: text(0, MAX_NAME_BYTES),
    size: Number.parseInt(text(124, 12), 8),
    seconds: Number.parseInt(text(136, 12), 8),
  };
  if (head.name === '' || !(head.size >= 0) || !(head.seconds >= 0)) return undefined;
  return Buffer.byteLength(head.name) < MAX_NAME_BYTES && encodeHeader(head).equals(block) ? head : undefined;
}

export type ArchiveWriter = {
  add: (name: string, bytes: Buffer) => Promise<void>;
  /** The hash of all bytes up to here. */
  hash: () => string;
  size: () => number;
  /** Resolves when the whole file is on the disk. */
  finish: () => Promise<void>;
  /** Closes it as it is. */
  abandon: () => Promise<void>;
};

export type OpenFile = (path: string, flags: number, mode: number) => Promise<FileHandle>;

/** A new file for its owner alone. One that is there, of an attempt that failed or of somebody else, is removed and never written to. */
export async function writeArchive(path: string, now: Date, open: OpenFile = openFile): Promise<ArchiveWriter> {
  await rm(path, { force: true });
  const file = await open(path, NEW_FILE_FLAGS, 0o600);
  await file.chmod(0o600);
  const all = createHash('sha256');
  const seconds = Math.floor(now.getTime() / 1_000);
  let size = 0;
  const write = async (bytes: Buffer) => {
    all.update(bytes);
    size += bytes.length;
    await file.writeFile(bytes);
  };
  return {
    add: async (name, bytes) => {
      await write(encodeHeader({ name, size: bytes.length, seconds }));
      if (bytes.length > 0) await write(bytes);
      const padding = paddedSize(bytes.length) - bytes.length;
      if (padding > 0) await write(Buffer.alloc(padding));
    },
    hash: () => all.copy().digest('hex'),
    size: () => size,
    finish: async () => {
      await write(Buffer.alloc(2 * BLOCK_BYTES));
      await file.sync();
      await file.close();
    },
    abandon: () => file.close().catch(() => undefined),
  };
}

export type Entry = { name: string; offset: number; size: number };

export type ArchiveReader = {
  /** The entries in order, each with its bytes. */
  entries: () => AsyncGenerator<Entry & { bytes: Buffer; /** Of all bytes before this entry. */ before: string }>;
  read: (entry: Entry) => Promise<Buffer>;
  size: number;
  close: () => Promise<void>;
};

export class NotAnArchiveError extends Error {}
export class TruncatedArchiveError extends Error {}
export class DamagedArchiveError extends Error {}

export async function readArchive(path: string): Promise<ArchiveReader> {
  const file = await openFile(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(
      error.code === 'ENOENT' ? `No existe el archivo ${path}.` : `No se puede leer ${path} (${error.message}).`,
      { cause: error },
    );
  });
  const { size, isFile } = await file.stat().then((stats) => ({ size: stats.size, isFile: stats.isFile() }));

  const readAt = async (offset: number, length: number): Promise<Buffer> => {
    if (offset + length > size) throw new TruncatedArchiveError();
    const bytes = Buffer.alloc(length);
    for (let done = 0; done < length;) {
      const { bytesRead } = await file.read(bytes, done, length - done, offset + done);
      if (bytesRead === 0) throw new TruncatedArchiveError();
      done += bytesRead;
    }
    return bytes;
  };

  async function* entries() {
    if (!isFile || size < BLOCK_BYTES) throw new NotAnArchiveError();
    const all = createHash('sha256');
    for (let offset = 0; ;) {
      const block = await readAt(offset, BLOCK_BYTES);
      const head = decodeHeader(block);
      if (!head && offset === 0) throw new NotAnArchiveError();
      if (!head) {
        // Two empty blocks and nothing else end the file.
        if (offset + 2 * BLOCK_BYTES > size) throw new TruncatedArchiveError();
        if (
          offset + 2 * BLOCK_BYTES !== size ||
          !(await readAt(offset, 2 * BLOCK_BYTES)).equals(Buffer.alloc(2 * BLOCK_BYTES))
        )
          throw new DamagedArchiveError();
        return;
      }
      if (head.size > MAX_ENTRY_BYTES) throw new DamagedArchiveError(head.name);
      const body = await readAt(offset + BLOCK_BYTES, paddedSize(head.size));
      if (body.subarray(head.size).some((byte) => byte !== 0)) throw new DamagedArchiveError(head.name);
      const before = all.copy().digest('hex');
      all.update(block).update(body);
      yield {
        name: head.name,
        offset: offset + BLOCK_BYTES,
        size: head.size,
        bytes: body.subarray(0, head.size),
        before,
      };
      offset += BLOCK_BYTES + body.length;
    }
  }

  return { entries, read: ({ offset, size: length }) => readAt(offset, length), size, close: () => file.close() };
}
