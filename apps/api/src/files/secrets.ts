import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const unless = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error;
  return undefined;
};

/** A secret of the installation, made at the first start. Nodes that share DATA_DIR share it. */
export async function keptSecret(dataDir: string, name: string, make: () => string) {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  const found = await readFile(file, 'utf8').catch(unless('ENOENT'));
  if (found !== undefined) return { file, text: found };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return { file, text: await keepFirst(file, make()) };
}

/** Puts a text where there is none yet, whole, and gives what is there then. */
export async function keepFirst(file: string, text: string): Promise<string> {
  const draft = join(dirname(file), `.draft-${randomBytes(8).toString('hex')}`);
  try {
    await writeFile(draft, text, { flag: 'wx', mode: 0o600, flush: true });
    // Linking a finished file never overwrites: of two nodes that start at once, both read the first one's.
    await link(draft, file).catch(unless('EEXIST'));
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(file, 'utf8');
}
