import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { LINE_END, MAX_CHUNK_BYTES } from '#archive/tables';
import { DamagedArchiveError } from '#archive/tar';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Rows become a tenth; only a bomb, or the same letter over and over, becomes a thousandth. */
const MAX_COMPRESSION_RATIO = 200;

/** Compresses whole rows. What would look like a bomb is left as large as it is. */
export async function compressRows(rows: Buffer): Promise<Buffer> {
  const folded = await compress(rows);
  return folded.length * MAX_COMPRESSION_RATIO < rows.length ? compress(rows, { level: 0 }) : folded;
}

/**
 * Opens the pieces of a file of this size one after another. Refuses the one that is too large, does not end with a row, or
 * with which all of them have become more than a file of this size holds.
 */
export function openRowDecompressor(fileBytes: number): (name: string, folded: Buffer) => Promise<Buffer> {
  let left = MAX_CHUNK_BYTES + MAX_COMPRESSION_RATIO * fileBytes;
  return async (name, folded) => {
    const rows = await decompress(folded, { maxOutputLength: MAX_CHUNK_BYTES }).catch(() => undefined);
    left -= rows?.length ?? 0;
    if (rows?.at(-1) !== LINE_END || left < 0) throw new DamagedArchiveError(name);
    return rows;
  };
}
