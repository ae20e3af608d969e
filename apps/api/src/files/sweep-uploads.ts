import { mkdir, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays, isDate, today, type DateText } from '@pulso/contract/kit/dates';
import type { Db } from '#db/database';
import { imagesInUse } from '#db/images-in-use';
import { findInstallation } from '#db/installation';
import { writeIfAbsent } from '#files/secrets';
import { isPictureName, pictureUrl } from '#files/uploads';

/** A younger picture may belong to a write that is not committed yet. */
const MIN_AGE_MS = 86_400_000;
const QUARANTINE_DAYS = 30;
/** Crashes leave a few orphans; more than both of these mean that the database lacks rows. */
const MAX_ORPHAN_SHARE = 0.05;
const MAX_ORPHANS = 10;
// Dotfiles, because those are never served and are copied along with the folder.
const QUARANTINE = '.orphans';
const INSTALLATION_FILE = '.installation';

type Options = { all?: boolean; now?: Date };
type Quarantined = { name: string; day: DateText };

/**
 * Moves pictures that no row refers to into quarantine, by day, deletes them after a month, and restores those that a
 * row refers to again. Throws, with a message for the log, when they do not look like orphans.
 */
export async function sweepUploads(db: Db, folder: string, { all = false, now = new Date() }: Options = {}) {
  const entries = await readdir(folder).catch(() => []);
  const pictures = new Set(entries.filter(isPictureName));
  const quarantined = await listQuarantined(folder);
  const used = await imagesInUse(db, [...pictures, ...quarantined.map(({ name }) => name)].map(pictureUrl));
  const isUsed = (name: string) => used.has(pictureUrl(name));

  for (const { name, day } of quarantined.filter((one) => isUsed(one.name) && !pictures.has(one.name))) {
    await move(join(folder, QUARANTINE, day, name), join(folder, name));
    pictures.add(name);
  }
  const known = new Set([...pictures, ...quarantined.map(({ name }) => name)]);
  const named = [...known].filter(isUsed).length;
  await requireSameInstallation(db, folder, { named, total: known.size, all });

  const isOld = async (name: string) => {
    const found = await stat(join(folder, name)).catch(() => undefined);
    return found !== undefined && now.getTime() - found.mtimeMs > MIN_AGE_MS;
  };
  const orphans: string[] = [];
  for (const name of pictures) if (!isUsed(name) && (await isOld(name))) orphans.push(name);
  if (!all && orphans.length > Math.max(MAX_ORPHANS, pictures.size * MAX_ORPHAN_SHARE))
    throw new Error(
      `Ninguna fila nombra ${orphans.length} de las ${pictures.size} imágenes de ${folder}: parece que faltan datos en la ` +
        'base, así que no se aparta ninguna; si de veras sobran, inicia una vez con SWEEP_ALL=1.',
    );
  const day = today(now);
  if (orphans.length > 0) await mkdir(join(folder, QUARANTINE, day), { recursive: true });
  for (const name of orphans) await move(join(folder, name), join(folder, QUARANTINE, day, name));

  for (const one of quarantined.filter(
    ({ name, day: since }) => !isUsed(name) && addDays(since, QUARANTINE_DAYS) < day,
  ))
    await rm(join(folder, QUARANTINE, one.day, one.name), { recursive: true, force: true });
  // Fails for those that are not empty.
  for (const since of new Set(quarantined.map((one) => one.day)))
    await rmdir(join(folder, QUARANTINE, since)).catch(() => undefined);
  // Drafts of uploads that were never finished.
  for (const name of entries.filter((entry) => entry.startsWith('.') && isPictureName(entry.slice(1))))
    if (await isOld(name)) await rm(join(folder, name), { recursive: true, force: true });
}

type Found = { named: number; total: number; all: boolean };

/**
 * A folder without an id (an empty one too) gets this database's if rows refer to most of its pictures: names are
 * random, so no other database has them. The id of another installation is left to a person.
 */
async function requireSameInstallation(db: Db, folder: string, { named, total, all }: Found) {
  const id = await findInstallation(db);
  const file = join(folder, INSTALLATION_FILE);
  const found = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (found === undefined && named < total / 2 && !all)
    throw new Error(
      `La base de datos nombra solo ${named} de las ${total} imágenes de ${folder}: no se aparta ninguna, porque no se sabe ` +
        'si van juntas; si van juntas, inicia una vez con SWEEP_ALL=1.',
    );
  const stored = found ?? (id && (await writeIfAbsent(file, `${id}\n`)));
  if (id === undefined || stored?.trim() !== id)
    throw new Error(
      `La base de datos y las imágenes de ${folder} son de instalaciones distintas: no se aparta ninguna imagen; ` +
        `si de veras van juntas, borra ${file}.`,
    );
}

async function listQuarantined(folder: string): Promise<Quarantined[]> {
  const days = (await readdir(join(folder, QUARANTINE)).catch(() => [])).filter(isDate);
  const names = await Promise.all(days.map((day) => readdir(join(folder, QUARANTINE, day)).catch(() => [])));
  return days.flatMap((day, index) => (names[index] ?? []).filter(isPictureName).map((name) => ({ name, day })));
}

/** Another node on the same folder may have moved it already. */
async function move(from: string, to: string) {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}
