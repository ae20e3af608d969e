import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { allowTraversal, makeDataDir } from '#db/data-dir/data-dir';
import { lockDataDir } from '#db/data-dir/data-dir-lock';
import { StartupError } from '#startup-error';

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'pulso-data-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
const modeOf = (folder: string) => statSync(folder).mode & 0o7777;

/** The mode after a start of a folder that had this mode and these entries. */
async function modeAfterStart(mode: number, names: string[]) {
  const folder = await newFolder();
  for (const name of names) mkdirSync(join(folder, name));
  chmodSync(folder, mode);
  await makeDataDir(folder);
  return modeOf(folder);
}

it('X10 makes the data folder for its owner alone, and those on the way to it as usual', async () => {
  const way = join(await newFolder(), 'srv');
  await makeDataDir(join(way, 'pulso'));
  expect(modeOf(join(way, 'pulso'))).toBe(0o700);
  expect(modeOf(way)).toBe(0o777 & ~process.umask());
  await makeDataDir(join(way, 'pulso'));
  expect(modeOf(join(way, 'pulso'))).toBe(0o700);
});

it('X10 closes a data folder that an earlier version left open', async () => {
  const names = ['uploads', 'postgres', 'postgres.log', 'postgres.new-abc', 'secrets', 'pulso.lock'];
  expect(await modeAfterStart(0o755, names)).toBe(0o700);
  expect(await modeAfterStart(0o775, [])).toBe(0o700);
});

it('leaves the mode that somebody chose: to let others pass, to let a group in', async () => {
  expect(await modeAfterStart(0o711, ['uploads'])).toBe(0o711);
  expect(await modeAfterStart(0o750, ['uploads'])).toBe(0o750);
});

it('leaves a folder alone that holds other things, is open to all by design, or is of another', async () => {
  expect(await modeAfterStart(0o755, ['uploads', 'otro'])).toBe(0o755);
  expect(await modeAfterStart(0o1777, [])).toBe(0o1777);
  if (process.getuid?.() !== 0) return;
  const folder = await newFolder();
  chownSync(folder, 65_534, 65_534);
  chmodSync(folder, 0o755);
  await makeDataDir(folder);
  expect(modeOf(folder)).toBe(0o755);
});

it('X10 lets the user of the database pass where he has to, and a start later still', async () => {
  const stranger = { uid: 4_294_967, gid: 4_294_967 };
  const way = await newFolder();
  const folder = join(way, 'pulso');
  await makeDataDir(folder);
  const refusal = `no puede atravesar ${way}, y este PostgreSQL lo necesita. Permítelo con: chmod a+x '${way}'`;
  await expect(allowTraversal(folder, stranger)).rejects.toThrow(refusal);
  chmodSync(way, 0o711);
  await allowTraversal(folder, stranger);
  await makeDataDir(folder);
  expect(modeOf(folder)).toBe(0o711);
});

it('M3 lets the user of the database pass through those above that are ours too, as to the check of a backup', async () => {
  const stranger = { uid: 4_294_967, gid: 4_294_967 };
  const way = await newFolder();
  chmodSync(way, 0o711);
  const [dataDir, backups, other] = ['datos', 'datos/backups', 'otra'].map((name) => join(way, name));
  for (const folder of [dataDir!, backups!, other!]) mkdirSync(folder, { mode: 0o700 });
  const scratch = join(backups!, 'prueba');
  mkdirSync(scratch, { mode: 0o700 });
  await expect(allowTraversal(scratch, stranger)).rejects.toThrow(`no puede atravesar ${dataDir},`);
  await allowTraversal(scratch, stranger, [dataDir!, backups!, other!]);
  expect([dataDir!, backups!, scratch, other!].map(modeOf)).toEqual([0o711, 0o711, 0o711, 0o700]);
});

it('says why there can be no data folder', async () => {
  const file = join(await newFolder(), 'archivo');
  writeFileSync(file, '');
  await expect(makeDataDir(join(file, 'datos'))).rejects.toThrow(StartupError);
});

it('X21 refuses to lock a data folder through a link, which leads to a file of somebody else', async () => {
  const [folder, other] = [await newFolder(), join(await newFolder(), 'ajeno')];
  writeFileSync(other, 'ajeno');
  symlinkSync(other, join(folder, 'pulso.lock'));
  await expect(lockDataDir(folder)).rejects.toThrow(`No se puede escribir en la carpeta de datos ${folder} (ELOOP`);
  expect(readFileSync(other, 'utf8')).toBe('ajeno');
});
