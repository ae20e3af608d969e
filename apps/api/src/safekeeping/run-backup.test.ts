import { randomBytes } from 'node:crypto';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { backupRow, backupsReport, backupTicket } from '@pulso/contract/desk/backups';
import { createPicture } from '@pulso/testing/pictures';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openBackup } from '#archive/read-backup';
import { NotRestorableError } from '#archive/verify';
import { beginBackup, failBackup, isCopying } from '#features/desk/backups/backups.queries';
import { removeUnpinnedFile, pinFreshBackup } from '#features/desk/backups/backup-files.queries';
import { diskStore } from '#files/disk-store';
import { pictureUrl } from '#files/uploads';
import { runBackup } from '#safekeeping/run-backup';
import { scheduleBackups } from '#safekeeping/schedule-backups';
import { StartupError } from '#startup-error';
import { queryRows, newDatabase, newFolder, restoreInto } from '#test/backups';
import { addPlan, expectAnswer, createUser, quickPasswords } from '#test/people';
import { listen } from '#test/raw-http';
import { testApp, type TestApp } from '#test/test-app';

type RunOptions = Partial<Parameters<typeof runBackup>[0]> & { keep?: number };

/** An app whose backups are made in this process and taken on trust, unless the test says otherwise. */
async function appWithBackups() {
  const folder = join(await newFolder(), 'backups');
  const begun: number[] = [];
  const app = await testApp({ passwords: quickPasswords, backups: { folder, start: (id) => begun.push(id) } });
  let second = 0;
  const run = (id: number | undefined, { keep = 7, ...rest }: RunOptions = {}) =>
    runBackup({
      config: { DATA_DIR: dirname(folder), BACKUP_DIR: folder, BACKUP_KEEP: keep, POSTGRES_BIN: undefined },
      db: app.db,
      connection: app.connection,
      pictures: diskStore(app.folder),
      id,
      now: new Date(Date.UTC(2026, 2, 5, 17, 0, (second += 1))),
      check: async () => undefined,
      ...rest,
    });
  const report = async () => expectAnswer(await app.get('/api/backups'), backupsReport);
  /** Makes a backup by the button, when the pause after the last one is over. */
  const make = async (options?: RunOptions) => {
    await sql`update backups set finished_at = finished_at - interval '3 minutes'`.execute(app.db);
    const { id } = expectAnswer(await app.json('POST', '/api/backups', {}), backupRow, 202);
    expect(begun.pop()).toBe(id);
    return run(id, options);
  };
  /** Makes a backup by the clock, whatever there was before. */
  const schedule = async (options?: RunOptions) =>
    run(await beginBackup(app.db, { node: 'n', madeBy: 'schedule', intervalSeconds: 0 }), options);
  return { app, folder, run, make, schedule, report, begun };
}

const listNames = async (folder: string) => (await readdir(folder)).sort();

describe('a backup that an administrator makes', () => {
  it('B6 P7 is listed with what is in it, one at a time, and downloaded once by a ticket', async () => {
    const { app, folder, run, report, begun } = await appWithBackups();
    expect(await report()).toEqual({ interval_seconds: 86_400, last_good: null, trouble: null, backups: [] });
    const started = expectAnswer(await app.json('POST', '/api/backups', {}), backupRow, 202);
    expect(started).toMatchObject({ state: 'copying', progress: 0, available: false, file: null });
    const again = await app.json('POST', '/api/backups', {});
    expect([again.status, again.body.message]).toEqual([409, 'Ya se está haciendo una copia de seguridad.']);
    expect((await app.json('POST', `/api/backups/${started.id}/ticket`, {})).status).toBe(404);
    const made = await run(begun[0]);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(made.path).toBe(join(folder, 'pulso-2026-03-05-140001.tar'));
    const { backups, last_good, trouble } = await report();
    expect([backups, trouble]).toEqual([[last_good], null]);
    expect(last_good).toMatchObject({
      state: 'done',
      progress: 100,
      size: made.size,
      rows: made.rows,
      available: true,
    });
    expect([last_good?.problem, last_good?.verified_at]).toEqual([null, expect.any(String)]);

    const ticketFor = async () =>
      expectAnswer(await app.json('POST', `/api/backups/${started.id}/ticket`, {}), backupTicket).ticket;
    const { port } = await listen(app.http);
    const get = (ticket: string) => fetch(`http://127.0.0.1:${port}/api/backups/download?ticket=${ticket}`);
    const ticket = await ticketFor();
    const answer = await get(ticket);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-tar']);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="pulso-2026-03-05-140001.tar"');
    expect([answer.headers.get('content-length'), answer.headers.get('cache-control')]).toEqual([
      String(made.size),
      'no-store',
    ]);
    const saved = join(await newFolder(), 'bajada.tar');
    await writeFile(saved, Buffer.from(await answer.arrayBuffer()));
    await (await openBackup(saved)).close();
    expect((await get(ticket)).status).toBe(404);
    const late = await ticketFor();
    await sql`update downloads set until = now()`.execute(app.db);
    expect([(await get(late)).status, (await get('x')).status]).toEqual([404, 404]);
    expect((await app.send('GET', '/api/backups/download')).status).toBe(400);
    const head = await app.send('HEAD', `/api/backups/download?ticket=${await ticketFor()}`);
    expect(head.status).not.toBe(200);
    // The file may be on another machine, for example.
    await rm(made.path);
    expect(await report()).toMatchObject({ trouble: 'missing', last_good: { available: false } });
    expect((await app.json('POST', `/api/backups/${started.id}/ticket`, {})).status).toBe(404);
  });

  it('B2 that fails is written down and said, with the last good one whole; what it left goes with the next', async () => {
    const { app, folder, make, report } = await appWithBackups();
    const good = await make();
    const full = () => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }));
    await expect(make({ openFile: full })).rejects.toThrow('No hay espacio en el disco');
    const { trouble, backups, last_good } = await report();
    expect([trouble, last_good?.file]).toEqual(['failed', 'pulso-2026-03-05-140001.tar']);
    expect(backups[0]).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('No hay espacio'),
      available: false,
    });
    const little = () => {
      throw new StartupError('No hay lugar en la carpeta');
    };
    await expect(make({ leaveRoom: little })).rejects.toThrow('No hay lugar en la carpeta');
    expect(await listNames(folder)).toEqual(['pulso-2026-03-05-140001.tar']);
    // A backup that cannot be restored is none; one that could not be checked counts.
    const broken = () => Promise.reject(new NotRestorableError('falta una fila'));
    await expect(make({ check: broken })).rejects.toThrow('no se puede restaurar, y se la borró: falta una fila');
    expect((await report()).last_good?.file).toBe('pulso-2026-03-05-140001.tar');
    await writeFile(join(folder, 'pulso-2026-03-05-135959.tar.part'), 'mitad');
    await writeFile(join(folder, 'mía.tar.part'), 'ajena');
    const untried = await make({ check: () => Promise.reject(new Error('sin binarios')) });
    expect(untried).toMatchObject({ verified: false, problem: 'No se pudo comprobar: sin binarios' });
    expect(await report()).toMatchObject({ trouble: null, last_good: { verified_at: null, problem: untried.problem } });
    expect(await listNames(folder)).toEqual([
      'mía.tar.part',
      'pulso-2026-03-05-140001.tar',
      'pulso-2026-03-05-140005.tar',
    ]);
    await (await openBackup(good.path)).close();

    // A killed process reports nothing any more.
    await beginBackup(app.db, { node: 'otra', madeBy: 'command' });
    await writeFile(join(folder, 'pulso-muerta.tar'), 'entera, pero sin comprobar');
    await sql`update backups set beat_at = now() - interval '2 minutes', file = 'pulso-muerta.tar' where state = 'copying'`.execute(
      app.db,
    );
    expect((await report()).backups[0]).toMatchObject({
      state: 'failed',
      problem: 'Se interrumpió antes de terminar.',
    });
    await make();
    expect(await listNames(folder)).not.toContain('pulso-muerta.tar');
    expect((await report()).trouble).toBeNull();
    await sql`update backups set started_at = now() - interval '49 hours'`.execute(app.db);
    expect((await report()).trouble).toBe('overdue');
  });

  it('H2 that lacks many pictures has failed, says where to look, and takes the place of none that has them', async () => {
    const { app, folder, run, schedule, report } = await appWithBackups();
    const store = diskStore(app.folder);
    for (let made = 0; made < 11; made += 1) {
      const name = randomBytes(16).toString('hex').slice(0, 22);
      await store.publish(name, [{ file: 'large.webp', bytes: Buffer.from('imagen') }]);
      await sql`insert into levels (title, cover_image) values ('x', ${pictureUrl(name)})`.execute(app.db);
    }
    const whole = await schedule({ keep: 1 });
    const unmounted = { keep: 1, pictures: diskStore(await newFolder()) };
    const refusal = (ending: string) =>
      new RegExp(
        `^En \\S+ faltan 11 de las 11 imágenes que nombran los datos: revisa que el disco esté montado, que S3_PREFIX .* ${ending}$`,
      );
    for (const second of [2, 3]) {
      const path = join(folder, `pulso-2026-03-05-14000${second}.tar`);
      await expect(schedule(unmounted)).rejects.toThrow(refusal(`queda en ${path} hasta que haya una completa\\.`));
      // Its rows are worth something; the one before it is no better.
      expect(await listNames(folder)).toEqual([basename(whole.path), basename(path)]);
      await (await openBackup(path)).close();
    }
    const { trouble, last_good, backups } = await report();
    expect([trouble, last_good?.file]).toEqual(['failed', basename(whole.path)]);
    expect(backups[0]).toMatchObject({ state: 'failed', available: false, missing_images: 11 });
    const path = join(await newFolder(), 'otra.tar');
    const elsewhere = await beginBackup(app.db, { node: 'n', madeBy: 'command', elsewhere: true });
    await expect(run(elsewhere, { ...unmounted, path })).rejects.toThrow(refusal('la copia se borró\\.'));
    expect(await readdir(dirname(path))).toEqual([]);
    const mended = await schedule({ keep: 1 });
    expect(await listNames(folder)).toEqual([basename(mended.path)]);
    expect((await report()).trouble).toBeNull();
  });

  it('M3 that could not be checked is a trouble from the second in a row, until one is', async () => {
    const { app, run, schedule, make, report } = await appWithBackups();
    const untried = { check: () => Promise.reject(new Error('sin binarios')) };
    expect([(await schedule(untried)).unchecked, (await report()).trouble]).toEqual([false, null]);
    const elsewhere = await beginBackup(app.db, { node: 'n', madeBy: 'command', elsewhere: true });
    const path = join(await newFolder(), 'otra.tar');
    expect([(await run(elsewhere, { ...untried, path })).unchecked, (await report()).trouble]).toEqual([false, null]);
    expect([(await make(untried)).unchecked, (await report()).trouble]).toEqual([true, 'unchecked']);
    expect([(await schedule()).unchecked, (await report()).trouble]).toEqual([false, null]);
  });

  it('L2 into a file of somebody’s own counts for itself: it is no last good one, nor does its failure show', async () => {
    const { app, run, report } = await appWithBackups();
    const begin = () => beginBackup(app.db, { node: 'n', madeBy: 'command', elsewhere: true });
    const id = await begin();
    expect((await report()).backups).toMatchObject([{ id, state: 'copying' }]);
    const path = join(await newFolder(), 'otra.tar');
    await run(id, { path });
    const nothing = { last_good: null, trouble: null, backups: [] };
    expect(await report()).toMatchObject(nothing);
    await expect(run(await begin(), { path })).rejects.toThrow(`Ya existe ${path}`);
    expect(await report()).toMatchObject(nothing);
    expect(await beginBackup(app.db, { node: 'n', madeBy: 'schedule', intervalSeconds: 86_400 })).toBeDefined();
  });

  it('P7 goes when there are enough newer ones, but for the last that was checked', async () => {
    const { folder, schedule } = await appWithBackups();
    const untried = { keep: 2, check: () => Promise.reject(new Error('no')) };
    await schedule({ keep: 2 });
    await schedule({ keep: 2 });
    for (let count = 0; count < 3; count += 1) await schedule(untried);
    const kept = (seconds: number[]) => seconds.map((second) => `pulso-2026-03-05-14000${second}.tar`);
    expect(await listNames(folder)).toEqual(kept([2, 4, 5]));
    await schedule({ keep: 2 });
    expect(await listNames(folder)).toEqual(kept([5, 6]));
  });

  it('X15 never takes the place of a scheduled one, and is not made twice within two minutes', async () => {
    const { app, folder, make, schedule, report } = await appWithBackups();
    const { path: scheduled } = await schedule({ keep: 1 });
    const byHand = [];
    for (let count = 0; count < 9; count += 1) byHand.push(basename((await make({ keep: 1 })).path));
    expect(await listNames(folder)).toEqual([basename(scheduled), ...byHand.slice(2)].sort());
    const listed = (await report()).backups.filter(({ file }) => file !== null);
    expect(listed.map(({ made_by }) => made_by)).toEqual([...byHand.slice(2).map(() => 'panel'), 'schedule']);

    const begun = await app.json('POST', '/api/backups', {});
    expect([begun.status, begun.body.message]).toEqual([
      409,
      'Ya hay una copia de hace un momento. Podrás hacer otra en 2 min.',
    ]);
    expect(Number(begun.headers['retry-after'])).toBeLessThanOrEqual(120);
    await sql`update backups set finished_at = now() - interval '70 seconds' where id = (select max(id) from backups)`.execute(
      app.db,
    );
    expect((await app.json('POST', '/api/backups', {})).body.message).toContain('otra en 1 min.');
    // The command at the terminal is not held up, and a failed backup does not count as a recent one.
    const command = await beginBackup(app.db, { node: 'n', madeBy: 'command' });
    await failBackup(app.db, command!, 'no');
    await sql`update backups set state = 'failed' where made_by = 'panel'`.execute(app.db);
    expect((await app.json('POST', '/api/backups', {})).status).toBe(202);
  });

  it('X15 does not put off the next scheduled one, however often the button is pressed', async () => {
    const { app, make, begun } = await appWithBackups();
    await make();
    const unschedule = scheduleBackups({
      ...{ db: app.db, node: 'n', intervalSeconds: 86_400, firstMs: 0, checkMs: 5 },
      start: (id) => begun.push(id),
    });
    await expect.poll(() => begun).toHaveLength(1);
    unschedule();
  });

  it('X15 X16 that is pinned stays, also where it is pinned at the moment at which it would go', async () => {
    const { app, folder, make, report } = await appWithBackups();
    const files = [basename((await make()).path), basename((await make()).path)];
    const { id } = (await report()).backups[0]!;
    expect(await pinFreshBackup(app.db, id, 60)).toBe(true);
    await sql`update backups set finished_at = now() - interval '2 hours' where id <> ${id}`.execute(app.db);
    expect(await pinFreshBackup(app.db, id - 1, 60)).toBe(false);
    await removeUnpinnedFile(app.db, id, () => expect.unreachable());
    for (let count = 0; count < 8; count += 1) files.push(basename((await make()).path));
    expect(await listNames(folder)).toEqual([files[1], ...files.slice(3)]);
    // A backup's row is kept for as long as its file, whatever was attempted since.
    await sql`
      insert into backups (state, node, problem) select 'failed', 'n', 'no' from generate_series(1, 250)`.execute(
      app.db,
    );
    await make();
    const listed = (await report()).backups.filter(({ file }) => file !== null);
    expect(listed.filter(({ pinned }) => pinned)).toMatchObject([{ id, file: files[1], available: true }]);
    const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from backups`.execute(app.db);
    expect(rows[0]!.rows).toBeLessThan(250);
  });
});

describe('a backup that is due', () => {
  it('P7 is begun by one of several nodes, counts from the last good one, and is tried again after a failure', async () => {
    const { app } = await appWithBackups();
    const begin = (intervalSeconds: number) => beginBackup(app.db, { node: 'n', madeBy: 'schedule', intervalSeconds });
    const begun: number[] = [];
    const nodes = Array.from({ length: 4 }, () =>
      scheduleBackups({
        db: app.db,
        node: 'n',
        intervalSeconds: 3_600,
        firstMs: 0,
        checkMs: 5,
        start: (id) => begun.push(id),
      }),
    );
    await expect.poll(() => begun).toHaveLength(1);
    const age = (interval: string) =>
      sql`update backups set started_at = now() - ${interval}::interval`.execute(app.db);
    for (const unschedule of nodes) unschedule();
    await failBackup(app.db, begun[0]!, 'no');
    expect(await begin(3_600)).toBeUndefined();
    await age('16 minutes');
    const retried = await begin(3_600);
    expect(retried).toBeDefined();
    await sql`update backups set state = 'done' where id = ${retried!}`.execute(app.db);
    await age('59 minutes');
    expect(await begin(3_600)).toBeUndefined();
    await age('61 minutes');
    expect(await begin(3_600)).toBeDefined();
    expect(begun).toHaveLength(1);
    scheduleBackups({ db: app.db, node: 'n', intervalSeconds: 0, firstMs: 0, start: () => expect.unreachable() });
  });
});

/** A user who keeps working meanwhile: subscriptions that are paid, and pictures that replace each other. */
async function simulateWork(app: TestApp) {
  const plan = await addPlan(app);
  const image = await createPicture(40, 30).png().toBuffer();
  const { id } = (await app.form('POST', '/api/level', { title: 'Nivel', image })).body.data as { id: number };
  return async (until: () => boolean) => {
    let writes = 0;
    while (!until()) {
      const { id: user_id } = await createUser(app);
      const activation = { user_id, subscription_id: plan, payment_method: 'efectivo', payment_amount: 15_000 };
      expect((await app.json('POST', '/api/user/activate-suscription', activation)).status).toBe(200);
      expect((await app.form('PATCH', `/api/level/${id}`, { image })).status).toBe(200);
      writes += 3;
    }
    return writes;
  };
}

describe('while people work', { timeout: 120_000 }, () => {
  it('B1 P8 every backup is of one moment: money adds up and every picture is there', async () => {
    const { app, run } = await appWithBackups();
    let stopped = false;
    const workers = [await simulateWork(app), await simulateWork(app)];
    const working = Promise.all(workers.map((work) => work(() => stopped)));
    const made = [];
    for (let count = 0; count < 3; count += 1)
      made.push(await run(await beginBackup(app.db, { node: 'n', madeBy: 'command' })));
    stopped = true;
    const writes = (await working).reduce((sum, count) => sum + count, 0);
    expect(writes).toBeGreaterThan(5);
    for (const { missingImages } of made) expect(missingImages).toBe(0);
    const target = await newDatabase();
    const images = await newFolder();
    for (const { path, images: count } of made.slice(1)) {
      expect(count).toBeGreaterThan(0);
      await restoreInto(target, path, { pictures: diskStore(images) });
      const [sums] = await queryRows<Record<string, number>>(
        target,
        `select (select count(*) from users where "suscriptionId" is not null)::int as subscribed,
           (select count(*) from user_subscriptions)::int as subscriptions,
           (select count(*) from user_subscriptions s join payments p on p.period_id = s.id and p.amount = s.payment_amount)::int as paid,
           (select count(*) from payments)::int as payments`,
      );
      expect(new Set(Object.values(sums!)).size, JSON.stringify(sums)).toBe(1);
      const named = await queryRows<{ name: string }>(
        target,
        `select split_part(cover_image, '/', 3) as name from levels where cover_image is not null`,
      );
      const there = new Set(await readdir(images));
      for (const { name } of named) expect(there).toContain(name);
    }
    // Pictures replaced meanwhile are removed as soon as no backup is being made.
    const [{ count }] = (await queryRows<{ count: number }>(
      app.connection,
      'select count(*)::int as count from levels where cover_image is not null',
    )) as [{ count: number }];
    await expect
      .poll(async () => (await readdir(app.folder)).filter((name) => !name.startsWith('.')))
      .toHaveLength(count);
  });

  it('B1 a picture stays while a backup that may know it is copied', async () => {
    const app = await testApp();
    const image = await createPicture(40, 30).png().toBuffer();
    const { id } = (await app.form('POST', '/api/level', { title: 'Nivel', image })).body.data as { id: number };
    const pictures = async () => (await readdir(app.folder)).filter((name) => !name.startsWith('.')).length;
    const running = await beginBackup(app.db, { node: 'n', madeBy: 'command' });
    expect(await isCopying(app.db)).toBe(true);
    await app.form('PATCH', `/api/level/${id}`, { image });
    expect(await pictures()).toBe(2);
    await sql`update backups set state = 'checking' where id = ${running!}`.execute(app.db);
    await expect.poll(pictures).toBe(1);
  });
});
