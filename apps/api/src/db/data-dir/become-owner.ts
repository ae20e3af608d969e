import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '#startup-error';

/** Node has it, its types do not. */
type WithInitgroups = { initgroups?: (user: number, group: number) => void };

/**
 * Goes on as the user that the product runs as on this data folder, so that a command of root leaves no file that the product may
 * not touch. Call it before anything is written.
 */
export async function becomeOwner(dataDir: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  // The product makes its secrets itself; the folder may have been made for it, or by it.
  const owner = await stat(join(dataDir, 'secrets')).catch(() => stat(dataDir).catch(() => undefined));
  if (!owner || owner.uid === 0) return;
  const { uid, gid } = owner;
  try {
    try {
      (process as WithInitgroups).initgroups?.(uid, gid);
      // The home folder is then looked up, and no longer root's.
      delete process.env['HOME'];
    } catch {
      // A user without a name, as in a container, has no other groups.
      process.setgroups?.([gid]);
    }
    process.setgid?.(gid);
    process.setuid?.(uid);
  } catch (error) {
    throw new StartupError(
      `${dataDir} es del usuario con uid ${uid}, y root no puede pasar a ser él (${(error as Error).message}): usa el comando con ese usuario.`,
      { cause: error },
    );
  }
}
