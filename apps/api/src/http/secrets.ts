import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const unless = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error;
  return undefined;
};

/** A secret of the installation, made at the first start. Nodes that share DATA_DIR share it. */
export async function keptSecret(dataDir: string, name: string, make: () => string) {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  const found = await readFile(file, 'utf8').catch(unless('ENOENT'));
  return { file, text: found ?? (await keep(folder, file, make())) };
}

async function keep(folder: string, file: string, text: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `.draft-${randomBytes(8).toString('hex')}`);
  try {
    await writeFile(draft, text, { flag: 'wx', mode: 0o600, flush: true });
    // Linking a finished file never overwrites: of two nodes that start at once, both read the first one's.
    await link(draft, file).catch(unless('EEXIST'));
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(file, 'utf8');
}
