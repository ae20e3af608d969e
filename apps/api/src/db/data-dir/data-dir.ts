import { access, chmod, constants, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartupError } from '#startup-error';

type User = { uid: number; gid: number };

/** The contents of a data folder; `lost+found` where it is a mount point. */
const DATA_DIR_ENTRY = /^(postgres(\.new-.*|\.log(\.1)?)?|uploads|secrets|backups|alerts|pulso\.lock|lost\+found)$/;
const STICKY_BIT = 0o1000;
const OTHERS_READ_WRITE_BITS = 0o006;
const OWNER_ONLY_MODE = 0o700;
const TRAVERSABLE_MODE = 0o711;

/** Creates the data folder for its owner alone; one that an earlier version left open to all is closed. */
export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dirname(dataDir), { recursive: true });
    const isNew = await mkdir(dataDir, { mode: OWNER_ONLY_MODE }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false;
        throw error;
      },
    );
    if (isNew) return;
    await access(dataDir, constants.W_OK | constants.X_OK);
    if (!(await isOpenToOthers(dataDir))) return;
    // Some file systems have no modes; that is no reason not to start.
    await chmod(dataDir, OWNER_ONLY_MODE).catch(() => undefined);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`No se puede crear la carpeta de datos ${dataDir}, o escribir en ella (${reason}).`, {
      cause: error,
    });
  }
}

/**
 * True only for a folder that is ours and holds nothing else. Modes such as 0711 and 0750 are the operator's choice.
 */
async function isOpenToOthers(dataDir: string): Promise<boolean> {
  const { uid, mode } = await stat(dataDir);
  if (uid !== process.getuid?.() || (mode & STICKY_BIT) !== 0 || (mode & OTHERS_READ_WRITE_BITS) === 0) return false;
  return (await readdir(dataDir)).every((name) => DATA_DIR_ENTRY.test(name));
}

/**
 * Lets the database's user (under root it has its own) traverse the data folder, and those above it that are ours, without
 * listing them. The other folders above are not ours to change.
 */
export async function allowTraversal(dataDir: string, user: User, ours: string[] = []): Promise<void> {
  for (const folder of [dataDir, ...ours.filter((above) => dataDir.startsWith(`${above}/`))])
    if (!(await canEnter(folder, user))) await chmod(folder, TRAVERSABLE_MODE);
  const closedFolder = await findFirstClosed(dirname(dataDir), user);
  if (closedFolder === undefined) return;
  throw new StartupError(
    `El usuario de la base de datos (uid ${user.uid}) no puede atravesar ${closedFolder}, y este PostgreSQL lo necesita. ` +
      `Permítelo con: chmod a+x '${closedFolder}'`,
  );
}

/** The first folder of the path that the user cannot enter. */
export async function findFirstClosed(folder: string, user: User): Promise<string | undefined> {
  const above = dirname(folder) === folder ? undefined : await findFirstClosed(dirname(folder), user);
  return above ?? ((await canEnter(folder, user)) ? undefined : folder);
}

async function canEnter(folder: string, user: User): Promise<boolean> {
  const { uid, gid, mode } = await stat(folder);
  return (mode & (uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001)) !== 0;
}
