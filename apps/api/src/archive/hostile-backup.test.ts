import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { IMAGE_SIZES } from '@pulso/contract/kit/images';
import { bundleScript } from '@pulso/testing/script';
import type { ClientConfig } from 'pg';
import { describe, expect, it } from 'vitest';
import { compressRows, openRowDecompressor } from '#archive/compression';
import { chunkName, imageName, type Manifest } from '#archive/manifest';
import { EXCLUDED_TABLES, openRowTally } from '#archive/tables';
import { sha256 } from '#archive/tar';
import { diskStore } from '#files/disk-store';
import type { PictureStore } from '#files/picture-store';
import { pictureUrl } from '#files/uploads';
import { StartupError } from '#startup-error';
import { queryRows, backUp, contentOf, newFolder, newInstallation, restoreInto, rewriteBackup } from '#test/backups';

type Entries = Map<string, Buffer>;
type Change = (manifest: Manifest, entries: Entries) => void;

const [GOOD_PICTURE, OLD_PICTURE] = ['g'.repeat(22), 'o'.repeat(22)];
const SAFETY_COPY = /antes-de-restaurar-[\d-]+\.tar$/;
const makeImageFiles = (word: string) =>
  IMAGE_SIZES.map(({ file }) => ({ file, bytes: Buffer.from(`${word} ${file}`) }));

async function businessWith(picture: string): Promise<ClientConfig> {
  const connection = await newInstallation();
  await queryRows(connection, `insert into levels (title, cover_image) values ('Inicial', '${pictureUrl(picture)}')`);
  return connection;
}

async function goodBackup(): Promise<string> {
  const store = diskStore(await newFolder());
  await store.publish(GOOD_PICTURE, makeImageFiles('new'));
  return (await backUp(await businessWith(GOOD_PICTURE), store)).path;
}

/** Every file below a folder with its content. */
async function readTree(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const read = async (path: string, isFile: boolean) => [path, isFile ? await readFile(path, 'latin1') : 'folder'];
  const found = entries.map((entry) => read(join(entry.parentPath, entry.name), entry.isFile()));
  return Object.fromEntries((await Promise.all(found)).sort());
}

/** A good backup, and a business in a folder that has neighbours, into which a changed backup is restored. */
async function openRestoreScene() {
  const good = await goodBackup();
  const bad = join(await newFolder(), 'mala.tar');

  const parent = await newFolder();
  const [uploads, folder] = [join(parent, 'data/uploads'), join(parent, 'data/backups')];
  for (const path of [uploads, folder, join(parent, 'data/secrets'), join(parent, 'x')])
    await mkdir(path, { recursive: true });
  for (const file of ['data/secrets/key', 'data/backups/antes-de-restaurar.tar', 'x/y'])
    await writeFile(join(parent, file), file);
  const pictures = diskStore(uploads);
  await pictures.publish(OLD_PICTURE, makeImageFiles('old'));
  const target = await businessWith(OLD_PICTURE);
  const restore = async (change: Change, store: PictureStore = pictures) => {
    await rewriteBackup(good, bad, change);
    // Another safety copy of the same second would have its name.
    for (const name of await readdir(folder)) if (SAFETY_COPY.test(name)) await rm(join(folder, name));
    return restoreInto(target, bad, { pictures: store, folder });
  };
  /** All files but the safety copies, and all rows. */
  const state = async () => {
    const tree = Object.entries(await readTree(parent)).filter(([path]) => !SAFETY_COPY.test(path));
    return { tree: Object.fromEntries(tree), content: await contentOf(target) };
  };
  return { folder, uploads, pictures, target, restore, state };
}

/** Checks that each change is refused with a sentence, and that everything is as it was. */
async function expectAllRefused(changes: Record<string, Change>) {
  const { restore, state, folder } = await openRestoreScene();
  const before = await state();
  const kept = await readdir(folder);
  for (const [what, change] of Object.entries(changes)) {
    const error = await restore(change).then(
      () => undefined,
      (reason: Error) => reason,
    );
    expect(error, what).toBeInstanceOf(StartupError);
    expect(error?.message, what).toMatch(/\. No se tocó nada\.$/);
    // oxlint-disable-next-line no-control-regex
    expect(error?.message, what).not.toMatch(/[\0-\x1f]/);
  }
  expect(await state()).toEqual(before);
  expect(await readdir(folder)).toEqual(kept);
}

const HOSTILE_PATHS = [
  '../../x',
  '..',
  '.',
  '',
  '/etc/cron.d/x',
  '..\\..\\x',
  'C:\\x',
  '%2e%2e',
  '\x1b]0;x\x07',
  '__proto__',
  '../../../../../../x/yy',
  'aaaaaaaaaa/aaaaaaaaaaa',
  `${'a'.repeat(21)}\0`,
  `${'a'.repeat(21)}\n`,
  'a'.repeat(23),
];

const changesByName = (names: string[], make: (name: string) => Change) =>
  Object.fromEntries(names.map((name) => [JSON.stringify(name), make(name)]));

/** Renames the table and its chunks. */
const renameTable =
  (name: string): Change =>
  (manifest, entries) => {
    const table = manifest.tables.find((one) => one.name === 'levels')!;
    for (let index = 0; index < table.chunks; index += 1) {
      entries.set(chunkName(name, index), entries.get(chunkName('levels', index))!);
      entries.delete(chunkName('levels', index));
    }
    table.name = name;
  };

/** Puts other rows into the table. */
const setRows =
  (text: Buffer): Change =>
  ({ tables }, entries) => {
    const passed = openRowTally();
    passed.add(text);
    entries.set(chunkName('levels', 0), gzipSync(text));
    Object.assign(
      tables.find(({ name }) => name === 'levels')!,
      passed.result(),
    );
  };

/** Adds an image of the same content under another name. */
const addImage =
  (name: string): Change =>
  (manifest, entries) => {
    manifest.images.push({ name, files: manifest.images[0]!.files });
    for (const { file, bytes } of makeImageFiles('new')) entries.set(imageName(name, file), bytes);
  };
const addOldImage = addImage(OLD_PICTURE);

describe('a backup that somebody made to do harm', { timeout: 120_000 }, () => {
  it('X12 is refused when an image has the name of a path, before anything is written or removed', async () => {
    await expectAllRefused(
      changesByName(HOSTILE_PATHS, (name) => (manifest, entries) => {
        const [image] = manifest.images;
        for (const file of Object.keys(image!.files)) {
          entries.set(imageName(name, file), entries.get(imageName(GOOD_PICTURE, file))!);
          entries.delete(imageName(GOOD_PICTURE, file));
        }
        image!.name = name;
      }),
    );
  });

  it('X12 is refused when a file of an image, or an image that is missing, has the name of a path', async () => {
    const bytes = Buffer.from('harm');
    const add = (name: string): Change => {
      return (manifest, entries) => {
        entries.set(imageName(GOOD_PICTURE, name), bytes);
        const named = Object.entries({ ...manifest.images[0]!.files }).concat([[name, sha256(bytes)]]);
        manifest.images[0]!.files = Object.fromEntries(named);
      };
    };
    await expectAllRefused({
      ...changesByName([...HOSTILE_PATHS, 'original.png', 'large.webp/x', 'LARGE.webp', 'large.webp '], add),
      missing: ({ missing_images }) => missing_images.push('../../x'),
    });
  });

  it('X12 is refused when it has an entry that its manifest does not imply, or in another order', async () => {
    const some = Buffer.from('x');
    const names = ['x', 'data', 'data/levels/x', 'data/levels/0001.copy.gz', 'data/nada/0000.copy.gz', 'data/../../x'];
    await expectAllRefused({
      ...changesByName(
        [...names, 'images/x', `images/${OLD_PICTURE}/large.webp`, `images/../${GOOD_PICTURE}/card.webp`, '../x'],
        (name) => {
          return (_manifest, entries) => entries.set(name, name.startsWith('data') ? gzipSync('x\n') : some);
        },
      ),
      'none of a table': (_manifest, entries) => entries.delete(chunkName('levels', 0)),
      'none of an image': (_manifest, entries) => entries.delete(imageName(GOOD_PICTURE, 'card.webp')),
      'more pieces than there are': ({ tables }) => tables.forEach((table) => (table.chunks += 1)),
      'an image twice': ({ images }) => images.push(images[0]!),
      'a table twice': ({ tables }) => tables.push(tables.find(({ name }) => name === 'levels')!),
      'no migrations that are known': ({ migrations }) => migrations.reverse(),
      'a manifest of something else': (manifest) => Object.assign(manifest, { format: '1' }),
    });
  });

  it('X12 is refused when it names a table, a column or a sequence that its migrations do not make or no backup holds', async () => {
    const column =
      (name: string) =>
      ({ tables }: Manifest) =>
        tables.find((table) => table.name === 'levels')!.columns.splice(1, 1, name);
    const tables = ['nada', 'pg_authid', 'pg_catalog.pg_authid', 'public.levels', 'levels"; drop table users; --', ''];
    const columns = ['nada', 'ctid', '', 'title", "title', 'title") from stdin; drop table users; --'];
    await expectAllRefused({
      ...changesByName([...tables, ...Object.keys(EXCLUDED_TABLES).slice(0, 2)], renameTable),
      ...changesByName(columns, column),
      'no column': ({ tables: all }) => all[0]!.columns.splice(0),
      'the sequence of another': ({ sequences }) =>
        sequences.push({ table: 'pg_catalog.pg_class', column: 'oid', last: 7 }),
      'a sequence that counts down': ({ sequences }) => (sequences[0]!.last = -1),
    });
  });

  it('X12 leaves an image of the same name alone until all is restored, and then sets it aside', async () => {
    const { restore, state, pictures, uploads, target } = await openRestoreScene();
    // One folder under such a name holds no picture at all.
    await mkdir(join(uploads, GOOD_PICTURE));
    await writeFile(join(uploads, GOOD_PICTURE, 'otra.txt'), 'otra');
    const before = await state();
    const unfit = restore((manifest, entries) => {
      addOldImage(manifest, entries);
      setRows(Buffer.from('1\n'))(manifest, entries);
    });
    await expect(unfit).rejects.toThrow('missing data');
    expect(await state()).toEqual(before);

    await restore(addOldImage);
    expect(await queryRows(target, 'select cover_image from levels')).toEqual([
      { cover_image: pictureUrl(GOOD_PICTURE) },
    ]);
    for (const name of [GOOD_PICTURE, OLD_PICTURE])
      for (const { file, bytes } of makeImageFiles('new'))
        expect(await readFile(join(uploads, name, file))).toEqual(bytes);
    const { quarantined } = await pictures.list();
    expect(quarantined.map(({ name }) => name).sort()).toEqual([GOOD_PICTURE, OLD_PICTURE]);
    const aside = join(uploads, '.orphans', quarantined[0]!.day);
    for (const { file, bytes } of makeImageFiles('old'))
      expect(await readFile(join(aside, OLD_PICTURE, file))).toEqual(bytes);
    expect(await readFile(join(aside, GOOD_PICTURE, 'otra.txt'), 'utf8')).toBe('otra');
  });

  it('X12 takes back the images that it has put when one cannot be, and is repeated when one cannot be replaced', async () => {
    const { restore, state, pictures, uploads, target } = await openRestoreScene();
    const last = 'z'.repeat(22);
    const fullAt = (name: string): PictureStore => ({
      ...pictures,
      publish: async (one, content) => {
        if (one === name) throw new Error('ENOSPC');
        await pictures.publish(one, content);
      },
    });
    const before = await state();
    await expect(restore(addImage(last), fullAt(last))).rejects.toThrow('ENOSPC');
    expect(await state()).toEqual(before);

    await expect(restore(addOldImage, fullAt(OLD_PICTURE))).rejects.toThrow(
      'Los datos se restauraron, pero no todas las imágenes (ENOSPC): restaura la misma copia otra vez.',
    );
    expect(await queryRows(target, 'select cover_image from levels')).toEqual([
      { cover_image: pictureUrl(GOOD_PICTURE) },
    ]);
    expect((await pictures.list()).quarantined.map(({ name }) => name)).toEqual([OLD_PICTURE]);
    await restore(addOldImage);
    for (const { file, bytes } of makeImageFiles('new'))
      expect(await readFile(join(uploads, OLD_PICTURE, file))).toEqual(bytes);
    // The next restore sets another image of the same name aside on the same day.
    await pictures.remove(OLD_PICTURE);
    await pictures.publish(OLD_PICTURE, makeImageFiles('old'));
    await restore(addOldImage);
    const [aside] = (await pictures.list()).quarantined;
    expect(await readFile(join(uploads, '.orphans', aside!.day, OLD_PICTURE, 'card.webp'))).toEqual(
      makeImageFiles('old')[1]!.bytes,
    );
  });
});

describe('a backup of a few megabytes that unfolds to two gigabytes', { timeout: 120_000 }, () => {
  const MEGABYTE = 1024 * 1024;
  const line = (bytes: number) => Buffer.alloc(bytes, 'a').fill('\n', bytes - 1);
  const piece = line(4 * MEGABYTE);
  const folded = gzipSync(piece);
  const times = (count: number, bytes: Buffer) => Array<Buffer>(count).fill(bytes);
  const bombs = () => ({
    // Several gzip members one after another count as one.
    'in one piece': [Buffer.concat(times(512, folded))],
    'in large pieces, each of them a row': times(60, gzipSync(line(34 * MEGABYTE))),
    'in pieces as they should be': times(512, folded),
    'in pieces of one row': times(512, gzipSync(piece.subarray(1, -1))),
  });

  const script = bundleScript(fileURLToPath(new URL('../../test/open-backup-child.ts', import.meta.url)));
  const opened = async (paths: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [script(), ...paths]);
    return JSON.parse(stdout) as { told: string[]; peakBytes: number };
  };

  it('X22 is refused in words and takes little memory, in whatever pieces it comes', async () => {
    const [good, folder] = [await goodBackup(), await newFolder()];
    const hostile: string[] = [];
    for (const [how, pieces] of Object.entries(bombs())) {
      const path = join(folder, `${how}.tar`);
      await rewriteBackup(good, path, (_manifest, entries) => {
        for (const [index, bytes] of pieces.entries()) entries.set(chunkName('levels', index), bytes);
      });
      expect((await stat(path)).size, how).toBeLessThan(4 * MEGABYTE);
      hostile.push(path);
    }
    const [usual, most] = [await opened([good]), await opened(hostile)];
    expect(usual.told).toEqual(['']);
    const damaged = /^La copia de seguridad .*\.tar está dañada \(data\/levels\/\d+\.copy\.gz\)\. No se tocó nada\.$/;
    expect(most.told).toEqual(hostile.map(() => expect.stringMatching(damaged) as string));
    // The peak of all is at least the peak of each.
    expect(most.peakBytes - usual.peakBytes).toBeLessThan(150_000_000);
  });

  it('X22 is never one of ours, though a business has written the same letter over and over', async () => {
    const pieces = await Promise.all(Array.from({ length: 20 }, () => compressRows(piece)));
    const unfold = openRowDecompressor(pieces.reduce((sum, { length }) => sum + length, 0));
    for (const one of pieces) expect((await unfold('', one)).equals(piece)).toBe(true);
    const rows = Buffer.from(Array.from({ length: 1_000 }, (_, id) => `${id}\tNivel ${id}\n`).join(''));
    expect((await compressRows(rows)).length).toBeLessThan(rows.length / 3);
  });
});
