import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Binaries } from '#db/embedded/binaries';
import { runInCluster, type RunAs } from '#db/embedded/process';
import { StartupError } from '#startup-error';

/** Folder in which Debian and its derivatives install each version. */
const SYSTEM_FOLDER = '/usr/lib/postgresql';
const MIN_MAJOR = 15;

/** Another PostgreSQL: a folder, or `system` for the distribution's newest. Never copied, so that updates reach it. */
export async function findChosenBinaries(
  choice: string,
  runAs: RunAs,
  systemFolder = SYSTEM_FOLDER,
): Promise<Binaries> {
  const folder = choice === 'system' ? await findNewestIn(systemFolder) : resolve(choice);
  const [postgres, initdb] = [join(folder, 'postgres'), join(folder, 'initdb')];
  const version = await versionOf(postgres, runAs);
  await versionOf(initdb, runAs);
  const major = / (\d+)/.exec(version)?.[1] ?? '';
  if (!(Number(major) >= MIN_MAJOR))
    throw new StartupError(`POSTGRES_BIN: ${postgres} dice «${version}» y Pulso necesita PostgreSQL 15 o posterior.`);
  return { postgres, initdb, major, source: `en ${folder} está` };
}

async function findNewestIn(folder: string): Promise<string> {
  const majors = (await readdir(folder).catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  if (majors.length > 0) return join(folder, String(Math.max(...majors)), 'bin');
  throw new StartupError(
    `POSTGRES_BIN=system: no hay ningún PostgreSQL en ${folder}. Instala el de la distribución, o indica su carpeta.`,
  );
}

async function versionOf(program: string, runAs: RunAs): Promise<string> {
  return runInCluster({ cluster: '/', runAs }, program, ['--version']).catch((error: Error) => {
    throw new StartupError(`POSTGRES_BIN: no se puede ejecutar ${program} (${error.message}).`, { cause: error });
  });
}
