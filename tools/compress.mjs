import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT_FILE_PATTERN = /\.(js|css|svg|json|webmanifest)$/;
/** Of less, hardly more than the header that names the encoding is saved. */
const MIN_BYTES = 512;

/** @type {Record<string, (bytes: Buffer) => Promise<Buffer>>} */
const encoders = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  gz: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/**
 * Puts a .br and a .gz beside every text that gets smaller by it, as small as they get: this is done once, and sent for ever.
 * @param {string} folder
 */
export async function compressFiles(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    TEXT_FILE_PATTERN.test(name),
  );
  for (const name of files) {
    const bytes = await readFile(join(folder, name));
    if (bytes.length < MIN_BYTES) continue;
    await Promise.all(
      Object.entries(encoders).map(async ([extension, encode]) => {
        const encoded = await encode(bytes);
        if (encoded.length < bytes.length) await writeFile(join(folder, `${name}.${extension}`), encoded);
      }),
    );
  }
}
