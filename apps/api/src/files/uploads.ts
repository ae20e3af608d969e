import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { IMAGE_SIZES, LARGE_IMAGE } from '@pulso/contract/kit/images';
import sharp, { type Metadata } from 'sharp';
import { formatOf } from '#files/image-format';
import { isRolledBack } from '#db/errors';
import { Refusal, unavailable } from '#db/refusal';
import { openSemaphore } from '#db/semaphore';

const MAX_PIXELS = 40_000_000;
const MAX_FRAMES = 50;
const MAX_SIDE_PIXELS = 30_000;
const LARGEST = Math.max(...IMAGE_SIZES.map(({ width }) => width));
const QUALITY = 82;
const TIMEOUT_SECONDS = 30;
const MAX_WAITING = 32;
export const UPLOADS_PREFIX = '/uploads/';

// One image at a time, on one thread, nothing kept: memory stays bounded (the worst, an AVIF of 40 megapixels, takes a
// gigabyte while it is decoded) and the other core answers requests.
const AT_ONCE = 1;
sharp.concurrency(1);
sharp.cache(false);

export type Uploads = ReturnType<typeof openUploads>;
/** One image in the sizes that are kept, by the name of the file. */
export type ImageFiles = { file: string; bytes: Buffer }[];

const notAnImage = () => new Refusal('El archivo no es una imagen JPEG, PNG, WebP, GIF o AVIF', 'wrong-type');
const tooManyPixels = (field: string) =>
  new Refusal({ [field]: `La imagen tiene demasiados píxeles (el máximo es ${MAX_PIXELS / 1e6} megapíxeles)` });

/** Judged by what the bytes are, never by name or declared type; only then is anything decoded. */
async function inspect(bytes: Buffer, field: string) {
  const format = formatOf(bytes);
  if (!format) throw notAnImage();
  const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).timeout({ seconds: TIMEOUT_SECONDS });
  let found: Metadata;
  try {
    found = await image.metadata();
  } catch (error) {
    throw refusal(error, field);
  }
  const { width, height, pages = 1 } = found;
  if (found.format !== format) throw notAnImage();
  if (width * height > MAX_PIXELS) throw tooManyPixels(field);
  if (Math.max(width, height) > MAX_SIDE_PIXELS)
    throw new Refusal({ [field]: `La imagen es demasiado larga (el máximo es ${MAX_SIDE_PIXELS} píxeles de lado)` });
  if (pages > MAX_FRAMES)
    throw new Refusal({ [field]: `La imagen tiene demasiados cuadros (el máximo es ${MAX_FRAMES})` });
  return image;
}

function refusal(error: unknown, field: string): Refusal {
  const { message } = error as Error;
  if (/pixel limit/i.test(message)) return tooManyPixels(field);
  if (/timeout/i.test(message)) return new Refusal({ [field]: 'La imagen tarda demasiado en procesarse' });
  return new Refusal({ [field]: 'La imagen está dañada y no se puede leer' });
}

const within = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const;

/** The sizes that are kept, drawn anew: whatever else the file held (position, author, a second face) is gone. */
async function encode(bytes: Buffer, field: string) {
  const image = await inspect(bytes, field);
  try {
    // Decoded once, to the largest size: decoding is what costs memory, and the other sizes follow from that one.
    const { data, info } = await image
      .autoOrient()
      .toColourspace('srgb')
      .resize(within(LARGEST))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const files: ImageFiles = [];
    for (const { file, width } of IMAGE_SIZES) {
      const drawn = sharp(data, { raw: info }).resize(within(width)).webp({ quality: QUALITY });
      files.push({ file, bytes: await drawn.toBuffer() });
    }
    return files;
  } catch (error) {
    throw refusal(error, field);
  }
}

/** Files on disk before anybody can refer to them: written aside, flushed, then put in place in one step. */
async function publish(folder: string, name: string, files: ImageFiles) {
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

export const isPictureName = (name: string) => /^[\w-]{22}$/.test(name);
export const pictureUrl = (name: string) => `${UPLOADS_PREFIX}${name}/${LARGE_IMAGE}`;
const nameOf = (url: string) => new RegExp(`^${UPLOADS_PREFIX}([\\w-]{22})/`).exec(url)?.[1];

/** Keeps uploaded images: one folder each, named at random, holding the sizes that the panel shows. */
export function openUploads(folder: string) {
  const { run: bounded } = openSemaphore({ places: AT_ONCE, maxWaiting: MAX_WAITING, refusal: unavailable });

  const place = async (files: ImageFiles): Promise<string> => {
    const name = randomBytes(16).toString('base64url').replace(/^[-_]/, 'p');
    await publish(folder, name, files);
    return pictureUrl(name);
  };
  const store = async (bytes: Buffer, field: string) => place(await bounded(() => encode(bytes, field)));

  const remove = async (url: string | null | undefined) => {
    const name = url && nameOf(url);
    if (!name) return;
    // What cannot be removed now is swept later; the answer does not wait for it.
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  };

  return {
    folder,
    remove,
    /** For an image that is in the sizes that are kept already. */
    place,
    /**
     * Stores the image, then runs the write that refers to it; if that is refused the image goes again. After a lost
     * connection nobody knows whether the write came through, so the image stays: if nothing refers to it, it is swept.
     */
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
        if (isRolledBack(error)) await remove(url);
        throw error;
      }
    },
  };
}
