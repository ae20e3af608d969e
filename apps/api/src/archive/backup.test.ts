import { randomBytes } from 'node:crypto';
import {
  chown,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createPicture } from '@pulso/testing/pictures';
import type { ClientConfig } from 'pg';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inDedicatedTransaction } from '#archive/connect';
import { writeBackupFile, newBackupPath } from '#archive/write-backup-file';
import type { Manifest } from '#archive/manifest';
import { listPulsoTables } from '#archive/pulso-objects';
import { openBackup } from '#archive/read-backup';
import { describeTables, EXCLUDED_TABLES, KEPT_ROWS } from '#archive/tables';
import type { OpenFile } from '#archive/tar';
import { NotRestorableError, verifyBackup } from '#archive/verify';
import { openDb, openPool } from '#db/connection/connect';
import { startEmbedded } from '#db/embedded/embedded';
import { applyPendingMigrations, readMigrations } from '#db/schema/migrate';
import { diskStore } from '#files/disk-store';
import { buildVersion } from '#version';
import {
  queryRows,
  backUp,
  contentOf,
  newDatabase,
  newFolder,
  newInstallation,
  restoreInto,
  rewriteBackup,
} from '#test/backups';
import { openDevice } from '#test/access';
import { addPlan, createUser, quickPasswords } from '#test/people';
import { STORES } from '#test/stores';
import { testApp, type TestApp } from '#test/test-app';

/** Tables that a backup does not keep, or not whole, and the one that a restore changes on purpose. */
const uncomparedTables = [...Object.keys(EXCLUDED_TABLES), ...Object.keys(KEPT_ROWS), 'notifications'];

/** A small business with something in most tables, texts that need care, and pictures. */
async function createBusiness(app: TestApp) {
  const image = await createPicture(80, 60).png().toBuffer();
  const levels = [];
  for (const title of ['Inicial', 'Con \\ barra,\ttabulador\ny línea', '\\N', '\\.'])
    levels.push(
      (await app.form('POST', '/api/level', { title, image })).body.data as { id: number; cover_image: string },
    );
  const plan = await addPlan(app);
  const user = await createUser(app, { name: 'Ñandú Üner', username: `ñandú.${randomBytes(4).toString('hex')}` });
  const activation = { user_id: user.id, subscription_id: plan, payment_method: 'efectivo', payment_amount: 15_000 };
  expect((await app.json('POST', '/api/user/activate-suscription', activation)).status).toBe(200);
  // A picture that only a deleted row names.
  expect((await app.remove(`/api/level/${levels[3]!.id}`)).status).toBe(200);
  await app.json('POST', '/api/notifications/send-to-all', { title: 'Hola', body: 'Mañana abrimos', data: { a: '1' } });
  return { levels, user, plan };
}

const expectSameContent = async (one: ClientConfig, other: ClientConfig) => {
  expect(await contentOf(other, uncomparedTables)).toEqual(await contentOf(one, uncomparedTables));
};

describe('a backup', { timeout: 120_000 }, () => {
  it('B5 has every table, or says why not; what the migrations make is known by name', async () => {
    const app = await testApp();
    const [kept, found] = await inDedicatedTransaction(app.connection, 'prueba', 'writing', async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
      );
      return [await describeTables(client), rows.map(({ name }) => name)] as const;
    });
    expect([...kept.map(({ name }) => name), ...Object.keys(EXCLUDED_TABLES)].sort()).toEqual(found);
    expect((await listPulsoTables()).sort()).toEqual(found);
    // Each table comes after those that it refers to, or it could not be loaded.
    for (const [index, { name, refers }] of kept.entries())
      for (const other of refers)
        expect(
          kept.slice(0, index).map((table) => table.name),
          name,
        ).toContain(other);
  });

  it('B5 B4 goes from one server to another and to the included one, row by row the same, and ends all sessions', async () => {
    const app = await testApp({ passwords: quickPasswords });
    const { levels } = await createBusiness(app);
    const pictures = diskStore(app.folder);
    const first = await backUp(app.connection, pictures);
    expect([first.images, first.missingImages]).toEqual([levels.length, 0]);

    const dataDir = await newFolder();
    const embedded = await startEmbedded({ dataDir, print: () => undefined, settings: { fsync: 'off' } });
    onTestFinished(() => embedded.stop());
    const inside = diskStore(await newFolder());
    expect(await restoreInto(embedded.connection, first.path, { pictures: inside })).toMatchObject({
      safety: undefined,
    });
    await expectSameContent(app.connection, embedded.connection);
    const second = await backUp(embedded.connection, inside);

    const outside = await newDatabase();
    const there = diskStore(await newFolder());
    await restoreInto(outside, second.path, { pictures: there });
    await expectSameContent(app.connection, outside);
    const third = await backUp(outside, there);
    for (const { manifest } of [second, third]) {
      const { tables, images, sequences } = first.manifest;
      expect(manifest).toMatchObject({ images, sequences });
      expect(manifest.tables.filter(({ name }) => name !== 'notifications')).toEqual(
        tables.filter(({ name }) => name !== 'notifications'),
      );
    }
    expect(await queryRows(outside, 'select * from sessions')).toEqual([]);
    // Ids go on, and the count of users is neither lost nor doubled.
    const pool = openPool(outside, 2);
    onTestFinished(() => pool.end());
    const db = openDb(pool);
    const added = await sql<{ id: number }>`insert into levels (title) values ('Otro') returning id`.execute(db);
    expect(added.rows[0]!.id).toBe(levels.length + 1);
    const tally =
      await sql`select (select sum(change) from user_tally)::int = (select count(*) from users) as same`.execute(db);
    expect(tally.rows).toEqual([{ same: true }]);
  });

  it('keeps the phones that clients are in the app with, and nobody else’s session; those of the gone end', async () => {
    const app = await testApp({ passwords: quickPasswords });
    const [ana, bea, ciro] = [await createUser(app), await createUser(app), await createUser(app)];
    const [cookie, inactive, deleted] = [
      await openDevice(app, ana.id),
      await openDevice(app, bea.id),
      await openDevice(app, ciro.id),
    ];
    // An administrator's hand in the database ends no session.
    await sql`update users set status = false where id = ${bea.id}`.execute(app.db);
    await sql`update users set deleted_at = now() where id = ${ciro.id}`.execute(app.db);
    const made = await backUp(app.connection, diskStore(app.folder));
    const there = await newDatabase();
    await restoreInto(there, made.path, { pictures: diskStore(await newFolder()) });
    const idOf = (one: string) => one.slice('pulso_mi='.length).split('.')[0];
    const kept = await queryRows<{ id: string; ended: boolean }>(
      there,
      'select id, ended_at is not null as ended from sessions',
    );
    expect(kept).toHaveLength(3);
    expect(Object.fromEntries(kept.map(({ id, ended }) => [id, ended]))).toEqual({
      [idOf(cookie)!]: false,
      [idOf(inactive)!]: true,
      [idOf(deleted)!]: true,
    });
    await verifyBackup(made.path, { scratchIn: await newFolder() });
  });

  it('notifications of the past are not sent again', async () => {
    const app = await testApp();
    await sql`insert into notifications (title, body, recipients, delivered, failed, up_to_device)
      values ('a', 'a', 10, 4, 1, 99), ('b', 'b', 3, 2, 1, 5)`.execute(app.db);
    await sql`update notifications set last_device = 5 where title = 'b'`.execute(app.db);
    await sql`insert into deliveries (notification_id, device_id, provider) select id, 7, 'fcm' from notifications`.execute(
      app.db,
    );
    const { path } = await backUp(app.connection, diskStore(app.folder));
    const target = await newDatabase();
    await restoreInto(target, path);
    expect(
      await queryRows(target, 'select title, delivered, failed, last_device from notifications order by title'),
    ).toEqual([
      { title: 'a', delivered: 4, failed: 6, last_device: 99 },
      { title: 'b', delivered: 2, failed: 1, last_device: 5 },
    ]);
    expect(await queryRows(target, 'select * from deliveries')).toEqual([]);
  });

  it.each(STORES)('comes from and goes into %s', async (_kind, newStore) => {
    const store = await newStore();
    const app = await testApp({ store });
    const image = await createPicture(90, 30).png().toBuffer();
    await app.form('POST', '/api/level', { title: 'Inicial', image });
    await sql`insert into levels (title, cover_image) values ('Perdida', ${`/uploads/${'z'.repeat(22)}/large.webp`})`.execute(
      app.db,
    );
    const made = await backUp(app.connection, store);
    expect(made).toMatchObject({ images: 1, missingImages: 1 });
    const other = await newStore();
    const target = await newDatabase();
    await restoreInto(target, made.path, { pictures: other });
    expect((await backUp(target, other)).manifest.images).toEqual(made.manifest.images);
  });

  it.each([1, 5, 9, -1])('of an earlier version becomes one of this version: migrations up to %i', async (count) => {
    const old = await newDatabase();
    const all = await readMigrations();
    const before = all.slice(0, count);
    await inDedicatedTransaction(old, 'prueba', 'writing', async (client) => {
      await applyPendingMigrations(client, before);
      await client.query(`insert into levels (title) values ('Inicial')`);
    });
    const { path, manifest } = await backUp(old, diskStore(await newFolder()));
    expect(manifest.migrations).toHaveLength(before.length);
    expect(manifest.pulso).toBe(buildVersion());
    const target = await newDatabase();
    await restoreInto(target, path);
    expect(await queryRows(target, 'select title from levels')).toEqual([{ title: 'Inicial' }]);
    expect(await queryRows(target, 'select count(*)::int as count from schema_migrations')).toEqual([
      { count: all.length },
    ]);
  });

  it('that is begun in the second of another has a name of its own', async () => {
    const folder = await newFolder();
    const now = new Date('2026-03-05T17:00:01.400Z');
    const first = await newBackupPath(folder, 'backup', now);
    await writeFile(first, '');
    const second = await newBackupPath(folder, 'backup', now);
    expect([first, second].map((path) => basename(path))).toEqual([
      'pulso-2026-03-05-140001.tar',
      'pulso-2026-03-05-140002.tar',
    ]);
  });

  it('leaves the rows of the files that there are, where it is restored over a database of an earlier version', async () => {
    const old = await newDatabase();
    const before = (await readMigrations()).filter(({ name }) => name < '0015');
    await inDedicatedTransaction(old, 'prueba', 'writing', async (client) => {
      await applyPendingMigrations(client, before);
      await client.query(`insert into backups (state, node, file) values ('done', 'n', 'pulso-x.tar')`);
    });
    const { path } = await backUp(old, diskStore(await newFolder()));
    await restoreInto(old, path);
    const kept = { file: 'pulso-x.tar', made_by: 'schedule', pinned: false };
    expect(await queryRows(old, 'select file, made_by, pinned from backups')).toEqual([kept]);
  });
});

/** A disk that is full after so many bytes. */
const diskFullAfter =
  (bytes: number): OpenFile =>
  async (path, flags, mode) => {
    const file = await open(path, flags, mode);
    let left = bytes;
    const write = file.writeFile.bind(file);
    file.writeFile = async (data) => {
      left -= (data as Buffer).length;
      if (left >= 0) return write(data);
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    };
    return file;
  };

describe('the file', () => {
  it('B2 B6 is its owner’s alone, and has its name only when all of it is on the disk: a full disk leaves the previous one', async () => {
    const app = await testApp();
    const pictures = diskStore(app.folder);
    const folder = await newFolder();
    const previous = await backUp(app.connection, pictures, folder);
    expect((await stat(previous.path)).mode & 0o777).toBe(0o600);
    const source = { connection: app.connection, pictures };
    const path = join(folder, 'otra.tar');
    for (const bytes of [0, 600, previous.size / 2, previous.size - 1])
      await expect(writeBackupFile(source, { path, now: new Date(), openFile: diskFullAfter(bytes) })).rejects.toThrow(
        `No hay espacio en el disco para la copia de seguridad otra.tar en ${folder}.`,
      );
    expect(await readdir(folder)).toEqual(['copia.tar']);
    await (await openBackup(previous.path)).close();
    await expect(writeBackupFile(source, { path: previous.path, now: new Date() })).rejects.toThrow('Ya existe');
  });

  it('X21 is never written through a link or into a file that somebody made before, whoever owns that', async () => {
    const app = await testApp();
    const source = { connection: app.connection, pictures: diskStore(app.folder) };
    const folder = await newFolder();
    const victim = join(folder, 'ajeno');
    await writeFile(victim, 'ajeno', { mode: 0o666 });
    const [path, draft] = [join(folder, 'copia.tar'), join(folder, 'copia.tar.part')];
    const make = (openFile?: OpenFile) => writeBackupFile(source, { path, now: new Date(), openFile });
    const isOursAlone = async () => {
      const { uid, mode, nlink } = await lstat(path);
      expect([uid, mode & 0o777, nlink]).toEqual([process.getuid?.(), 0o600, 1]);
      await (await openBackup(path)).close();
      expect(await readFile(victim, 'utf8')).toBe('ajeno');
      expect((await readdir(folder)).sort()).toEqual(['ajeno', 'copia.tar']);
      await rm(path);
    };

    for (const premake of [() => symlink(victim, draft), () => link(victim, draft)]) {
      await premake();
      await make();
      await isOursAlone();
    }
    // Another user's file, which he has open, and would read from.
    await writeFile(draft, '', { mode: 0o666 });
    if (process.getuid?.() === 0) await chown(draft, 65_534, 65_534);
    const held = await open(draft, 'r');
    onTestFinished(() => held.close());
    await make();
    expect((await held.stat()).size).toBe(0);
    await isOursAlone();

    // A link under the backup's own name: there before, and made meanwhile.
    for (const target of [victim, join(folder, 'nada')]) {
      await symlink(target, path);
      await expect(make()).rejects.toThrow(`Ya existe ${path}: no se lo reemplaza.`);
      await rm(path);
    }
    await make(async (name, flags, mode) => {
      await symlink(victim, path);
      return open(name, flags, mode);
    });
    await isOursAlone();

    // A link made again in the moment between, and a folder, which cannot be removed.
    const again: OpenFile = async (name, flags, mode) => {
      await symlink(victim, name);
      return open(name, flags, mode);
    };
    await expect(make(again)).rejects.toThrow(`No se puede escribir la copia de seguridad en ${folder} (EEXIST`);
    await mkdir(draft);
    await expect(make()).rejects.toThrow(`No se puede escribir la copia de seguridad en ${folder} (`);
    expect(await readFile(victim, 'utf8')).toBe('ajeno');
  });

  it('B3 is read whole before anything is done: none, a foreign, a half, a changed and a newer one are refused in words', async () => {
    const app = await testApp();
    await app.form('POST', '/api/level', { title: 'Inicial', image: await createPicture().png().toBuffer() });
    const folder = await newFolder();
    const { path, size } = await backUp(app.connection, diskStore(app.folder), folder);
    const bytes = await readFile(path);
    const target = await newDatabase();
    const bad = join(folder, 'mala.tar');
    const refusal = async (content: Buffer) => {
      await writeFile(bad, content);
      return restoreInto(target, bad).then(
        () => 'restored',
        ({ message }: Error) => message,
      );
    };
    await expect(restoreInto(target, join(folder, 'nada.tar'))).rejects.toThrow(
      `No existe el archivo ${folder}/nada.tar.`,
    );
    for (const foreign of [Buffer.alloc(0), Buffer.alloc(4_096), randomBytes(10_000), Buffer.from('PK')])
      expect(await refusal(foreign)).toBe(`${bad} no es una copia de seguridad de Pulso. No se tocó nada.`);
    await expect(restoreInto(target, folder)).rejects.toThrow('no es una copia de seguridad');
    const cut = `La copia de seguridad ${bad} está incompleta: se cortó antes del final. No se tocó nada.`;
    for (const length of [513, 1_536, Math.floor(size / 3), size - 2_048, size - 1_024, size - 1])
      expect(await refusal(bytes.subarray(0, length)), String(length)).toBe(cut);
    // A changed byte anywhere: in names, rows, images, padding, the manifest and the end.
    const step = Math.floor(size / 40);
    for (let at = 7; at < size; at += step) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      expect(await refusal(changed), String(at)).toMatch(/está dañada|no es una copia|incompleta/);
    }
    expect(await refusal(Buffer.concat([bytes, Buffer.alloc(512)]))).toMatch(/está dañada/);
    const newer = `La copia de seguridad ${bad} es de una versión más nueva de Pulso: actualiza Pulso y vuelve a intentarlo. No se tocó nada.`;
    for (const change of [
      (manifest: Manifest) => Object.assign(manifest, { format: 2 }),
      (manifest: Manifest) => Object.assign(manifest.migrations[8]!, { name: '0999_future.sql' }),
    ]) {
      await rewriteBackup(path, bad, change);
      await expect(restoreInto(target, bad)).rejects.toThrow(newer);
    }
    expect(await contentOf(target)).toEqual({});
  });

  it(
    'P7 is tried out on a database and a folder of its own, of which nothing is left',
    { timeout: 60_000 },
    async () => {
      const app = await testApp();
      await app.form('POST', '/api/level', { title: 'Inicial', image: await createPicture().png().toBuffer() });
      const folder = await newFolder();
      const { path } = await backUp(app.connection, diskStore(app.folder), folder);
      const shares: number[] = [];
      await verifyBackup(path, { scratchIn: folder, onProgress: (share) => shares.push(share) });
      expect(shares.at(-1)).toBe(1);
      expect(await readdir(folder)).toEqual(['copia.tar']);
      // Rows that no longer fit are found only by trying.
      await sql`alter table plans drop constraint plans_duration_check`.execute(app.db);
      await sql`insert into plans (title, description, duration, amount) values ('x', 'x', 99, 1)`.execute(app.db);
      await rm(path);
      await backUp(app.connection, diskStore(app.folder), folder);
      await expect(verifyBackup(path, { scratchIn: folder })).rejects.toThrow(NotRestorableError);
      await truncate(path, 5_000);
      await expect(verifyBackup(path, { scratchIn: folder })).rejects.toThrow(NotRestorableError);
      await expect(verifyBackup(join(folder, 'nada.tar'), { scratchIn: folder, binaries: folder })).rejects.toThrow();
      expect(await readdir(folder)).toEqual(['copia.tar']);
    },
  );
});

describe('restoring', { timeout: 120_000 }, () => {
  it('B3 is refused while a server uses the database, and where something else depends on our tables', async () => {
    const app = await testApp();
    const { path } = await backUp(app.connection, diskStore(app.folder));
    const before = await contentOf(app.connection);
    const folder = await newFolder();
    await expect(restoreInto(app.connection, path, { folder })).rejects.toThrow(
      'Hay un Pulso que usa esta base de datos: detenlo antes de restaurar. No se tocó nada.',
    );
    expect(await readdir(folder)).toEqual([]);
    expect(await contentOf(app.connection)).toEqual(before);

    const target = await newInstallation();
    await queryRows(target, 'create view informe as select title from levels');
    await expect(restoreInto(target, path)).rejects.toThrow(
      'hay algo que no es de Pulso y depende de sus tablas (view informe',
    );
    await queryRows(
      target,
      'drop view informe; create table ajena (x int); create function ajena() returns int language sql return 1',
    );
    await restoreInto(target, path);
    expect(await queryRows(target, 'select ajena()')).toEqual([{ ajena: 1 }]);
  });

  it('B3 keeps a copy of what was there; when it fails, all is as before, without a picture too many', async () => {
    const app = await testApp();
    await app.form('POST', '/api/level', { title: 'Nueva', image: await createPicture().png().toBuffer() });
    const pictures = diskStore(app.folder);
    const good = await backUp(app.connection, pictures);
    await sql`alter table plans drop constraint plans_duration_check`.execute(app.db);
    await sql`insert into plans (title, description, duration, amount) values ('x', 'x', 99, 1)`.execute(app.db);
    const unfit = await backUp(app.connection, pictures);

    const target = await newInstallation();
    await queryRows(target, `insert into levels (title) values ('Vieja')`);
    await queryRows(
      target,
      `insert into backups (state, node, file, made_by, pinned) values ('done', 'n', 'pulso-x.tar', 'panel', true)`,
    );
    const listed = await queryRows(target, 'select * from backups');
    const before = await contentOf(target);
    const [folder, images] = [await newFolder(), await newFolder()];
    const here = { folder, pictures: diskStore(images) };
    await expect(restoreInto(target, unfit.path, here)).rejects.toThrow('plans_duration_check');
    expect(await contentOf(target)).toEqual(before);
    expect(await readdir(images)).toEqual([]);

    await rm(join(folder, (await readdir(folder))[0]!));
    const { safety } = await restoreInto(target, good.path, here);
    expect(await queryRows(target, 'select title from levels')).toEqual([{ title: 'Nueva' }]);
    expect(await readdir(images)).toHaveLength(1);
    // The list of backup files is not part of a backup.
    expect(await queryRows(target, 'select * from backups')).toEqual(listed);
    expect(safety).toMatch(/\/antes-de-restaurar-\d{4}-\d\d-\d\d-\d{6}\.tar$/);
    expect((await stat(safety!)).mode & 0o777).toBe(0o600);
    // The safety copy restores the former state.
    await restoreInto(target, safety!, { pictures: here.pictures });
    expect(await contentOf(target, uncomparedTables)).toEqual(
      Object.fromEntries(Object.entries(before).filter(([name]) => !uncomparedTables.includes(name))),
    );
  });

  it('X1 keeps the database and its pictures together, and stays away from those of another installation', async () => {
    const app = await testApp();
    const { path } = await backUp(app.connection, diskStore(app.folder));
    const target = await newInstallation();
    const [own] = await queryRows<{ id: string }>(target, 'select id from installation');
    const folder = await newFolder();
    const pictures = diskStore(folder);
    await pictures.mark.write('00000000-0000-4000-8000-000000000000\n');
    await expect(restoreInto(target, path, { pictures })).rejects.toThrow(
      `Las imágenes de ${folder} son de otra instalación, ni de esta base de datos ni de la copia: usa otra carpeta, o borra ${folder}/.installation`,
    );
    expect(await queryRows(target, 'select id from installation')).toEqual([own]);
    await rm(join(folder, '.installation'));
    await pictures.mark.write(`${own!.id}\n`);
    await restoreInto(target, path, { pictures });
    expect(await queryRows(target, 'select id from installation')).toEqual([own]);
  });
});
