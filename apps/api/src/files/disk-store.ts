import { link, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isDate } from '@pulso/contract/kit/dates';
import {
  INSTALLATION_FILE,
  isPictureName,
  QUARANTINE,
  type PictureStore,
  type QuarantinedPicture,
} from '#files/picture-store';
import { writeIfAbsent } from '#files/secrets';

/** Pictures in a folder of the disk; not `flushed` where they are only tried out. */
export function diskStore(folder: string, { flushed = true } = {}): PictureStore {
  const asideOf = ({ name, day }: QuarantinedPicture) => join(folder, QUARANTINE, day, name);
  const removeTree = (path: string) => rm(path, { recursive: true, force: true });
  const modifiedAt = async (name: string) => (await stat(join(folder, name)).catch(() => undefined))?.mtime;
  const mark = join(folder, INSTALLATION_FILE);

  const listQuarantined = async (): Promise<QuarantinedPicture[]> => {
    const days = (await readdir(join(folder, QUARANTINE)).catch(() => [])).filter(isDate);
    const names = await Promise.all(days.map((day) => readdir(join(folder, QUARANTINE, day)).catch(() => [])));
    return days.flatMap((day, index) => (names[index] ?? []).filter(isPictureName).map((name) => ({ name, day })));
  };

  return {
    place: folder,
    source: { folder },
    publish: (name, files) =>
      publish(folder, name, flushed, async (draft) => {
        for (const { file, bytes } of files) await writeFile(join(draft, file), bytes, flushed);
      }),
    copy: async (from, name) => {
      const files = await readdir(join(folder, from)).catch(ifThere);
      if (!files?.length) return false;
      await publish(folder, name, flushed, async (draft) => {
        for (const file of files) await linkOrCopy(join(folder, from, file), join(draft, file), flushed);
      });
      return true;
    },
    remove: (name) => removeTree(join(folder, name)),
    list: async () => {
      const pictures = [];
      for (const name of (await readdir(folder).catch(() => [])).filter(isPictureName)) {
        const modified = await modifiedAt(name);
        if (modified) pictures.push({ name, modified });
      }
      return { pictures, quarantined: await listQuarantined() };
    },
    quarantine: async (picture) => {
      await mkdir(join(folder, QUARANTINE, picture.day), { recursive: true });
      await move(join(folder, picture.name), asideOf(picture));
    },
    restore: (picture) => move(asideOf(picture), join(folder, picture.name)),
    removeQuarantined: (picture) => removeTree(asideOf(picture)),
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
      read: () => readFile(mark, 'utf8').catch(ifThere),
      write: (text) => writeIfAbsent(mark, text),
    },
  };
}

const isDraft = (entry: string) => entry.startsWith('.') && isPictureName(entry.slice(1));

/** Undefined of what is not there. */
function ifThere(error: NodeJS.ErrnoException): undefined {
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

/** Fills a draft folder, flushes it and renames it, so that a picture is on disk whole or not at all. */
async function publish(folder: string, name: string, flushed: boolean, fill: (draft: string) => Promise<void>) {
  const draft = join(folder, `.${name}`);
  // A restored picture has a name for the second time, and the first time may have been cut short.
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  try {
    await fill(draft);
    if (flushed) await flush(draft);
    await rename(draft, join(folder, name));
    if (flushed) await flush(folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function flush(folder: string) {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Another node on the same folder may have moved it already. */
async function move(from: string, to: string) {
  await rename(from, to).catch(ifThere);
}
