import { mkdir, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays, isDate, today, type DateText } from '@pulso/contract/kit/dates';
import type { Db } from '#db/database';
import { imagesInUse } from '#db/images-in-use';
import { findInstallation } from '#db/installation';
import { keepFirst } from '#files/secrets';
import { isPictureName, pictureUrl } from '#files/uploads';

/** Younger than this it may belong to a write under way. */
const YOUNGEST_MS = 86_400_000;
const ASIDE_DAYS = 30;
/** Orphans are what a crash leaves, a few at a time. So many at once are not: then it is the database that lacks rows. */
const MOST_SHARE = 0.05;
const HANDFUL = 10;
// Both begin with a dot: what does is never served, and a copy of the folder takes them along.
const ASIDE = '.orphans';
const MARK = '.installation';

type Options = { all?: boolean; now?: Date };
type Aside = { name: string; day: DateText };

/**
 * Sets aside, by the day, the pictures that no row refers to; after a month they go for good, and one that a row refers
 * to again comes back. Whatever speaks against it is thrown, in words for whoever reads the log.
 */
export async function sweepUploads(db: Db, folder: string, { all = false, now = new Date() }: Options = {}) {
  const entries = await readdir(folder).catch(() => []);
  const pictures = new Set(entries.filter(isPictureName));
  const aside = await listAside(folder);
  const used = await imagesInUse(db, [...pictures, ...aside.map(({ name }) => name)].map(pictureUrl));
  const isUsed = (name: string) => used.has(pictureUrl(name));

  for (const { name, day } of aside.filter((one) => isUsed(one.name) && !pictures.has(one.name))) {
    await move(join(folder, ASIDE, day, name), join(folder, name));
    pictures.add(name);
  }
  const known = new Set([...pictures, ...aside.map(({ name }) => name)]);
  const named = [...known].filter(isUsed).length;
  await demandSameInstallation(db, folder, { named, total: known.size, all });

  const isOld = async (name: string) => {
    const found = await stat(join(folder, name)).catch(() => undefined);
    return found !== undefined && now.getTime() - found.mtimeMs > YOUNGEST_MS;
  };
  const orphans: string[] = [];
  for (const name of pictures) if (!isUsed(name) && (await isOld(name))) orphans.push(name);
  if (!all && orphans.length > Math.max(HANDFUL, pictures.size * MOST_SHARE))
    throw new Error(
      `Ninguna fila nombra ${orphans.length} de las ${pictures.size} imágenes de ${folder}: parece que faltan datos en la ` +
        'base, así que no se aparta ninguna; si de veras sobran, inicie una vez con SWEEP_ALL=1.',
    );
  const day = today(now);
  if (orphans.length > 0) await mkdir(join(folder, ASIDE, day), { recursive: true });
  for (const name of orphans) await move(join(folder, name), join(folder, ASIDE, day, name));

  for (const one of aside.filter(({ name, day: since }) => !isUsed(name) && addDays(since, ASIDE_DAYS) < day))
    await rm(join(folder, ASIDE, one.day, one.name), { recursive: true, force: true });
  // Those with something in them stay.
  for (const since of new Set(aside.map((one) => one.day)))
    await rmdir(join(folder, ASIDE, since)).catch(() => undefined);
  // What was never finished was never anybody's.
  for (const name of entries.filter((entry) => entry.startsWith('.') && isPictureName(entry.slice(1))))
    if (await isOld(name)) await rm(join(folder, name), { recursive: true, force: true });
}

type Found = { named: number; total: number; all: boolean };

/**
 * A folder without a mark gets this database's if rows name most of its pictures: names are random, so no other database
 * knows them. That is so of an empty folder too. A mark of another installation is for a person to judge.
 */
async function demandSameInstallation(db: Db, folder: string, { named, total, all }: Found) {
  const id = await findInstallation(db);
  const file = join(folder, MARK);
  const found = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (found === undefined && named < total / 2 && !all)
    throw new Error(
      `La base de datos nombra solo ${named} de las ${total} imágenes de ${folder}: no se aparta ninguna, porque no se sabe ` +
        'si van juntas; si van juntas, inicie una vez con SWEEP_ALL=1.',
    );
  const mark = found ?? (id && (await keepFirst(file, `${id}\n`)));
  if (id === undefined || mark?.trim() !== id)
    throw new Error(
      `La base de datos y las imágenes de ${folder} son de instalaciones distintas: no se aparta ninguna imagen; ` +
        `si de veras van juntas, borre ${file}.`,
    );
}

async function listAside(folder: string): Promise<Aside[]> {
  const days = (await readdir(join(folder, ASIDE)).catch(() => [])).filter(isDate);
  const names = await Promise.all(days.map((day) => readdir(join(folder, ASIDE, day)).catch(() => [])));
  return days.flatMap((day, index) => (names[index] ?? []).filter(isPictureName).map((name) => ({ name, day })));
}

/** Another node on the same folder may have been faster. */
async function move(from: string, to: string) {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}
