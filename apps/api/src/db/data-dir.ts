import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartupError } from '#startup-error';

type User = { uid: number; gid: number };

/** What lies in a data folder; `lost+found` where it is a disk of its own. */
const OURS = /^(postgres(\.new-.*|\.log(\.1)?)?|uploads|secrets|pulso\.lock|lost\+found)$/;
const STICKY = 0o1000;
const LISTED_OR_WRITTEN_BY_OTHERS = 0o006;
const CLOSED = 0o700;
const PASSABLE = 0o711;

/** Makes the data folder, for its owner alone, before anything is put into it. One that an earlier version left open to all is closed. */
export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dirname(dataDir), { recursive: true });
    const made = await mkdir(dataDir, { mode: CLOSED }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false;
        throw error;
      },
    );
    if (made || !(await isLeftOpen(dataDir))) return;
    // Some file systems have no modes, and some folders only look like ours: neither is a reason not to serve.
    await chmod(dataDir, CLOSED).catch(() => undefined);
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

/**
 * Under root the database has a user of its own, which on some systems has to walk the path to its cluster: then the data
 * folder lets it pass, and shows nothing. The folders above are not ours to open.
 */
export async function letPass(dataDir: string, user: User): Promise<void> {
  if (!(await mayEnter(dataDir, user))) await chmod(dataDir, PASSABLE);
  const closed = await firstClosed(dirname(dataDir), user);
  if (closed === undefined) return;
  throw new StartupError(
    `El usuario de la base de datos (uid ${user.uid}) no puede atravesar ${closed}, y este PostgreSQL lo necesita. ` +
      `Permítalo con: chmod a+x '${closed}'`,
  );
}

/** Which folder on the way from the root to this one, itself included, the user cannot enter. */
export async function firstClosed(folder: string, user: User): Promise<string | undefined> {
  const above = dirname(folder) === folder ? undefined : await firstClosed(dirname(folder), user);
  return above ?? ((await mayEnter(folder, user)) ? undefined : folder);
}

async function mayEnter(folder: string, user: User): Promise<boolean> {
  const { uid, gid, mode } = await stat(folder);
  return (mode & (uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001)) !== 0;
}
