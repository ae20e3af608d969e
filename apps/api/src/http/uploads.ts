import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { IMAGE_SIZES, LARGE_IMAGE } from '@pulso/contract/images';
import sharp, { type Metadata } from 'sharp';
import { invalid, notAnImage, type ApiError } from '#http/errors';
import { limit } from '#http/limit';

const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif']);
const MOST_PIXELS = 40_000_000;
const MOST_FRAMES = 50;
const LONGEST_SIDE = 30_000;
const QUALITY = 82;
const AT_ONCE = 2;
export const UPLOADS_PREFIX = '/uploads/';

// Two images at once, one thread each, nothing kept: memory stays bounded and the other core answers requests.
sharp.concurrency(1);
sharp.cache(false);

export type Uploads = ReturnType<typeof openUploads>;

const broken = (field: string) => invalid({ [field]: 'La imagen está dañada y no se puede leer' });

/** Judged by what the bytes are, never by name or declared type; only then is anything decoded. */
async function inspect(bytes: Buffer, field: string) {
  const image = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
  let found: Metadata;
  try {
    found = await image.metadata();
  } catch (error) {
    throw refusal(error, field);
  }
  const { format, compression, width, height, pages = 1 } = found;
  if (!FORMATS.has(format) || (format === 'heif' && compression !== 'av1')) throw notAnImage();
  if (width * height > MOST_PIXELS || Math.max(width, height) > LONGEST_SIDE)
    throw invalid({ [field]: 'La imagen tiene demasiados píxeles (el máximo es 40 megapíxeles)' });
  if (pages > MOST_FRAMES)
    throw invalid({ [field]: `La imagen tiene demasiados cuadros (el máximo es ${MOST_FRAMES})` });
  return image;
}

function refusal(error: unknown, field: string): ApiError {
  const { message } = error as Error;
  if (/unsupported image format|missing|no loader|svg/i.test(message)) return notAnImage();
  if (/pixel limit/i.test(message))
    return invalid({ [field]: 'La imagen tiene demasiados píxeles (el máximo es 40 megapíxeles)' });
  return broken(field);
}

/** Files on disk before anybody can refer to them: written aside, flushed, then put in place in one step. */
async function publish(folder: string, name: string, files: { file: string; bytes: Buffer }[]) {
  const draft = join(folder, `.${name}`);
  await mkdir(draft, { recursive: true });
  try {
    for (const { file, bytes } of files) {
      const handle = await open(join(draft, file), 'wx', 0o644);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
    }
    await flush(draft);
    await rename(draft, join(folder, name));
    await flush(folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function flush(folder: string) {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Keeps uploaded images: one folder each, named at random, holding the sizes that the panel shows. */
export function openUploads(folder: string) {
  const bounded = limit(AT_ONCE);

  const encode = (bytes: Buffer, field: string) =>
    bounded(async () => {
      const image = (await inspect(bytes, field)).autoOrient().toColourspace('srgb');
      try {
        return await Promise.all(
          IMAGE_SIZES.map(async ({ file, width }) => ({
            file,
            bytes: await image
              .clone()
              .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
              .webp({ quality: QUALITY })
              .toBuffer(),
          })),
        );
      } catch (error) {
        throw refusal(error, field);
      }
    });

  const store = async (bytes: Buffer, field: string): Promise<string> => {
    const files = await encode(bytes, field);
    const name = randomBytes(16).toString('base64url').replace(/^[-_]/, 'p');
    await publish(folder, name, files);
    return `${UPLOADS_PREFIX}${name}/${LARGE_IMAGE}`;
  };

  const remove = async (url: string | null | undefined) => {
    if (!url?.startsWith(UPLOADS_PREFIX)) return;
    const name = basename(dirname(url));
    // What cannot be removed now is swept later; the answer does not wait for it.
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  };

  return {
    folder,
    remove,
    /** Stores the image, then runs the write that refers to it; if that fails the image goes again. */
    keep: async <T>(
      bytes: Buffer | undefined,
      field: string,
      write: (url: string | undefined) => Promise<T>,
    ): Promise<T> => {
      if (!bytes) return write(undefined);
      const url = await store(bytes, field);
      try {
        return await write(url);
      } catch (error) {
        await remove(url);
        throw error;
      }
    },
    /** Removes what no row refers to, if it is old enough not to belong to a write under way. */
    sweep: async (inUse: (urls: string[]) => Promise<Set<string>>, olderThanMs: number) => {
      const entries = await readdir(folder).catch(() => []);
      const old: string[] = [];
      for (const name of entries) {
        const found = await stat(join(folder, name)).catch(() => undefined);
        if (found && Date.now() - found.mtimeMs > olderThanMs) old.push(name);
      }
      const urlOf = (name: string) => `${UPLOADS_PREFIX}${name}/${LARGE_IMAGE}`;
      const used = await inUse(old.map(urlOf));
      const orphans = old.filter((name) => !used.has(urlOf(name)));
      for (const name of orphans) await rm(join(folder, name), { recursive: true, force: true });
      return orphans.length;
    },
  };
}
