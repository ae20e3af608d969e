import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Notes of a data folder about things that lie elsewhere; deleting the file forgets them. */
type NoteName = 'external-database' | 'backup-folder';

const fileOf = (dataDir: string, name: NoteName) => join(dataDir, 'secrets', name);

export async function readNote(dataDir: string, name: NoteName): Promise<{ file: string; text: string | undefined }> {
  const file = fileOf(dataDir, name);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
  });
  return { file, text: text?.trim() };
}

export async function writeNote(dataDir: string, name: NoteName, text: string): Promise<void> {
  const { file, text: present } = await readNote(dataDir, name);
  if (present === text) return;
  await mkdir(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 });
  const draft = `${file}.new`;
  await rm(draft, { force: true });
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${text}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}
