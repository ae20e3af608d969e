import type * as files from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { diskStore } from '#files/disk-store';

const disk = vi.hoisted(() => ({
  steps: [] as string[],
  stopsAt: Infinity,
  onStop: () => {},
  handles: [] as FileHandle[],
}));

/** Remembers a step; from the one at which the process is killed on, nothing happens any more. */
const runStep = <T>(name: string, work: () => Promise<T>): Promise<T> => {
  if (disk.steps.length >= disk.stopsAt) {
    disk.onStop();
    return new Promise<T>(() => undefined);
  }
  disk.steps.push(name);
  return work();
};

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof files>();
  return {
    ...real,
    mkdir: (...args: Parameters<typeof real.mkdir>) => runStep('mkdir', () => real.mkdir(...args)),
    rename: (...args: Parameters<typeof real.rename>) => runStep('rename', () => real.rename(...args)),
    open: async (...args: Parameters<typeof real.open>) => {
      const name = basename(String(args[0]));
      const handle = await runStep(`open ${name}`, () => real.open(...args));
      disk.handles.push(handle);
      return {
        writeFile: (bytes: Buffer) => runStep(`write ${name}`, () => handle.writeFile(bytes)),
        sync: () => runStep(`sync ${name}`, () => handle.sync()),
        close: async () => undefined,
      } as FileHandle;
    },
  };
});

const NAME = 'a'.repeat(22);
const FILES = ['thumb.webp', 'large.webp'].map((file) => ({ file, bytes: Buffer.from(`the bytes of ${file}`) }));

// Closes the files that a killed process had open.
afterEach(() => Promise.all(disk.handles.splice(0).map((handle) => handle.close())));
beforeEach(() => {
  disk.steps = [];
  disk.stopsAt = Infinity;
});

function newStore() {
  const folder = mkdtempSync(join(tmpdir(), 'pulso-flushed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, store: diskStore(folder) };
}

it('P2 H3 a picture is flushed, its files first, then its folder, then its name, before anybody hears of it', async () => {
  const { folder, store } = newStore();
  await store.publish(NAME, FILES);
  const each = FILES.flatMap(({ file }) => [`open ${file}`, `write ${file}`, `sync ${file}`]);
  const draft = [`open .${NAME}`, `sync .${NAME}`];
  const parent = [`open ${basename(folder)}`, `sync ${basename(folder)}`];
  expect(disk.steps).toEqual(['mkdir', ...each, ...draft, 'rename', ...parent]);
});

it('H6 P8 killed at any step, there is no picture or a whole one, and what is left is no picture’s name', async () => {
  const whole = newStore();
  await whole.store.publish(NAME, FILES);
  const all = disk.steps.length;
  let published = 0;
  for (let stopsAt = 0; stopsAt < all; stopsAt += 1) {
    disk.steps = [];
    disk.stopsAt = stopsAt;
    const { folder, store } = newStore();
    // `onStop` is called once the steps before are done, not only begun.
    await new Promise<void>((resolve) => {
      disk.onStop = resolve;
      void store.publish(NAME, FILES);
    });
    expect(disk.steps).toHaveLength(stopsAt);
    const { pictures } = await store.list();
    published += pictures.length;
    for (const { name } of pictures)
      for (const { file, bytes } of FILES) expect(readFileSync(join(folder, name, file))).toEqual(bytes);
    // Another start tidies an unfinished picture away.
    disk.stopsAt = Infinity;
    await store.tidy(new Date(Date.now() + 1_000));
    expect(readdirSync(folder)).toEqual(pictures.map(({ name }) => name));
  }
  // Pictures are published only after the rename, with its flush still to come.
  expect(published).toBe(2);
});
