import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Binaries } from '#db/embedded/binaries';
import { runThere, type RunAs } from '#db/embedded/process';
import { StartupError } from '#startup-error';

/** Where Debian and those after it put each version, so that the distribution's updates mend it. */
const SYSTEM_FOLDER = '/usr/lib/postgresql';
const OLDEST_MAJOR = 15;

/** Another PostgreSQL than the included one: a folder of programs, or `system` for the distribution's newest. Never a copy. */
export async function chosenBinaries(wanted: string, runAs: RunAs, systemFolder = SYSTEM_FOLDER): Promise<Binaries> {
  const folder = wanted === 'system' ? await newestIn(systemFolder) : resolve(wanted);
  const [postgres, initdb] = [join(folder, 'postgres'), join(folder, 'initdb')];
  const version = await versionOf(postgres, runAs);
  await versionOf(initdb, runAs);
  const major = / (\d+)/.exec(version)?.[1] ?? '';
  if (!(Number(major) >= OLDEST_MAJOR))
    throw new StartupError(`POSTGRES_BIN: ${postgres} dice «${version}» y Pulso necesita PostgreSQL 15 o posterior.`);
  return { postgres, initdb, major, source: `en ${folder} está` };
}

async function newestIn(folder: string): Promise<string> {
  const majors = (await readdir(folder).catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  if (majors.length > 0) return join(folder, String(Math.max(...majors)), 'bin');
  throw new StartupError(
    `POSTGRES_BIN=system: no hay ningún PostgreSQL en ${folder}. Instale el de la distribución, o indique su carpeta.`,
  );
}

async function versionOf(program: string, runAs: RunAs): Promise<string> {
  return runThere({ cluster: '/', runAs }, program, ['--version']).catch((error: Error) => {
    throw new StartupError(`POSTGRES_BIN: no se puede ejecutar ${program} (${error.message}).`, { cause: error });
  });
}
