import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as kit from '@pulso/testing/embedded-kit';
import { beforeEach, describe, expect, it } from 'vitest';
import { embeddedFixture, isRoot } from '#test/embedded-fixture';

const { test, start, refusal, kept, withCluster, clusterFolder, passwordFile, templatePasswordFile } =
  embeddedFixture();

describe('the embedded server on a folder that is not as it left it', { timeout: 60_000 }, () => {
  beforeEach(withCluster);

  it('H9 sees through a pid file that lies, and signals no other program', async () => {
    const { uid, gid } = statSync(clusterFolder());
    const bystander = spawn('sleep', ['600'], { stdio: 'ignore', ...(isRoot && { uid, gid }) });
    try {
      const lies = ['', 'garbage\n', '-1\n', '0\n', '1\n', '99999999\n', `${bystander.pid}\n`, `-${bystander.pid}\n`];
      for (const lie of lies) {
        writeFileSync(join(clusterFolder(), 'postmaster.pid'), lie);
        const server = await start();
        expect(await kept(server), lie).toHaveLength(1);
        await server.stop();
      }
      expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
    } finally {
      bystander.kill();
    }
  });

  it('gives a cluster whose password was lost a new one', async () => {
    rmSync(passwordFile());
    expect(await kept(await start())).toEqual([{ note: 'ñandú' }]);
    expect(readFileSync(passwordFile())).not.toEqual(readFileSync(templatePasswordFile()));
  });

  it('says what to do about a password that does not fit', async () => {
    writeFileSync(passwordFile(), 'wrong');
    expect(await refusal()).toContain('Borra el archivo secrets/database-password');
    expect(kit.processesIn(test.folder)).toEqual([]);
  });

  it('H11 refuses a cluster of another version, and touches nothing', async () => {
    writeFileSync(join(clusterFolder(), 'PG_VERSION'), '17\n');
    expect(await refusal()).toContain('es de PostgreSQL 17 y este Pulso trae PostgreSQL 18');
    expect(readFileSync(join(clusterFolder(), 'PG_VERSION'), 'utf8')).toBe('17\n');
  });

  it('H11 refuses a cluster that it may not write, or that others may read', async () => {
    chmodSync(clusterFolder(), 0o500);
    expect(await refusal()).toContain('es de solo lectura');
    chmodSync(clusterFolder(), 0o755);
    expect(await refusal()).toContain('chmod 700');
    expect(statSync(clusterFolder()).mode & 0o777).toBe(0o755);
  });

  it.runIf(isRoot)('H11 refuses a cluster that belongs to root, which the server cannot be', async () => {
    chownSync(clusterFolder(), 0, 0);
    expect(await refusal()).toContain('pertenece a otro usuario (uid 0)');
    expect(statSync(clusterFolder()).uid).toBe(0);
  });

  it('H11 refuses a folder of other things', async () => {
    rmSync(join(clusterFolder(), 'PG_VERSION'));
    expect(await refusal()).toContain('no contiene una base de datos de PostgreSQL');
  });

  it('H11 refuses a folder that has lost its cluster, until its password is deleted too', async () => {
    renameSync(clusterFolder(), join(test.dataDir, 'elsewhere'));
    expect(await refusal()).toContain(`borra ${passwordFile()}`);
    mkdirSync(clusterFolder());
    expect(await refusal()).toContain('Falta la base de datos');
    expect(readdirSync(clusterFolder())).toEqual([]);
    rmSync(passwordFile());
    await expect(kept(await start())).rejects.toThrow('"kept" does not exist');
  });
});

const mountSmallDisk = (folder: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=700', 'tmpfs', folder]).status === 0;
const unmount = (folder: string) => spawnSync('umount', [folder]);

/** Only root may mount a disk, and not in every container. */
function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'pulso-mount-'));
  const may = isRoot && mountSmallDisk(folder);
  if (may) unmount(folder);
  rmSync(folder, { recursive: true });
  return may;
}

describe('the embedded server on a disk that is too small', { timeout: 60_000 }, () => {
  it.runIf(canMount())('P5 says so in one sentence and leaves nothing there', async () => {
    mkdirSync(test.dataDir, { recursive: true });
    expect(mountSmallDisk(test.dataDir)).toBe(true);
    try {
      expect(await refusal()).toBe(
        `No se pudo crear la base de datos en ${clusterFolder()}: no hay espacio en el disco.`,
      );
      expect(readdirSync(test.dataDir).filter((name) => name.startsWith('postgres'))).toEqual([]);
    } finally {
      unmount(test.dataDir);
    }
  });
});
