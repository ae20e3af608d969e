import { readdir } from 'node:fs/promises';
import { loginBody } from '@pulso/contract/accounts/auth';
import {
  BACKUP_UNDER_WAY,
  firstStepsRow,
  MISSING_DEPENDENCY,
  contentKinds,
  addContentKind,
  removeContentKind,
  NO_FRESH_BACKUP,
  NOT_A_DEMO,
  ownBusinessRow,
  type ContentKind,
  type AddedRows,
} from '@pulso/contract/desk/own-business';
import { IMAGE_SIZES } from '@pulso/contract/kit/images';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Db } from '#db/schema/database';
import { doChores } from '#chores';
import { stopRecording } from '#db/writes/events';
import { beginBackup, failBackup } from '#features/desk/backups/backups.queries';
import { CONTENT_TABLES, emptyBusiness, EMPTIED_TABLES } from '#features/desk/own-business/empty-business.queries';
import { isPictureName, type ImageFiles } from '#files/picture-store';
import { countDemoRows, fillDemoData } from '#test/demo';
import { createGoodBackup } from '#test/good-backup';
import { findBrokenInvariants } from '#test/broken-invariants';
import { moneyOf } from '#test/money';
import { addPlan, expectAnswer, createUser, quickAdmin, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';
import { testApp, type TestApp } from '#test/test-app';

// Blank pictures: another test checks how they look.
vi.mock(import('#files/drawings/render-picture'), async (original) => ({
  ...(await original()),
  renderPicture: (): Promise<ImageFiles> =>
    Promise.resolve(IMAGE_SIZES.map(({ file }) => ({ file, bytes: Buffer.from('en blanco') }))),
}));

const password = 'clave-segura';

type Start = { keep?: readonly ContentKind[]; backup_id: number; also_ours?: AddedRows };
const startOwnBusiness = (app: TestApp, given: Start, token?: string) =>
  app.json('POST', '/api/own-business', { keep: [], password, ...given }, { token });

const readReport = async (app: TestApp) => expectAnswer(await app.get('/api/own-business'), ownBusinessRow);
const readSteps = async (app: TestApp, token?: string) =>
  expectAnswer(await app.get('/api/first-steps', token), firstStepsRow);

/** Extras about the own business that the login announces. */
const readAnnouncedExtras = async (app: TestApp, username: string) => {
  const { body } = await app.json('POST', '/api/auth/login', { username, password });
  const { extras = [] } = loginBody.parse(body);
  return extras.filter((name) => ['own-business', 'demo', 'first-steps'].includes(name));
};

/** How many rows every table has. */
async function countRows(db: Db): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`.execute(db);
  const counted = tables.map(({ name }) => sql`(select count(*) from ${sql.table(name)}) as ${sql.ref(name)}`);
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counted)}`.execute(db);
  return rows[0]!;
}

/** Users of each kind, as the tally counts them and as the table has them. */
async function readTallies(db: Db) {
  const { rows: told } = await sql`
    select role, active, subscribed_until, plan_id, sum(change)::int as users from user_tally
    group by 1, 2, 3, 4 having sum(change) <> 0 order by 1, 2, 3, 4`.execute(db);
  const { rows: are } = await sql`
    select role, status as active, case when suscription_status then suscription_end end as subscribed_until,
      "suscriptionId" as plan_id, count(*)::int as users
    from users where deleted_at is null group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db);
  return { told, are };
}

/** Selections to keep: none, and for each kind the smallest with it and the largest without it. */
const combinations: ContentKind[][] = [
  ...new Set([
    '',
    ...contentKinds.flatMap((kind) => [addContentKind([], kind).join(), removeContentKind(contentKinds, kind).join()]),
  ]),
].map((names) => contentKinds.filter((kind) => names.split(',').includes(kind)));

/** Tests that share one demonstration, in their order, because filling it takes seconds. */
function sharedDemo(): () => TestApp {
  const app = sharedApp({ passwords: quickPasswords });
  beforeAll(async () => {
    expect(await fillDemoData(app())).toBe(true);
    // No row of the filler counts as people's own.
    expect(await readReport(app())).toMatchObject({ is_demo: true, ours: { people: 0, payments: 0 } });
  });
  return app;
}

describe('starting with a business of one’s own', () => {
  const demo = sharedDemo();

  it('is for demonstration data with a good copy of a moment ago; whatever is missing, nothing is touched', async () => {
    const empty = await testApp({ passwords: quickPasswords });
    expect(await readReport(empty)).toMatchObject({ is_demo: false });
    await createUser(empty);
    const refused = await startOwnBusiness(empty, { backup_id: await createGoodBackup(empty) });
    expect([refused.status, refused.body.message]).toEqual([409, NOT_A_DEMO]);
    expect((await countRows(empty.db)).users).toBe(2);

    const app = demo();
    const attempt = async (keep: unknown, id: unknown) => {
      const before = await countRows(app.db);
      const { status, body } = await app.json('POST', '/api/own-business', { keep, backup_id: id, password });
      expect(await countRows(app.db)).toEqual(before);
      expect(await readReport(app)).toMatchObject({ is_demo: true });
      return [status, body.errors ?? body.message];
    };
    const good = await createGoodBackup(app);
    expect(await attempt([], good + 1)).toEqual([409, NO_FRESH_BACKUP]);
    expect(await attempt(['packages'], good)).toEqual([400, { keep: MISSING_DEPENDENCY }]);
    expect(await attempt(['users'], good)).toEqual([400, { 'keep.0': 'No es algo que se pueda conservar' }]);
    expect((await attempt(undefined, good))[0]).toBe(400);
    expect((await attempt([], null))[0]).toBe(400);
    const failed = (await beginBackup(app.db, { node: 'prueba', madeBy: 'command' }))!;
    expect(await attempt([], failed)).toEqual([409, NO_FRESH_BACKUP]);
    // Another backup is being copied, whose snapshot would lose the tables.
    expect(await attempt([], good)).toEqual([409, BACKUP_UNDER_WAY]);
    await failBackup(app.db, failed, 'No hay espacio.');
    expect(await attempt([], failed)).toEqual([409, NO_FRESH_BACKUP]);
    await sql`update backups set verified_at = null where id = ${good}`.execute(app.db);
    expect(await attempt([], good)).toEqual([409, NO_FRESH_BACKUP]);
    await sql`update backups set verified_at = now(), finished_at = now() - interval '16 minutes' where id = ${good}`.execute(
      app.db,
    );
    expect(await attempt([], good)).toEqual([409, NO_FRESH_BACKUP]);

    // A start that fails half-way is undone as a whole, and may be tried again.
    await sql`update backups set finished_at = now() where id = ${good}`.execute(app.db);
    await sql`alter table events add constraint refused check (action <> 'start')`.execute(app.db);
    expect((await attempt([], good))[0]).toBe(400);
    await sql`alter table events drop constraint refused`.execute(app.db);
  });

  it('may keep any part with what it needs, and knows what to do with every table', async () => {
    const app = demo();
    const { rows } = await sql<{ id: number; session: string }>`
      select u.id, s.id as session from users u join sessions s on s.user_id = u.id where u.role = 'ADMIN'`.execute(
      app.db,
    );
    const { id, session: sessionId } = rows[0]!;
    const actor = { id, sessionId, role: 'ADMIN', permission: 'backups', address: 'x', today: '2026-03-05' } as const;
    const before = await countRows(app.db);
    const undone = app.db.transaction().execute(async (db) => {
      const write = { db, actor, act: sessionId };
      await stopRecording(db);
      const check = async (keep: ContentKind[]) => {
        await emptyBusiness(write, keep);
        const after = await countRows(db);
        for (const kind of contentKinds)
          for (const table of CONTENT_TABLES[kind])
            expect(after[table], `${table} of ${keep.join()}`).toBe(keep.includes(kind) ? before[table] : 0);
        expect(after.prices).toBe(after.plans! + after.packages! + after.products!);
        for (const table of EMPTIED_TABLES.filter((name) => !['till_closes', 'prices', 'deleted_rows'].includes(name)))
          expect(after[table], table).toBe(0);
      };
      await check(contentKinds);
      for (const keep of combinations) {
        await sql`savepoint whole`.execute(db);
        await check(keep);
        await sql`rollback to whole`.execute(db);
      }
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await countRows(app.db)).toEqual(before);

    const parts = ['exercise_sets', 'training_days', 'training_day_exercises', 'package_trainings', 'package_diets'];
    const people = ['users', 'user_tally', 'name_words', 'sessions', 'known_addresses', 'known_devices', 'devices'];
    const stays = [
      'backups',
      'installation',
      'library_entries',
      'login_failures',
      'message_templates',
      'provider_troubles',
      'wrong_notices',
    ];
    const once = ['business', 'own_business', 'schema_migrations'];
    expect(
      [...EMPTIED_TABLES, ...Object.values(CONTENT_TABLES).flat(), ...parts, ...people, ...stays, ...once].sort(),
    ).toEqual(Object.keys(before));
  });

  it('API-37 is done once, whoever of two is first; and the next start with DEMO=1 fills nothing in', async () => {
    const app = demo();
    const second = await quickAdmin(app);
    const backup_id = await createGoodBackup(app);
    const answers = await Promise.all([
      startOwnBusiness(app, { backup_id }),
      startOwnBusiness(app, { backup_id }, second.token),
    ]);
    const [winner, loser] = answers.sort((a, b) => a.status - b.status);
    expect([winner?.status, loser?.status, loser?.body.message]).toEqual([200, 409, NOT_A_DEMO]);
    expect(await countDemoRows(app)).toMatchObject({ levels: 0, plans: 0, trainers: 0, clients: 0, admins: 2 });
    const said: string[] = [];
    expect([await fillDemoData(app, said), said]).toEqual([false, []]);
  });
});

describe('a business of one’s own', () => {
  const demo = sharedDemo();

  it('X16 leaves the administrators, their sessions and what was to stay; people, money and their numbers begin anew', async () => {
    const app = demo();
    const money = moneyOf(() => app);
    expect(await readAnnouncedExtras(app, 'admin')).toEqual(['own-business', 'demo']);
    // The first steps stay hidden during the demonstration.
    expect(expectAnswer(await app.json('POST', '/api/first-steps/hide', {}), firstStepsRow).shown).toBe(false);
    const other = await app.login({ username: 'admin', password });
    const second = await quickAdmin(app);
    // Rows that the administrator added during the demonstration.
    const own = await createUser(app, { name: 'Propio', password: 'otra-clave' });
    const plan = await addPlan(app, { amount: 777 });
    await app.json('POST', '/api/notifications/send-to-all', { title: 'Hola', body: 'Hola' });
    await app.remove(`/api/suscriptions/${await addPlan(app)}`);
    await sql`
      update users set "suscriptionId" = ${plan}, suscription_status = true, suscription_init = '2026-01-01',
        suscription_end = '2199-01-01' where username = 'admin'`.execute(app.db);
    const before = await countDemoRows(app);
    const { content, going, ours } = await readReport(app);
    expect(content).toMatchObject({
      catalogues: 48,
      exercises: 60,
      trainings: 16,
      diets: 24,
      packages: 8,
      products: 30,
    });
    expect(going).toMatchObject({
      people: before.clients! + before.trainers!,
      tills: expect.any(Number) as number,
    });
    expect(Math.min(...Object.values(going))).toBeGreaterThan(0);
    expect(ours).toEqual({ people: 1, payments: 0 });
    const pictures = (await readdir(app.folder)).filter(isPictureName);

    const keep = contentKinds.filter((kind) => kind !== 'products');
    const backup_id = await createGoodBackup(app);
    const answer = expectAnswer(await startOwnBusiness(app, { keep, backup_id, also_ours: ours }), ownBusinessRow);
    expect(answer).toEqual({
      is_demo: false,
      content: { ...content, products: 0 },
      going: { people: 0, subscriptions: 0, payments: 0, tills: 0, notifications: 0 },
      ours: { people: 0, payments: 0 },
    });
    expect(await countDemoRows(app)).toEqual({ ...before, products: 0, trainers: 0, clients: 0, admins: 2 });
    expect((await app.get('/api/estadisticas')).status).toBe(200);
    for (const token of [other, second.token]) expect((await app.get('/api/user', token)).status).toBe(200);
    expect((await app.get(`/api/user/${own.id}`)).status).toBe(404);
    expect((await app.json('POST', `/api/suscriptions/${plan + 1}/restore`, {})).status).toBe(404);
    expect(await findBrokenInvariants(app.db)).toEqual([]);
    const { told, are } = await readTallies(app.db);
    expect(told).toEqual(are);
    expect((await app.get('/api/business')).body.data).toMatchObject({ name: '', alias: '', cuit: '' });
    expect(await readSteps(app)).toMatchObject({ shown: true, business: false, plan: true, client: false });
    expect(await readAnnouncedExtras(app, 'admin')).toEqual(['own-business', 'first-steps']);
    const { rows: events } = await sql`select entity, action, data from events where action <> 'login'`.execute(app.db);
    expect(events).toMatchObject([{ entity: 'business', action: 'start', data: { keep, removed: going } }]);

    // The business works from its first client on: receipt number 1, a till that was never opened, today's prices.
    const client = await createUser(app);
    await money.activate(client.id, plan, { payment_amount: 777 });
    const { data } = await money.ledger();
    expect(data.map(({ id, close_id }) => [id, close_id])).toEqual([[1, 0]]);
    expect((await money.renewal(client.id)).list_price).toBe(777);
    expect((await money.openTill(1_000)).status).toBe(201);
    expect(await findBrokenInvariants(app.db)).toEqual([]);

    // Pictures of what went are cleared away with other deletions, the rest stay.
    const warnings: string[] = [];
    await sql`update deleted_rows set deleted_at = now() - interval '31 days'`.execute(app.db);
    await doChores({
      db: app.db,
      uploads: app.deps.uploads,
      firstPassword: async () => undefined,
      warn: (line) => warnings.push(line),
    });
    const left = (await readdir(app.folder)).filter(isPictureName);
    const { rows: used } = await sql<{ count: number }>`
      select count(*) from (
        select image_url from exercises union select image_url from diets union select cover_image from trainings
        union select cover_image from levels union select image_url from training_types union select image_url from machines
        union select image_url from body_parts union select image from product_categories) images (url)
      where url is not null`.execute(app.db);
    expect(warnings).toEqual([]);
    expect(left).toHaveLength(used[0]!.count);
    expect(left.length).toBeLessThan(pictures.length);
  });
});

describe('the first steps', () => {
  it('tick themselves off as the data come, are announced to administrators, and go for good', async () => {
    const app = await testApp({ passwords: quickPasswords });
    const admin = await quickAdmin(app);
    const trainer = await createUser(app, { role: 'TRAINER' });
    expect(await readSteps(app, admin.token)).toEqual({
      shown: true,
      password: false,
      business: false,
      plan: false,
      client: false,
    });
    expect(await readAnnouncedExtras(app, 'admin')).toEqual(['own-business', 'first-steps']);
    expect(await readAnnouncedExtras(app, trainer.username)).toEqual(['own-business']);

    const own = { token: admin.token };
    // Another field of the account is no other password.
    await app.json('PATCH', `/api/user/${admin.id}`, { name: 'Dueña' }, own);
    expect(await readSteps(app, admin.token)).toMatchObject({ password: false });
    await app.json('PATCH', `/api/user/${admin.id}`, { password: 'otra-clave' }, own);
    expect(await readSteps(app, admin.token)).toMatchObject({ password: true, business: false });
    await app.json('PATCH', '/api/business', { name: 'Gimnasio Sur' });
    expect(await readSteps(app, admin.token)).toMatchObject({ business: true, plan: false });
    await addPlan(app);
    expect(await readSteps(app, admin.token)).toMatchObject({ plan: true, client: false });
    await createUser(app);
    expect(await readSteps(app, admin.token)).toEqual({
      shown: true,
      password: true,
      business: true,
      plan: true,
      client: true,
    });

    expect(expectAnswer(await app.json('POST', '/api/first-steps/hide', {}), firstStepsRow).shown).toBe(false);
    expect((await readSteps(app)).shown).toBe(false);
    expect(await readAnnouncedExtras(app, 'admin')).toEqual(['own-business']);
  });
});
