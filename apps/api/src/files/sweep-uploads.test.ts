import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, today } from '@pulso/contract/kit/dates';
import { copyDatabase } from '@pulso/testing/database';
import { sql } from 'kysely';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { openDb, openPool } from '#db/connection/connect';
import { diskStore } from '#files/disk-store';
import { sweepUploads } from '#files/sweep-uploads';
import { pictureUrl } from '#files/uploads';
import { testApp } from '#test/test-app';

const DAY_MS = 86_400_000;
const daysFromNow = (count: number) => new Date(Date.now() + count * DAY_MS);
const nameOf = (url: string) => url.split('/')[2]!;

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'pulso-uploads-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function newDatabase() {
  const { connection, drop } = await copyDatabase(inject('server'));
  const pool = openPool(connection, 3);
  onTestFinished(async () => {
    await pool.end();
    await drop();
  });
  return openDb(pool);
}

async function putPicture(folder: string) {
  const name = randomBytes(16).toString('hex').slice(0, 22);
  await mkdir(join(folder, name));
  await writeFile(join(folder, name, 'large.webp'), 'imagen');
  return pictureUrl(name);
}

/** A database, and a folder with pictures of two days ago that rows refer to. */
async function openInstallation(pictures = 0) {
  const [db, folder] = await Promise.all([newDatabase(), newFolder()]);
  const sweep = (now = new Date(), all = false) => sweepUploads(db, diskStore(folder), { now, all });
  await sweep();

  const age = (name: string) => utimes(join(folder, name), daysFromNow(-2), daysFromNow(-2));
  /** A picture without a row. */
  const orphan = async () => {
    const url = await putPicture(folder);
    await age(nameOf(url));
    return url;
  };
  const refer = (url: string) => sql`insert into levels (title, cover_image) values ('Nivel', ${url})`.execute(db);
  const add = async () => {
    const url = await orphan();
    await refer(url);
    return url;
  };
  const used: string[] = [];
  for (let made = 0; made < pictures; made += 1) used.push(await add());
  const isThere = (url: string) => existsSync(join(folder, nameOf(url), 'large.webp'));
  const asideOf = (url: string, now = new Date()) => join(folder, '.orphans', today(now), nameOf(url));
  return { db, folder, sweep, age, orphan, refer, add, used, isThere, asideOf };
}
type Installation = Awaited<ReturnType<typeof openInstallation>>;

/** Makes the folder belong to another database. */
const replaceInstallation = ({ db }: Installation) => sql`update installation set id = gen_random_uuid()`.execute(db);
const emptyLevels = ({ db }: Installation) => sql`truncate levels cascade`.execute(db);

describe('pictures that no row refers to', () => {
  it('P8 X1 are set aside once they are old, and nothing else is', async () => {
    const own = await openInstallation(1);
    const [orphan, young] = [await own.orphan(), await own.orphan()];
    const draft = `.${nameOf(young)}`;
    await utimes(join(own.folder, nameOf(young)), daysFromNow(0), daysFromNow(0));
    await mkdir(join(own.folder, draft));
    await mkdir(join(own.folder, 'lost+found'));
    await writeFile(join(own.folder, 'LEEME.txt'), 'no es una imagen');
    for (const name of [draft, 'lost+found', 'LEEME.txt']) await own.age(name);
    await own.sweep();
    const left = ['.installation', '.orphans', 'LEEME.txt', 'lost+found', nameOf(own.used[0]!), nameOf(young)];
    expect((await readdir(own.folder)).sort()).toEqual(left.sort());
    expect(await readdir(own.asideOf(orphan))).toEqual(['large.webp']);
  });

  it('X1 stay aside for thirty days, and then go', async () => {
    const own = await openInstallation(1);
    const orphan = await own.orphan();
    await own.sweep();
    await own.sweep(daysFromNow(30));
    expect(existsSync(own.asideOf(orphan))).toBe(true);
    await own.sweep(daysFromNow(31));
    expect(await readdir(join(own.folder, '.orphans'))).toEqual([]);
    expect(own.isThere(own.used[0]!)).toBe(true);
  });

  it('X1 come back by themselves when a row refers to them again, however late', async () => {
    const own = await openInstallation(1);
    const orphan = await own.orphan();
    await own.sweep();
    expect(own.isThere(orphan)).toBe(false);
    await own.refer(orphan);
    await own.sweep(daysFromNow(60));
    expect(own.isThere(orphan)).toBe(true);
    expect(await readdir(join(own.folder, '.orphans'))).toEqual([]);
  });

  it('X1 are not served while they are aside', async () => {
    const app = await testApp();
    const aside = join('.orphans', today(), 'A'.repeat(22));
    await mkdir(join(app.folder, aside), { recursive: true });
    await writeFile(join(app.folder, aside, 'large.webp'), 'x');
    for (const path of [aside, aside.replace('.', '%2e')])
      expect((await app.http.inject({ url: `/uploads/${path}/large.webp` })).statusCode).toBe(404);
  });

  it('X1 are left alone, all of them, when they are more than a few', async () => {
    const own = await openInstallation(20);
    const orphans = await Promise.all(Array.from({ length: 11 }, own.orphan));
    await expect(own.sweep()).rejects.toThrow(/^Ninguna fila nombra 11 de las 31 imágenes de .*SWEEP_ALL=1\.$/);
    expect(orphans.every(own.isThere)).toBe(true);
    await rm(join(own.folder, nameOf(orphans.pop()!)), { recursive: true });
    await own.sweep();
    expect(orphans.some(own.isThere)).toBe(false);
    expect(own.used.every(own.isThere)).toBe(true);
  });

  it('X1 are more than a few only beyond one in twenty', async () => {
    const own = await openInstallation(220);
    const orphans = await Promise.all(Array.from({ length: 11 }, own.orphan));
    await own.sweep();
    expect(orphans.some(own.isThere)).toBe(false);
  });

  it('X1 are set aside however many they are when a person says so', async () => {
    const own = await openInstallation(1);
    const orphans = await Promise.all(Array.from({ length: 30 }, own.orphan));
    await expect(own.sweep()).rejects.toThrow('SWEEP_ALL=1');
    await own.sweep(undefined, true);
    expect(orphans.some(own.isThere)).toBe(false);
    expect(own.isThere(own.used[0]!)).toBe(true);
  });

  it('P8 stay while nobody can say what is in use', async () => {
    const own = await openInstallation(1);
    const orphan = await own.orphan();
    await sql`drop table levels cascade`.execute(own.db);
    await expect(own.sweep()).rejects.toThrow('levels');
    expect(own.isThere(orphan)).toBe(true);
  });
});

describe('the folder of one installation with the database of another', () => {
  it('X1 loses no picture, be they few, and says so in a sentence', async () => {
    const own = await openInstallation(3);
    await emptyLevels(own);
    await replaceInstallation(own);
    for (const all of [false, true])
      await expect(own.sweep(daysFromNow(100), all)).rejects.toThrow(
        /^La base de datos y las imágenes de \S+ son de instalaciones distintas: no se aparta ninguna imagen; .*\.installation\.$/,
      );
    expect(own.used.every(own.isThere)).toBe(true);
  });

  it('X1 keeps what lies aside too, and gives it back to the rows that name it', async () => {
    const own = await openInstallation(1);
    const [lost, named] = [await own.orphan(), await own.orphan()];
    await own.sweep();
    await replaceInstallation(own);
    await own.refer(named);
    await expect(own.sweep(daysFromNow(100))).rejects.toThrow('instalaciones distintas');
    expect(existsSync(own.asideOf(lost))).toBe(true);
    expect(own.isThere(named)).toBe(true);
  });

  it('X1 loses nothing to a database that was emptied, its number included', async () => {
    const own = await openInstallation(3);
    await emptyLevels(own);
    await sql`truncate installation`.execute(own.db);
    await expect(own.sweep()).rejects.toThrow('instalaciones distintas');
    expect(own.used.every(own.isThere)).toBe(true);
  });

  it('X1 is swept again when a person has taken the mark away and rows name its pictures', async () => {
    const own = await openInstallation(3);
    const orphan = await own.orphan();
    await replaceInstallation(own);
    await rm(join(own.folder, '.installation'));
    await own.sweep();
    expect(own.isThere(orphan)).toBe(false);
    expect(own.used.every(own.isThere)).toBe(true);
  });
});

describe('a folder without a mark', () => {
  const mark = ({ folder }: Installation) => readFile(join(folder, '.installation'), 'utf8').catch(() => undefined);

  it('X1 gets the mark of the database where there is nothing to lose', async () => {
    const own = await openInstallation();
    const { rows } = await sql<{ id: string }>`select id from installation`.execute(own.db);
    expect(await mark(own)).toBe(`${rows[0]!.id}\n`);
  });

  it('X1 gets it where rows name most of its pictures, as after an upgrade', async () => {
    const own = await openInstallation(1);
    const orphan = await own.orphan();
    await rm(join(own.folder, '.installation'));
    await own.sweep();
    expect(await mark(own)).toBeDefined();
    expect(own.isThere(orphan)).toBe(false);
  });

  it('H2 gets none where it lacks many of those that rows name, as the folder of a disk that is not mounted; a person may say so', async () => {
    const own = await openInstallation(11);
    const folder = await newFolder();
    const mount = { ...own, folder };
    const sweep = (all = false) => sweepUploads(own.db, diskStore(folder), { all });
    await expect(sweep()).rejects.toThrow(
      /^En \S+ faltan 11 de las 11 imágenes que nombran los datos: revisa que el disco esté montado, que S3_PREFIX .*SWEEP_ALL=1\)\.$/,
    );
    expect(await mark(mount)).toBeUndefined();
    await sweep(true);
    expect(await mark(mount)).toBeDefined();
    // Of its own folder, that lost a few, nothing is said.
    for (const url of own.used.slice(1)) await rm(join(own.folder, nameOf(url)), { recursive: true });
    await own.sweep();
  });

  it('X1 gets none where rows name few of them: an old folder, an empty database', async () => {
    const own = await openInstallation(3);
    await emptyLevels(own);
    await rm(join(own.folder, '.installation'));
    await expect(own.sweep()).rejects.toThrow(/^La base de datos nombra solo 0 de las 3 imágenes de .*SWEEP_ALL=1\.$/);
    await Promise.all([own.add(), own.add()]);
    await expect(own.sweep()).rejects.toThrow('nombra solo 2 de las 5 imágenes');
    expect([await mark(own), own.used.every(own.isThere)]).toEqual([undefined, true]);
    await own.sweep(undefined, true);
    expect(await mark(own)).toBeDefined();
    expect(own.used.every((url) => existsSync(own.asideOf(url)))).toBe(true);
  });

  it('X1 of one of several nodes is marked and swept for itself', async () => {
    const own = await openInstallation(2);
    const second = await newFolder();
    await sweepUploads(own.db, diskStore(second));
    const orphan = await putPicture(second);
    await cp(join(own.folder, nameOf(own.used[0]!)), join(second, nameOf(own.used[0]!)), { recursive: true });
    await sweepUploads(own.db, diskStore(second), { now: daysFromNow(2) });
    expect((await readdir(second)).sort()).toEqual(['.installation', '.orphans', nameOf(own.used[0]!)].sort());
    expect(await readdir(join(second, '.orphans', addDays(today(), 2)))).toEqual([nameOf(orphan)]);
    await own.sweep();
    expect(own.used.every(own.isThere)).toBe(true);
  });

  it('X1 on a folder that two nodes share is swept by both at once without a failure', async () => {
    const own = await openInstallation(10);
    const orphans = await Promise.all(Array.from({ length: 10 }, own.orphan));
    await rm(join(own.folder, '.installation'));
    await Promise.all([own.sweep(), own.sweep(), own.sweep()]);
    expect(orphans.some(own.isThere)).toBe(false);
    expect(orphans.every((url) => existsSync(own.asideOf(url)))).toBe(true);
  });
});
