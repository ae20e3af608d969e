import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const ignoreErrorCode = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error;
  return undefined;
};

/** A secret that is generated at the first start. Nodes that share DATA_DIR share it. */
export async function readOrCreateSecret(dataDir: string, name: string, make: () => string) {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  const storedText = await readFile(file, 'utf8').catch(ignoreErrorCode('ENOENT'));
  if (storedText !== undefined) return { file, text: storedText };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return { file, text: await writeIfAbsent(file, make()) };
}

/** Creates the file atomically unless it exists, and returns what it then holds. */
export async function writeIfAbsent(file: string, text: string): Promise<string> {
  const draft = join(dirname(file), `.draft-${randomBytes(8).toString('hex')}`);
  try {
    await writeFile(draft, text, { flag: 'wx', mode: 0o600, flush: true });
    // A link never overwrites, so two nodes that start at once both read the first one's secret.
    await link(draft, file).catch(ignoreErrorCode('EEXIST'));
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(file, 'utf8');
}
