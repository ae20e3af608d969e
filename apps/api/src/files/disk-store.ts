import { link, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDate } from '@pulso/contract/kit/dates';
import { IMAGE_SIZES } from '@pulso/contract/kit/images';
import {
  INSTALLATION_FILE,
  isPictureName,
  picturePath,
  QUARANTINE,
  quarantinePath,
  type PictureStore,
  type QuarantinedPicture,
} from '#files/picture-store';
import { writeIfAbsent } from '#files/secrets';

/** Pictures in a folder of the disk; not `flushed` where they are only tried out. */
export function diskStore(folder: string, { flushed = true } = {}): PictureStore {
  const pathOf = (name: string, file?: string) => join(folder, picturePath(name, file));
  const draftOf = (name: string, file?: string) => join(folder, `.${picturePath(name, file)}`);
  const asideOf = (picture: QuarantinedPicture) => join(folder, quarantinePath(picture));
  const removeTree = (path: string) => rm(path, { recursive: true, force: true });
  const modifiedAt = async (name: string) => (await stat(join(folder, name)).catch(() => undefined))?.mtime;
  const mark = join(folder, INSTALLATION_FILE);

  const listQuarantined = async (): Promise<QuarantinedPicture[]> => {
    const days = (await readdir(join(folder, QUARANTINE)).catch(() => [])).filter(isDate);
    const names = await Promise.all(days.map((day) => readdir(join(folder, QUARANTINE, day)).catch(() => [])));
    return days.flatMap((day, index) => (names[index] ?? []).filter(isPictureName).map((name) => ({ name, day })));
  };

  /** Fills a draft folder, flushes it and renames it, so that a picture is on disk whole or not at all. */
  const publish = async (name: string, fill: () => Promise<void>) => {
    const draft = draftOf(name);
    // A restored picture has a name for the second time, and the first time may have been cut short.
    await removeTree(draft);
    await mkdir(draft, { recursive: true });
    try {
      await fill();
      if (flushed) await flushFolder(draft);
      await rename(draft, pathOf(name));
      if (flushed) await flushFolder(folder);
    } catch (error) {
      await removeTree(draft);
      throw error;
    }
  };

  return {
    place: folder,
    source: { folder },
    publish: (name, files) =>
      publish(name, async () => {
        for (const { file, bytes } of files) await writeFile(draftOf(name, file), bytes, flushed);
      }),
    copy: async (from, name) => {
      const entries = await readdir(pathOf(from)).catch(ignoreMissing);
      const files = IMAGE_SIZES.filter(({ file }) => entries?.includes(file));
      if (files.length === 0) return false;
      await publish(name, async () => {
        for (const { file } of files) await linkOrCopy(pathOf(from, file), draftOf(name, file), flushed);
      });
      return true;
    },
    remove: async (name) => removeTree(pathOf(name)),
    list: async () => {
      const pictures = [];
      for (const name of (await readdir(folder).catch(() => [])).filter(isPictureName)) {
        const modified = await modifiedAt(name);
        if (modified) pictures.push({ name, modified });
      }
      return { pictures, quarantined: await listQuarantined() };
    },
    quarantine: async (picture) => {
      const quarantineFolder = asideOf(picture);
      await mkdir(dirname(quarantineFolder), { recursive: true });
      await move(pathOf(picture.name), quarantineFolder);
    },
    restore: async (picture) => move(asideOf(picture), pathOf(picture.name)),
    removeQuarantined: async (picture) => removeTree(asideOf(picture)),
    tidy: async (before) => {
      // Fails for those that are not empty.
      for (const day of (await readdir(join(folder, QUARANTINE)).catch(() => [])).filter(isDate))
        await rmdir(join(folder, QUARANTINE, day)).catch(() => undefined);
      const drafts = (await readdir(folder).catch(() => [])).filter((entry) => isDraft(entry));
      for (const name of drafts)
        if (((await modifiedAt(name)) ?? before) < before) await removeTree(join(folder, name));
    },
    mark: {
      place: mark,
      read: () => readFile(mark, 'utf8').catch(ignoreMissing),
      write: (text) => writeIfAbsent(mark, text),
    },
  };
}

const isDraft = (entry: string) => entry.startsWith('.') && isPictureName(entry.slice(1));

/** Undefined for a missing file. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

async function writeFile(path: string, bytes: Buffer, flushed: boolean) {
  const handle = await open(path, 'wx', 0o644);
  try {
    await handle.writeFile(bytes);
    if (flushed) await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A file is never written again, so that two names may be the same one; not every file system has links. */
async function linkOrCopy(from: string, to: string, flushed: boolean) {
  await link(from, to).catch(async () => writeFile(to, await readFile(from), flushed));
}

async function flushFolder(folder: string) {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Another node on the same folder may have moved it already. */
async function move(from: string, to: string) {
  await rename(from, to).catch(ignoreMissing);
}
