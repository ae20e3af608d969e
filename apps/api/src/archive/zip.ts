import { constants, createDeflateRaw, createInflateRaw, crc32 } from 'node:zlib';

// The two halves of a zip file that we need, on Node's own zlib: reading one that is in memory, and writing one that no memory
// would hold.

export class BrokenZipError extends Error {}
export class ZipTooLargeError extends Error {}

const END_SIGNATURE = 0x06054b50;
const CENTRAL_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const DESCRIPTOR_SIGNATURE = 0x08074b50;
const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT_BYTES = 65_535;
const MAX_ENTRIES = 10_000;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED_FLAG = 1;

type StoredEntry = { method: number; crc: number; packed: number; offset: number; encrypted: boolean };

function findEnd(bytes: Buffer): number {
  for (let at = bytes.length - END_BYTES; at >= Math.max(0, bytes.length - END_BYTES - MAX_COMMENT_BYTES); at -= 1)
    if (bytes.readUInt32LE(at) === END_SIGNATURE) return at;
  throw new BrokenZipError('no end of the directory');
}

function readDirectory(bytes: Buffer): Map<string, StoredEntry> {
  const end = findEnd(bytes);
  const entryCount = bytes.readUInt16LE(end + 10);
  if (entryCount > MAX_ENTRIES) throw new ZipTooLargeError();
  const entries = new Map<string, StoredEntry>();
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < entryCount; index += 1) {
    if (bytes.readUInt32LE(at) !== CENTRAL_SIGNATURE) throw new BrokenZipError('no entry of the directory');
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameLength);
    entries.set(name, {
      encrypted: (bytes.readUInt16LE(at + 8) & ENCRYPTED_FLAG) !== 0,
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42),
    });
    at += CENTRAL_BYTES + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** A number that lies outside of the file is its damage, not ours. */
function orBroken<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? new BrokenZipError('an offset beyond the end') : error;
  }
}

export type ZipReader = { has: (name: string) => boolean; read: (name: string) => AsyncGenerator<Buffer> };

/** Reads a zip file in memory; all that is read of it together may unfold to so many bytes. */
export function readZip(bytes: Buffer, maxBytes: number): ZipReader {
  const entries = orBroken(() => readDirectory(bytes));
  let left = maxBytes;
  const packedBytesOf = ({ offset, packed }: StoredEntry) =>
    orBroken(() => {
      if (bytes.readUInt32LE(offset) !== LOCAL_SIGNATURE) throw new BrokenZipError('no entry where one should be');
      const start = offset + LOCAL_BYTES + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
      if (start + packed > bytes.length) throw new BrokenZipError('an entry beyond the end');
      return bytes.subarray(start, start + packed);
    });

  async function* unfold(entry: StoredEntry): AsyncGenerator<Buffer> {
    if (entry.encrypted || (entry.method !== STORED && entry.method !== DEFLATED))
      throw new BrokenZipError('an entry that cannot be read');
    const packed = packedBytesOf(entry);
    const chunks = entry.method === STORED ? [packed] : createInflateRaw().end(packed);
    let crc = 0;
    try {
      for await (const chunk of chunks as AsyncIterable<Buffer>) {
        left -= chunk.length;
        if (left < 0) throw new ZipTooLargeError();
        crc = crc32(chunk, crc);
        yield chunk;
      }
    } catch (error) {
      throw error instanceof Error && /^Z_/.test((error as NodeJS.ErrnoException).code ?? '')
        ? new BrokenZipError('packed data that cannot be unfolded', { cause: error })
        : error;
    }
    if (crc !== entry.crc) throw new BrokenZipError('another sum');
  }

  return {
    has: (name) => entries.has(name),
    read: (name) => {
      const entry = entries.get(name);
      if (!entry) throw new BrokenZipError(`without ${name}`);
      return unfold(entry);
    },
  };
}

export type ZipEntry = {
  name: string;
  bytes: AsyncIterable<Buffer | string> | Iterable<Buffer | string>;
  packed?: boolean;
};

const DOS_EPOCH_YEAR = 1_980;
const dosDate = (at: Date) =>
  ((at.getUTCFullYear() - DOS_EPOCH_YEAR) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
const dosTime = (at: Date) => (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);

const VERSION = 20;
/** Sizes and sum follow the data, names are UTF-8. */
const STREAMED_FLAGS = 0x0808;
const MAX_UINT32 = 0xffff_ffff;
const MAX_UINT16 = 0xffff;

// Numbers beyond four bytes take eight: the offset of an entry in a field of its own, and the directory's place and length in a second
// end before the usual one.
const LARGE_VERSION = 45;
const LARGE_FIELD_BYTES = 12;
const LARGE_END_SIGNATURE = 0x06064b50;
const LARGE_END_BYTES = 56;
const LARGE_LOCATOR_SIGNATURE = 0x07064b50;
const LARGE_LOCATOR_BYTES = 20;

function largeOffsetField(offset: number): Buffer {
  const field = Buffer.alloc(LARGE_FIELD_BYTES);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(8, 2);
  field.writeBigUInt64LE(BigInt(offset), 4);
  return field;
}

type Directory = { count: number; length: number; offset: number };

function largeEnd({ count, length, offset }: Directory): Buffer {
  const end = Buffer.alloc(LARGE_END_BYTES + LARGE_LOCATOR_BYTES);
  end.writeUInt32LE(LARGE_END_SIGNATURE, 0);
  // The length of this record counts only the bytes after it.
  end.writeBigUInt64LE(BigInt(LARGE_END_BYTES - 12), 4);
  end.writeUInt16LE(LARGE_VERSION, 12);
  end.writeUInt16LE(LARGE_VERSION, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(length), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  end.writeUInt32LE(LARGE_LOCATOR_SIGNATURE, LARGE_END_BYTES);
  end.writeBigUInt64LE(BigInt(offset + length), LARGE_END_BYTES + 8);
  end.writeUInt32LE(1, LARGE_END_BYTES + 16);
  return end;
}

function endOf(directory: Directory): Buffer {
  const { count, length, offset } = directory;
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END_SIGNATURE, 0);
  end.writeUInt16LE(Math.min(count, MAX_UINT16), 8);
  end.writeUInt16LE(Math.min(count, MAX_UINT16), 10);
  end.writeUInt32LE(Math.min(length, MAX_UINT32), 12);
  end.writeUInt32LE(Math.min(offset, MAX_UINT32), 16);
  const isLarge = count >= MAX_UINT16 || length >= MAX_UINT32 || offset >= MAX_UINT32;
  return isLarge ? Buffer.concat([largeEnd(directory), end]) : end;
}

/** Writes a zip file entry by entry, each as it comes and of less than 4 GB. What is packed already is stored. */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  now: Date,
): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, bytes, packed = false } of entries) {
    const nameBytes = Buffer.from(name);
    const method = packed ? STORED : DEFLATED;
    const local = Buffer.alloc(LOCAL_BYTES);
    local.writeUInt32LE(LOCAL_SIGNATURE, 0);
    local.writeUInt16LE(VERSION, 4);
    local.writeUInt16LE(STREAMED_FLAGS, 6);
    local.writeUInt16LE(method, 8);
    local.writeUInt16LE(dosTime(now), 10);
    local.writeUInt16LE(dosDate(now), 12);
    local.writeUInt16LE(nameBytes.length, 26);
    yield Buffer.concat([local, nameBytes]);
    let crc = 0;
    let size = 0;
    let written = 0;
    const summed = async function* () {
      for await (const piece of bytes) {
        const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
        crc = crc32(chunk, crc);
        size += chunk.length;
        yield chunk;
      }
    };
    const chunks = packed ? summed() : deflate(summed());
    for await (const chunk of chunks) {
      written += chunk.length;
      yield chunk;
    }
    if (size > MAX_UINT32 || written > MAX_UINT32) throw new ZipTooLargeError();
    const sums = Buffer.alloc(16);
    sums.writeUInt32LE(DESCRIPTOR_SIGNATURE, 0);
    sums.writeUInt32LE(crc, 4);
    sums.writeUInt32LE(written, 8);
    sums.writeUInt32LE(size, 12);
    yield sums;
    const large = offset >= MAX_UINT32 ? largeOffsetField(offset) : Buffer.alloc(0);
    const version = large.length > 0 ? LARGE_VERSION : VERSION;
    const central = Buffer.alloc(CENTRAL_BYTES);
    central.writeUInt32LE(CENTRAL_SIGNATURE, 0);
    central.writeUInt16LE(version, 4);
    central.writeUInt16LE(version, 6);
    local.copy(central, 8, 6, 14);
    sums.copy(central, 16, 4, 16);
    central.writeUInt16LE(nameBytes.length, 28);
    central.writeUInt16LE(large.length, 30);
    central.writeUInt32LE(Math.min(offset, MAX_UINT32), 42);
    directory.push(Buffer.concat([central, nameBytes, large]));
    offset += LOCAL_BYTES + nameBytes.length + written + sums.length;
  }
  const listed = Buffer.concat(directory);
  yield Buffer.concat([listed, endOf({ count: directory.length, length: listed.length, offset })]);
}

async function* deflate(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw({ level: constants.Z_BEST_SPEED });
  const feeding = (async () => {
    for await (const chunk of chunks)
      if (!packer.write(chunk)) await new Promise<void>((resolve) => packer.once('drain', resolve));
    packer.end();
  })().catch((error: unknown) => void packer.destroy(error as Error));
  try {
    yield* packer as AsyncIterable<Buffer>;
  } finally {
    packer.destroy();
    // A packer that nobody reads any more never drains.
    packer.emit('drain');
    await feeding;
  }
}
