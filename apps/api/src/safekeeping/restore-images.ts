import { isDeepStrictEqual } from 'node:util';
import { today } from '@pulso/contract/kit/dates';
import type { Backup } from '#archive/read-backup';
import { sha256 } from '#archive/tar';
import type { PictureStore } from '#files/picture-store';
import { readPicture } from '#files/read-picture';
import { StartupError } from '#startup-error';

const MAX_CONCURRENT_PICTURES = 8;

type Images = Backup['manifest']['images'];
type ImageStores = { backup: Backup; pictures: PictureStore };

/** Some at once. All that have begun have ended before a failure is reported. */
async function inBatches(images: Images, work: (image: Images[number]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < images.length; at += MAX_CONCURRENT_PICTURES) {
    const outcomes = await Promise.allSettled(images.slice(at, at + MAX_CONCURRENT_PICTURES).map(work));
    for (const one of outcomes) if (one.status === 'rejected') throw one.reason;
  }
}

/** The images of the backup that the store does not have, and those of which it has another under the same name. */
export async function compareImages({ manifest: { images } }: Backup, pictures: PictureStore) {
  const storedNames = new Set((await pictures.list()).pictures.map(({ name }) => name));
  const others: Images = [];
  const compare = async (image: Images[number]) => {
    const storedFiles = await readPicture(pictures, image.name);
    const hashes = Object.fromEntries(storedFiles.map(({ file, bytes }) => [file, sha256(bytes)]));
    if (!isDeepStrictEqual(hashes, image.files)) others.push(image);
  };
  await inBatches(
    images.filter(({ name }) => storedNames.has(name)),
    compare,
  );
  return { absent: images.filter(({ name }) => !storedNames.has(name)), others };
}

/** Puts images into the store, and the name of each into `put` once it is there. */
export async function putImages(
  images: Images,
  { backup, pictures, put }: ImageStores & { put: string[] },
): Promise<void> {
  await inBatches(images, async (image) => {
    await pictures.publish(image.name, await backup.image(image));
    put.push(image.name);
  });
}

/** Puts images in the place of others, which are set aside: those come back from there if it is killed in between. */
export async function replaceImages(
  images: Images,
  { backup, pictures, now }: ImageStores & { now: Date },
): Promise<void> {
  for (const image of images) {
    const quarantined = { name: image.name, day: today(now) };
    try {
      const files = await backup.image(image);
      // An earlier restore may have set one aside on the same day.
      await pictures.removeQuarantined(quarantined);
      await pictures.quarantine(quarantined);
      await pictures.publish(image.name, files);
    } catch (error) {
      throw new StartupError(
        `Los datos se restauraron, pero no todas las imágenes (${(error as Error).message}): restaura la misma copia otra vez.`,
        { cause: error },
      );
    }
  }
}
