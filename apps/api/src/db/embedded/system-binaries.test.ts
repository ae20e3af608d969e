import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as kit from '@pulso/testing/embedded-kit';
import { beforeEach, describe, expect, it } from 'vitest';
import { findBinaries } from '#db/embedded/binaries';
import { chooseUser } from '#db/embedded/process';
import { findChosenBinaries } from '#db/embedded/system-binaries';
import { StartupError } from '#startup-error';
import { embeddedFixture, isLinux, isRoot } from '#test/embedded-fixture';

const { test, start, kept, withCluster, clusterFolder } = embeddedFixture();

/** A folder of executables that report this version. */
function createPrograms(name: string, version: string): string {
  const folder = join(test.folder, name);
  mkdirSync(folder, { recursive: true });
  for (const program of ['postgres', 'initdb']) {
    writeFileSync(join(folder, program), `#!/bin/sh\necho '${program} (PostgreSQL) ${version}'\n`);
    chmodSync(join(folder, program), 0o755);
  }
  return folder;
}

const refusalOf = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartupError);
  return (error as StartupError).message;
};

describe('another PostgreSQL than the included one', { timeout: 60_000 }, () => {
  beforeEach(async () => {
    await withCluster();
    // The server's user must be able to reach the binaries.
    if (isRoot) chmodSync(test.folder, 0o711);
  });

  it('runs the cluster from a folder that is named', async () => {
    const included = await findBinaries(await chooseUser(clusterFolder()));
    const folder = join(test.folder, 'bin');
    mkdirSync(folder);
    symlinkSync(included.postgres, join(folder, 'postgres'));
    symlinkSync(included.initdb, join(folder, 'initdb'));
    expect(await kept(await start({ binaries: folder }))).toEqual([{ note: 'ñandú' }]);
    if (!isLinux) return;
    const command = readFileSync(`/proc/${kit.serverPid(test.dataDir)}/cmdline`, 'utf8');
    expect(command.split('\0')[0]).toBe(join(folder, 'postgres'));
  });

  it('is the newest one that the distribution has', async () => {
    for (const [major, version] of Object.entries({ 9: '9', 15: '15.19 (Debian)', 100: '100.2' }))
      createPrograms(`system/${major}/bin`, version);
    createPrograms('system/old/bin', '200.1');
    const { postgres, major } = await findChosenBinaries('system', undefined, join(test.folder, 'system'));
    expect({ postgres, major }).toEqual({ postgres: join(test.folder, 'system/100/bin/postgres'), major: '100' });
  });

  it('H11 is refused where the cluster is of another version, and nothing is touched', async () => {
    const folder = createPrograms('other', '15.19 (Debian 15.19-0+deb12u1)');
    expect(await refusalOf(start({ binaries: folder }))).toBe(
      `La base de datos de ${clusterFolder()} es de PostgreSQL 18 y en ${folder} está PostgreSQL 15. No se la modificó.`,
    );
    expect(await kept(await start())).toEqual([{ note: 'ñandú' }]);
  });

  it('is refused where it is not there, is too old, or is something else', async () => {
    const nothing = join(test.folder, 'nada');
    expect(await refusalOf(start({ binaries: nothing }))).toContain(`no se puede ejecutar ${nothing}/postgres`);
    expect(await refusalOf(findChosenBinaries('system', undefined, nothing))).toContain(
      `no hay ningún PostgreSQL en ${nothing}`,
    );
    for (const version of ['14.3', 'x'])
      expect(await refusalOf(start({ binaries: createPrograms(version, version) }))).toContain(
        'necesita PostgreSQL 15',
      );
  });
});

it.runIf(isRoot)('under root a new cluster belongs to a user of its own where there is one', async () => {
  const folder = await kit.temporaryFolder();
  const file = join(folder, 'passwd');
  const line = (name: string, uid: number) => `${name}:x:${uid}:${uid + 1}::/nonexistent:/usr/sbin/nologin\n`;
  const shared = line('nobody', 65_534) + line('postgres', 101);
  writeFileSync(file, shared + line('pulso', 700));
  expect(await chooseUser(join(folder, 'none'), file)).toEqual({ uid: 700, gid: 701 });
  writeFileSync(file, shared);
  expect(await chooseUser(join(folder, 'none'), file)).toEqual({ uid: 101, gid: 102 });
  await kit.removeFolder(folder);
});
