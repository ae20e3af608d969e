import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartupError } from '#startup-error';

/** What lies in a data folder; `lost+found` where it is a disk of its own. */
const OURS = /^(postgres(\.new-.*|\.log(\.1)?)?|uploads|secrets|pulso\.lock|lost\+found)$/;
const STICKY = 0o1000;
const LISTED_OR_WRITTEN_BY_OTHERS = 0o006;

/**
 * For its owner alone. Under root the database has a user of its own; on Linux that one never walks the path to its
 * cluster, elsewhere it has to pass.
 */
const closedMode = () => (process.platform !== 'linux' && process.getuid?.() === 0 ? 0o711 : 0o700);

/** Makes the data folder, before anything is put into it. One that an earlier version left open to all is closed. */
export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dirname(dataDir), { recursive: true });
    const made = await mkdir(dataDir, { mode: closedMode() }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false;
        throw error;
      },
    );
    if (made || !(await isLeftOpen(dataDir))) return;
    // Some file systems have no modes, and some folders only look like ours: neither is a reason not to serve.
    await chmod(dataDir, closedMode()).catch(() => undefined);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`No se puede crear la carpeta de datos ${dataDir} (${reason}).`, { cause: error });
  }
}

/**
 * Only a folder that is ours and holds nothing else: whoever keeps other things there has his reasons for its mode. To
 * let others pass (0711) or a group in (0750) is a decision too, and stays.
 */
async function isLeftOpen(dataDir: string): Promise<boolean> {
  const { uid, mode } = await stat(dataDir);
  if (uid !== process.getuid?.() || (mode & STICKY) !== 0 || (mode & LISTED_OR_WRITTEN_BY_OTHERS) === 0) return false;
  return (await readdir(dataDir)).every((name) => OURS.test(name));
}
