import { randomBytes } from 'node:crypto';
import { IMAGE_SIZES, LARGE_IMAGE } from '@pulso/contract/kit/images';
import type { Metadata } from 'sharp';
import { isRolledBack } from '#db/connection/errors';
import { Refusal, unavailable } from '#db/writes/refusal';
import { openSemaphore } from '#db/connection/semaphore';
import { formatOf } from '#files/image-format';
import { loadSharp } from '#files/load-sharp';
import type { ImageFiles, PictureStore } from '#files/picture-store';
import { SINGLE_PROCESS, shareOf, type Machine } from '#machine';

const MAX_PIXELS = 40_000_000;
/** A pixel of an AVIF takes three times the memory of any other format's, and may take no byte of the file. */
const MAX_AVIF_PIXELS = 16_000_000;
const MAX_FRAMES = 50;
const MAX_SIDE_PIXELS = 30_000;
const MAX_WIDTH = Math.max(...IMAGE_SIZES.map(({ width }) => width));
const WEBP_QUALITY = 82;
const TIMEOUT_SECONDS = 30;
const MAX_WAITING = 32;
export const UPLOADS_PREFIX = '/uploads/';

// One image at a time, because of its memory, as in `loadSharp`.
const MAX_CONCURRENT = 1;

export type Uploads = ReturnType<typeof openUploads>;

const notAnImage = () => new Refusal('El archivo no es una imagen JPEG, PNG, WebP, GIF o AVIF', 'wrong-type');
const isAvif = (bytes: Buffer) => formatOf(bytes) === 'heif';
const maxPixelsOf = (bytes: Buffer) => (isAvif(bytes) ? MAX_AVIF_PIXELS : MAX_PIXELS);
const tooManyPixels = (field: string, bytes: Buffer) => {
  const limit = `el máximo${isAvif(bytes) ? ' de un AVIF' : ''} es ${maxPixelsOf(bytes) / 1e6} megapíxeles`;
  return new Refusal({ [field]: `La imagen tiene demasiados píxeles (${limit})` });
};

/** Checks the bytes, never the name or declared type, before anything is decoded. */
async function inspectImage(bytes: Buffer, field: string) {
  const format = formatOf(bytes);
  if (!format) throw notAnImage();
  const sharp = await loadSharp();
  const image = sharp(bytes, { limitInputPixels: maxPixelsOf(bytes), failOn: 'error' }).timeout({
    seconds: TIMEOUT_SECONDS,
  });
  let metadata: Metadata;
  try {
    metadata = await image.metadata();
  } catch (error) {
    throw toRefusal(error, field, bytes);
  }
  const { width, height, pages = 1 } = metadata;
  if (metadata.format !== format) throw notAnImage();
  if (width * height > maxPixelsOf(bytes)) throw tooManyPixels(field, bytes);
  if (Math.max(width, height) > MAX_SIDE_PIXELS)
    throw new Refusal({ [field]: `La imagen es demasiado larga (el máximo es ${MAX_SIDE_PIXELS} píxeles de lado)` });
  if (pages > MAX_FRAMES)
    throw new Refusal({ [field]: `La imagen tiene demasiados cuadros (el máximo es ${MAX_FRAMES})` });
  return image;
}

function toRefusal(error: unknown, field: string, bytes: Buffer): Refusal {
  const { message } = error as Error;
  if (/pixel limit/i.test(message)) return tooManyPixels(field, bytes);
  if (/timeout/i.test(message)) return new Refusal({ [field]: 'La imagen tarda demasiado en procesarse' });
  return new Refusal({ [field]: 'La imagen está dañada y no se puede leer' });
}

const fitWithin = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const;

/** Re-encodes the image in all sizes, which drops its metadata (position, author) and anything hidden in the file. */
async function encode(bytes: Buffer, field: string) {
  const image = await inspectImage(bytes, field);
  const sharp = await loadSharp();
  try {
    // Decoded once, to the largest size, because decoding is what takes memory.
    const { data, info } = await image
      .autoOrient()
      .toColourspace('srgb')
      .resize(fitWithin(MAX_WIDTH))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const files: ImageFiles = [];
    for (const { file, width } of IMAGE_SIZES) {
      const resized = sharp(data, { raw: info }).resize(fitWithin(width)).webp({ quality: WEBP_QUALITY });
      files.push({ file, bytes: await resized.toBuffer() });
    }
    return files;
  } catch (error) {
    throw toRefusal(error, field, bytes);
  }
}

/** Encodes one file for reading on a screen, for an image without an address of its own. */
async function encodeSingle(bytes: Buffer, field: string): Promise<Buffer> {
  const image = await inspectImage(bytes, field);
  try {
    return await image
      .autoOrient()
      .toColourspace('srgb')
      .resize(fitWithin(MAX_WIDTH))
      .webp({ quality: WEBP_QUALITY })
      .toBuffer();
  } catch (error) {
    throw toRefusal(error, field, bytes);
  }
}

export const pictureUrl = (name: string) => `${UPLOADS_PREFIX}${name}/${LARGE_IMAGE}`;
/** Undefined for an address that is not ours. */
export const pictureNameOf = (url: string) => new RegExp(`^${UPLOADS_PREFIX}([\\w-]{22})/`).exec(url)?.[1];

/** Uploaded images, each under a random name in the sizes that the panel shows. */
export function openUploads(pictures: PictureStore, machine: Machine = SINGLE_PROCESS) {
  const maxWaiting = shareOf(MAX_WAITING, machine);
  const { run: bounded, state: queue } = openSemaphore({ slots: MAX_CONCURRENT, maxWaiting, refusal: unavailable });

  const newName = () => randomBytes(16).toString('base64url').replace(/^[-_]/, 'p');
  const place = async (files: ImageFiles): Promise<string> => {
    const name = newName();
    await pictures.publish(name, files);
    return pictureUrl(name);
  };
  const store = async (bytes: Buffer, field: string) =>
    place(await bounded(() => machine.alone('image', () => encode(bytes, field))));

  const remove = async (url: string | null | undefined) => {
    const name = url && pictureNameOf(url);
    if (!name) return;
    // An image that cannot be removed now is swept later.
    await pictures.remove(name).catch(() => undefined);
  };

  return {
    pictures,
    remove,
    /** Images that are decoded, and that wait for it. */
    queue,
    /** Re-encodes an image that is kept elsewhere. */
    reencode: (bytes: Buffer, field: string): Promise<Buffer> =>
      bounded(() => machine.alone('image', () => encodeSingle(bytes, field))),
    /** For an image that has been resized already. */
    place,
    /**
     * Stores the image, runs the write that refers to it, and removes the image if the write is rolled back. After a
     * lost connection the outcome is unknown, so the image stays and is swept if no row refers to it.
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
    /**
     * Runs a write that asks for a copy of an image and refers to it; like `keep`, removes the copy on a rollback.
     * `copy` gives back the address of an image that is not ours, and null if ours no longer exists.
     */
    keepCopy: async <T>(write: (copy: (url: string | null) => Promise<string | null>) => Promise<T>): Promise<T> => {
      let copiedUrl: string | null = null;
      const copy = async (url: string | null) => {
        // A retried transaction asks for the copy again.
        await remove(copiedUrl);
        copiedUrl = null;
        const from = url === null ? undefined : pictureNameOf(url);
        if (from === undefined) return url;
        const name = newName();
        if (await pictures.copy(from, name)) copiedUrl = pictureUrl(name);
        return copiedUrl;
      };
      try {
        return await write(copy);
      } catch (error) {
        if (isRolledBack(error)) await remove(copiedUrl);
        throw error;
      }
    },
  };
}
