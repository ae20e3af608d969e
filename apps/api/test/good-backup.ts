import { beginBackup, finishBackup, saveFile } from '#features/desk/backups/backups.queries';
import type { TestApp } from '#test/test-app';

const savedFile = { file: 'pulso.tar', size: 1, rows: 1, images: 1, missingImages: 0 };

/** The row of a backup as one that ended well leaves it. */
export async function createGoodBackup({ db }: Pick<TestApp, 'db'>): Promise<number> {
  const id = (await beginBackup(db, { node: 'prueba', madeBy: 'command' }))!;
  await saveFile(db, id, savedFile);
  await finishBackup(db, id, { verified: true, problem: null });
  return id;
}
