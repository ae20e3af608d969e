import { WRONG_PASSWORD } from '@pulso/contract/accounts/auth';
import { backupsReport } from '@pulso/contract/desk/backups';
import { NO_FRESH_BACKUP, ownBusinessRow } from '@pulso/contract/desk/own-business';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { markDemo } from '#features/accounts/auth/stage.queries';
import { attemptLogin, countingPasswords, HOME_ADDRESS, RIGHT_PASSWORD, countByStatus, times } from '#test/logins';
import { createGoodBackup } from '#test/good-backup';
import { moneyOf } from '#test/money';
import { addPlan, expectAnswer, createUser, quickAdmin, quickPasswords } from '#test/people';
import { testApp, type TestApp, type TestOptions } from '#test/test-app';

const MAX_GUESSES = 10;

/** Rows that a test adds in `fill` count as the demonstration's; later ones do not. */
async function openDemo(fill: (app: TestApp) => Promise<unknown> = async () => undefined, options: TestOptions = {}) {
  const app = await testApp({ passwords: quickPasswords, ...options });
  await fill(app);
  await markDemo(app.db);
  return app;
}

const readReport = async (app: TestApp) => expectAnswer(await app.get('/api/own-business'), ownBusinessRow);

async function startOwnBusiness(
  app: TestApp,
  given: { backup_id?: number; [field: string]: unknown } = {},
  { token = app.token, from = HOME_ADDRESS, headers = {} } = {},
) {
  const backup_id = given.backup_id ?? (await createGoodBackup(app));
  const sent = { keep: [], password: 'clave-segura', ...given, backup_id };
  return app.send('POST', '/api/own-business', {
    ...{ token, from, headers: { 'content-type': 'application/json', ...headers } },
    payload: JSON.stringify(sent),
  });
}

const listUsernames = async ({ db }: TestApp) => {
  const { rows } = await sql<{ username: string }>`select username from users order by id`.execute(db);
  return rows.map(({ username }) => username);
};

describe('starting with a business of one’s own', () => {
  it('X16 asks for the password of whoever does it; a wrong one is an error of its field, and changes nothing', async () => {
    const app = await openDemo((filling) => createUser(filling));
    for (const [password, message] of [
      ['otra-clave', WRONG_PASSWORD],
      ['', 'La contraseña es obligatoria'],
      [undefined, 'La contraseña es obligatoria'],
      [7, 'La contraseña es obligatoria'],
    ]) {
      const { status, body } = await startOwnBusiness(app, { password });
      expect([status, body.errors]).toEqual([400, { password: message }]);
    }
    expect(await readReport(app)).toMatchObject({ is_demo: true, going: { people: 1 } });
    // The password of another administrator is refused.
    const other = await quickAdmin(app);
    await sql`update users set password_hash = 'quick:la-suya' where id = ${other.id}`.execute(app.db);
    expect((await startOwnBusiness(app, {}, { token: other.token })).body.errors).toEqual({ password: WRONG_PASSWORD });
    expect((await startOwnBusiness(app, { password: 'la-suya' }, { token: other.token })).status).toBe(200);
  });

  it('X16 bounds guesses of the password by the counters of the login, in both directions', async () => {
    const { counted, passwords } = countingPasswords();
    const app = await openDemo(undefined, { passwords });
    const backup_id = await createGoodBackup(app);
    counted.looks = 0;
    const answers = await Promise.all(
      times(MAX_GUESSES + 10, () => startOwnBusiness(app, { backup_id, password: 'mala' })),
    );
    expect([countByStatus(answers), counted.looks]).toEqual([{ 400: MAX_GUESSES, 429: 10 }, MAX_GUESSES]);
    const { status, body, headers } = await startOwnBusiness(app, { backup_id });
    expect([status, body.message]).toEqual([429, expect.stringMatching(/^Demasiados intentos .* en 1[45] min\.$/)]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(60);
    expect((await attemptLogin(app, { from: HOME_ADDRESS, password: RIGHT_PASSWORD })).status).toBe(429);
    expect((await app.get('/api/own-business')).status).toBe(200);
    // The administrator gets through from another address, and leaves no failure behind.
    const before = await sql`select from login_failures`.execute(app.db);
    expect((await startOwnBusiness(app, {}, { from: '198.51.100.9' })).status).toBe(200);
    expect((await sql`select from login_failures`.execute(app.db)).rows).toHaveLength(before.rows.length);
  });

  it('X16 is not held up on a device that has logged in by what others guess from the same address', async () => {
    const { passwords } = countingPasswords();
    const app = await openDemo(undefined, { passwords });
    const login = await attemptLogin(app, { from: HOME_ADDRESS, password: RIGHT_PASSWORD });
    const cookie = String(login.headers['set-cookie']).split(';')[0]!;
    for (const one of times(30, (i) => ({ from: HOME_ADDRESS, username: `cuenta${i}` }))) await attemptLogin(app, one);
    expect((await startOwnBusiness(app)).status).toBe(429);
    expect((await startOwnBusiness(app, {}, { headers: { cookie } })).status).toBe(200);
  });

  it('X16 leaves every administrator with all sessions, but nobody who was invented and nobody who was deleted', async () => {
    const app = await openDemo(async (filling) => {
      for (const [username, role] of [
        ['inventada', 'ADMIN'],
        ['inventado', 'TRAINER'],
        ['otra', 'CLIENT'],
      ])
        await createUser(filling, { username, role, password: 'la-de-nadie' });
    });
    const owner = await quickAdmin(app);
    const blocked = await app.addUser({ username: 'bloqueada', status: false }, 'quick:una');
    const gone = await app.addUser({ username: 'borrada' }, 'quick:dos');
    expect((await app.remove(`/api/user/${gone.id}`)).status).toBe(200);
    const { rows } = await sql<{ username: string }>`select username from users where id = ${owner.id}`.execute(app.db);
    expect((await readReport(app)).going.people).toBe(3);
    expect((await startOwnBusiness(app)).status).toBe(200);
    expect(await listUsernames(app)).toEqual(['admin', rows[0]!.username, 'bloqueada']);
    expect((await app.get('/api/user', owner.token)).status).toBe(200);
    expect((await app.get(`/api/user/${blocked.id}`)).body.data).toMatchObject({ role: 'ADMIN', status: false });
  });

  it('X16 is refused where people have worked, unless it is said how much of that goes', async () => {
    const app = await openDemo(async (filling) => {
      const plan = await addPlan(filling);
      const { id } = await createUser(filling, { username: 'inventada', password: 'la-de-nadie' });
      await moneyOf(() => filling).activate(id, plan, { payment_amount: 15_000 });
      await createUser(filling, { username: 'inventado', password: 'la-de-nadie' });
    });
    const { rows } = await sql<{ plan: number; client: number }>`
      select (select id from plans) as plan, (select id from users where username = 'inventado') as client`.execute(
      app.db,
    );
    const { plan, client } = rows[0]!;
    const money = moneyOf(() => app);
    const refused = async (given?: Parameters<typeof startOwnBusiness>[1]) => {
      const { status, body } = await startOwnBusiness(app, given);
      return [status, body.message as string];
    };
    expect((await readReport(app)).ours).toEqual({ people: 0, payments: 0 });
    // Another administrator stays, and so does not count among the people who go.
    await quickAdmin(app);
    await createUser(app, { role: 'TRAINER', password: 'una-clave' });
    expect(await refused()).toEqual([409, 'Hay 1 persona que no es de la demostración: no se borró nada.']);
    const ana = await createUser(app, { password: 'dos-claves' });
    await money.activate(ana.id, plan, { payment_amount: 15_000 });
    expect(await refused()).toEqual([409, 'Hay 2 personas y 1 pago que no son de la demostración: no se borró nada.']);
    // An invented client with a real payment.
    await money.activate(client, plan, { payment_amount: 15_000 });
    const ours = { people: 2, payments: 2 };
    expect(await readReport(app)).toMatchObject({ is_demo: true, ours, going: { people: 4, payments: 3 } });
    expect(await refused({ also_ours: { people: 2, payments: 1 } })).toEqual([
      409,
      'Hay 2 personas y 2 pagos que no son de la demostración: no se borró nada.',
    ]);
    expect((await startOwnBusiness(app, { also_ours: true })).status).toBe(400);
    expect(await readReport(app)).toMatchObject({ is_demo: true, ours });
    expect(expectAnswer(await startOwnBusiness(app, { also_ours: ours }), ownBusinessRow)).toMatchObject({
      is_demo: false,
      ours: { people: 0, payments: 0 },
    });
  });

  it('X16 keeps the copy that was made before for good, and only where it is done', async () => {
    const app = await openDemo();
    const { id: client } = await createUser(app, { password: 'una-clave' });
    const pinned = async () =>
      expectAnswer(await app.get('/api/backups'), backupsReport).backups.filter((backup) => backup.pinned);
    expect((await startOwnBusiness(app)).status).toBe(409);
    expect(await pinned()).toEqual([]);
    await app.remove(`/api/user/${client}`);
    const backup_id = await createGoodBackup(app);
    expect((await startOwnBusiness(app, { backup_id })).status).toBe(200);
    expect(await pinned()).toMatchObject([{ id: backup_id, made_by: 'command' }]);
  });

  it('X16 asks for another copy where somebody has worked since that one began', async () => {
    const app = await openDemo(createUser);
    const { rows } = await sql<{ id: number }>`select max(id) as id from users`.execute(app.db);
    for (const work of [
      () => app.json('PATCH', `/api/user/${rows[0]!.id}`, { notes: 'Rodilla' }),
      () => app.json('POST', '/api/type-diet', { name: 'Keto' }),
      () => app.json('POST', '/api/notifications/send-to-all', { title: 'Hola', body: 'A todos' }),
      () => app.json('POST', `/api/user/${rows[0]!.id}/contact`, { channel: 'whatsapp' }),
    ]) {
      const backup_id = await createGoodBackup(app);
      expect([200, 201]).toContain((await work()).status);
      const { status, body } = await startOwnBusiness(app, { backup_id });
      expect([status, body.message]).toEqual([409, NO_FRESH_BACKUP]);
    }
    expect((await startOwnBusiness(app)).status).toBe(200);
  });

  it('X16 takes for the filler’s what it dates a few minutes ahead, and for people’s all of what nobody knows', async () => {
    const app = await openDemo(async (filling) => {
      const { id } = await createUser(filling);
      await sql`
        insert into payments (user_id, type, item_id, amount, payment_method, status, created_at)
        values (${id}, 'other', 0, 10, 'efectivo', 'completed', now() + interval '9 minutes')`.execute(filling.db);
    });
    expect((await readReport(app)).ours).toEqual({ people: 0, payments: 0 });
    await sql`update own_business set filled_at = null`.execute(app.db);
    expect((await readReport(app)).ours).toEqual({ people: 1, payments: 1 });
  });
});
