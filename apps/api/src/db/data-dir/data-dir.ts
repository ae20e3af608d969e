import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartupError } from '#startup-error';

type User = { uid: number; gid: number };

/** The contents of a data folder; `lost+found` where it is a mount point. */
const OURS = /^(postgres(\.new-.*|\.log(\.1)?)?|uploads|secrets|backups|pulso\.lock|lost\+found)$/;
const STICKY = 0o1000;
const LISTED_OR_WRITTEN_BY_OTHERS = 0o006;
const CLOSED = 0o700;
const PASSABLE = 0o711;

/** Creates the data folder for its owner alone; one that an earlier version left open to all is closed. */
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
    // Some file systems have no modes; that is no reason not to start.
    await chmod(dataDir, CLOSED).catch(() => undefined);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`No se puede crear la carpeta de datos ${dataDir} (${reason}).`, { cause: error });
  }
}

/**
 * True only for a folder that is ours and holds nothing else. Modes such as 0711 and 0750 are the operator's choice.
 */
async function isLeftOpen(dataDir: string): Promise<boolean> {
  const { uid, mode } = await stat(dataDir);
  if (uid !== process.getuid?.() || (mode & STICKY) !== 0 || (mode & LISTED_OR_WRITTEN_BY_OTHERS) === 0) return false;
  return (await readdir(dataDir)).every((name) => OURS.test(name));
}

/**
 * Lets the database's user (under root it has its own) traverse the data folder, without listing it. The folders above
 * are not ours to change.
 */
export async function allowTraversal(dataDir: string, user: User): Promise<void> {
  if (!(await mayEnter(dataDir, user))) await chmod(dataDir, PASSABLE);
  const closed = await firstClosed(dirname(dataDir), user);
  if (closed === undefined) return;
  throw new StartupError(
    `El usuario de la base de datos (uid ${user.uid}) no puede atravesar ${closed}, y este PostgreSQL lo necesita. ` +
      `Permítelo con: chmod a+x '${closed}'`,
  );
}

/** The first folder of the path that the user cannot enter. */
export async function firstClosed(folder: string, user: User): Promise<string | undefined> {
  const above = dirname(folder) === folder ? undefined : await firstClosed(dirname(folder), user);
  return above ?? ((await mayEnter(folder, user)) ? undefined : folder);
}

async function mayEnter(folder: string, user: User): Promise<boolean> {
  const { uid, gid, mode } = await stat(folder);
  return (mode & (uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001)) !== 0;
}
