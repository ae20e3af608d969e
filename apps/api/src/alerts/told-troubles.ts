import { mkdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The troubles that were told, each as an empty file: so they are known after a restart and while the database is away,
 * and of nodes that share the folder one tells each.
 */
export function openToldTroubles(folder: string) {
  /** Told where the folder cannot be written. */
  const unwritten = new Set<string>();
  const fileOf = (name: string) => join(folder, name);
  return {
    /** True for the first who asks, until the trouble is ended. */
    begin: async (name: string): Promise<boolean> => {
      if (unwritten.has(name)) return false;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(fileOf(name), '', { flag: 'wx', mode: 0o600 });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
        unwritten.add(name);
      }
      return true;
    },
    /** True for the first who asks, of a trouble that had begun. */
    end: async (name: string): Promise<boolean> =>
      unwritten.delete(name) ||
      unlink(fileOf(name)).then(
        () => true,
        () => false,
      ),
  };
}
