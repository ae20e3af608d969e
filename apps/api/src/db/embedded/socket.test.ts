import { chmodSync, chownSync, existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeSocketDir, removeSocketDir } from '#db/embedded/socket';

const SOCKET_NAME = '.s.PGSQL.5432';
const isRoot = process.getuid?.() === 0;

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'pulso-sockets-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The socket folder of a killed server, in a folder where the test plays another user of /tmp. */
async function createLeftoverSocketDir() {
  const base = await newFolder();
  const made = await makeSocketDir(undefined);
  const home = join(base, basename(dirname(made)));
  renameSync(dirname(made), home);
  writeFileSync(join(home, 's', SOCKET_NAME), '');
  return { base, home, folder: join(home, 's') };
}

it('removes the folder of a socket with what a killed server left in it', async () => {
  const { home, folder } = await createLeftoverSocketDir();
  await removeSocketDir(folder);
  expect(existsSync(home)).toBe(false);
});

it('X10 removes nothing by way of what somebody else put in its place', async () => {
  const { base, home, folder } = await createLeftoverSocketDir();
  const other = join(base, 'otro');
  renameSync(home, other);
  symlinkSync(other, home);
  await removeSocketDir(folder);
  expect(existsSync(join(other, 's', SOCKET_NAME))).toBe(true);
});

it('X10 removes nothing where others can write, now or until it is done', async () => {
  const { base, home, folder } = await createLeftoverSocketDir();
  const isKept = async () => {
    await removeSocketDir(folder);
    return existsSync(join(folder, SOCKET_NAME));
  };
  chmodSync(base, 0o777);
  expect(await isKept()).toBe(true);
  chmodSync(base, 0o1777);
  chmodSync(home, 0o777);
  expect(await isKept()).toBe(true);
  chmodSync(home, 0o700);
  if (isRoot) {
    chownSync(home, 65_534, 65_534);
    expect(await isKept()).toBe(true);
    chownSync(home, 0, 0);
  }
  expect(await isKept()).toBe(false);
});

it('removes nothing that has another name', async () => {
  const folder = join(await newFolder(), 'postgresql');
  mkdirSync(folder);
  writeFileSync(join(folder, SOCKET_NAME), '');
  await removeSocketDir(folder);
  expect(existsSync(join(folder, SOCKET_NAME))).toBe(true);
});
