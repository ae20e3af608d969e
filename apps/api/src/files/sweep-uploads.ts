import { addDays, today } from '@pulso/contract/kit/dates';
import type { Db } from '#db/schema/database';
import { listImages } from '#db/stores/images-in-use';
import { findInstallation } from '#db/schema/installation';
import { areTooMany, findMissingProblem } from '#files/missing-pictures';
import type { PictureStore } from '#files/picture-store';
import { pictureNameOf } from '#files/uploads';

/** A younger picture may belong to a write that is not committed yet. */
const MIN_ORPHAN_AGE_MS = 86_400_000;
const QUARANTINE_DAYS = 30;

type Options = { all?: boolean; now?: Date };

/**
 * Moves pictures that no row refers to into quarantine, by day, deletes them after a month, and restores those that a
 * row refers to again. Throws, with a message for the log, when they do not look like orphans, or when too many are missing.
 */
export async function sweepUploads(db: Db, store: PictureStore, { all = false, now = new Date() }: Options = {}) {
  const { pictures: found, quarantined } = await store.list();
  const pictures = new Map(found.map(({ name, modified }) => [name, modified]));
  const names = new Set([...pictures.keys(), ...quarantined.map(({ name }) => name)]);
  const namedByRows = new Set((await listImages(db)).flatMap((url) => pictureNameOf(url) ?? []));
  const isUsed = (name: string) => namedByRows.has(name);

  for (const picture of quarantined.filter(({ name }) => isUsed(name) && !pictures.has(name))) {
    await store.restore(picture);
    pictures.set(picture.name, now);
  }
  const missing = [...namedByRows].filter((name) => !pictures.has(name)).length;
  const problem = findMissingProblem(store.place, missing, namedByRows.size);
  if (problem && !all)
    throw new Error(
      `${problem}; no se aparta ninguna imagen (si de veras se perdieron, inicia una vez con SWEEP_ALL=1).`,
    );
  const named = [...names].filter(isUsed).length;
  await requireSameInstallation(db, store, { named, total: names.size, all });

  const cutoff = new Date(now.getTime() - MIN_ORPHAN_AGE_MS);
  const orphans = [...pictures].flatMap(([name, modified]) => (!isUsed(name) && modified < cutoff ? [name] : []));
  if (!all && areTooMany(orphans.length, pictures.size))
    throw new Error(
      `Ninguna fila nombra ${orphans.length} de las ${pictures.size} imágenes de ${store.place}: parece que faltan datos en la ` +
        'base, así que no se aparta ninguna; si de veras sobran, inicia una vez con SWEEP_ALL=1.',
    );
  const day = today(now);
  for (const name of orphans) await store.quarantine({ name, day });
  for (const picture of quarantined)
    if (!isUsed(picture.name) && addDays(picture.day, QUARANTINE_DAYS) < day) await store.removeQuarantined(picture);
  await store.tidy(cutoff);
}

type SweepCounts = { named: number; total: number; all: boolean };

/**
 * A store without an id (an empty one too) gets this database's if rows refer to most of its pictures: names are
 * random, so no other database has them. The id of another installation is left to a person.
 */
async function requireSameInstallation(db: Db, { place, mark }: PictureStore, { named, total, all }: SweepCounts) {
  const id = await findInstallation(db);
  const found = await mark.read();
  if (found === undefined && named < total / 2 && !all)
    throw new Error(
      `La base de datos nombra solo ${named} de las ${total} imágenes de ${place}: no se aparta ninguna, porque no se sabe ` +
        'si van juntas; si van juntas, inicia una vez con SWEEP_ALL=1.',
    );
  const storedMark = found ?? (id && (await mark.write(`${id}\n`)));
  if (id === undefined || storedMark?.trim() !== id)
    throw new Error(
      `La base de datos y las imágenes de ${place} son de instalaciones distintas: no se aparta ninguna imagen; ` +
        `si de veras van juntas, borra ${mark.place}.`,
    );
}
