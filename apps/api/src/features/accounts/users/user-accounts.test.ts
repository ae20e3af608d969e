import { userRow } from '@pulso/contract/accounts/users';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { addPlan, expectAnswer, createUser, personPayload, quickAdmin, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';
import { testApp, type TestApp } from '#test/test-app';

const SELF_DEMOTION = 'No puedes quitarte a ti mismo el acceso de administrador';
const SELF_DELETE = 'No puedes eliminar tu propio usuario';
const LAST_ADMIN = 'Debe quedar al menos un administrador activo';

const patch = (app: TestApp, id: number, fields: object, token?: string) =>
  app.json('PATCH', `/api/user/${id}`, fields, { token });
const statusOf = async (app: TestApp, token: string) => (await app.get('/api/level', token)).status;
const countActiveAdmins = async (app: TestApp) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from users where role = 'ADMIN' and status and deleted_at is null`.execute(app.db);
  return rows[0]?.count;
};

describe('a password', () => {
  const login = (app: TestApp, username: string, password: string) =>
    app.send('POST', '/api/auth/login', {
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ username, password }),
    });

  it('USF-49 stays when none or a blank one is sent; once changed, only the new one logs in', async () => {
    const app = await testApp();
    const { username, password, ...rest } = personPayload({ role: 'ADMIN' });
    const { id } = expectAnswer(await app.json('POST', '/api/user', { ...rest, username, password }), userRow, 201);
    for (const kept of [{ name: 'Otra' }, { password: '' }, { password: null }]) await patch(app, id, kept);
    expect((await login(app, username.toUpperCase(), password)).status).toBe(200);
    expect((await patch(app, id, { password: ' ñandú 🏋️ ' })).status).toBe(200);
    expect((await login(app, username, password)).status).toBe(401);
    expect((await login(app, username, 'ñandú 🏋️')).status).toBe(401);
    expect((await login(app, username, ' n\u0303andú 🏋️ '.normalize('NFC'))).status).toBe(200);
  });

  it('T6 changed by somebody else ends every session; changed by oneself, every other one', async () => {
    const app = await testApp({ passwords: quickPasswords });
    const other = await app.addUser();
    const [first, second] = [await app.login(other), await app.login(other)];
    expect((await patch(app, other.id, { name: 'Con otro nombre' })).status).toBe(200);
    expect([await statusOf(app, first), await statusOf(app, second)]).toEqual([200, 200]);
    expect((await patch(app, other.id, { password: 'nueva-1' }, first)).status).toBe(200);
    expect([await statusOf(app, first), await statusOf(app, second)]).toEqual([200, 401]);
    expect((await patch(app, other.id, { password: 'nueva-2' })).status).toBe(200);
    expect([await statusOf(app, first), await statusOf(app, app.token)]).toEqual([401, 200]);
    expect(await statusOf(app, await app.login({ ...other, password: 'nueva-2' }))).toBe(200);
  });
});

describe('access', () => {
  const app = sharedApp({ passwords: quickPasswords });

  it('T5 ends with the account: 401 at the next call, also once it is active again', async () => {
    const user = await app().addUser();
    const token = await app().login(user);
    expect((await patch(app(), user.id, { status: false })).status).toBe(200);
    expect(await statusOf(app(), token)).toBe(401);
    expect((await patch(app(), user.id, { status: true })).status).toBe(200);
    expect(await statusOf(app(), token)).toBe(401);
    const again = await app().login(user);
    expect((await app().remove(`/api/user/${user.id}`)).status).toBe(200);
    expect(await statusOf(app(), again)).toBe(401);
  });

  it('T7 follows the stored role: 403 once demoted, and the old token does not come back with the role', async () => {
    const user = await app().addUser();
    const token = await app().login(user);
    for (const role of ['TRAINER', 'CLIENT']) {
      expect((await patch(app(), user.id, { role })).status).toBe(200);
      expect(await statusOf(app(), token)).toBe(403);
    }
    expect((await patch(app(), user.id, { role: 'ADMIN' })).status).toBe(200);
    expect(await statusOf(app(), token)).toBe(401);
  });

  it('Z10 cannot be taken from oneself', async () => {
    const user = await app().addUser();
    const token = await app().login(user);
    for (const fields of [{ role: 'TRAINER' }, { status: false }, { role: 'cliente', status: true }]) {
      const { status, body } = await patch(app(), user.id, fields, token);
      expect([status, body.message]).toEqual([409, SELF_DEMOTION]);
    }
    const { status, body } = await app().remove(`/api/user/${user.id}`, token);
    expect([status, body.message]).toEqual([409, SELF_DELETE]);
    expect((await patch(app(), user.id, { name: 'Yo', role: 'ADMIN', status: true }, token)).status).toBe(200);
    expect(await statusOf(app(), token)).toBe(200);
  });
});

describe('the last administrator', () => {
  const app = sharedApp({ passwords: quickPasswords });
  const demoteAll = () => app().db.updateTable('users').set({ role: 'CLIENT' }).execute();

  it.each([
    ['demote', (id: number, token: string) => patch(app(), id, { role: 'CLIENT' }, token)],
    ['deactivate', (id: number, token: string) => patch(app(), id, { status: false }, token)],
    ['delete', (id: number, token: string) => app().remove(`/api/user/${id}`, token)],
  ])('Z10 stays when two %s each other at the same moment', async (_, act) => {
    for (let round = 0; round < 8; round += 1) {
      await demoteAll();
      const [one, two] = [await quickAdmin(app()), await quickAdmin(app())];
      const answers = await Promise.all([act(two.id, one.token), act(one.id, two.token)]);
      expect(await countActiveAdmins(app())).toBe(1);
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused).toHaveLength(1);
      // Either refused by authorization, or authorized and then the last administrator.
      expect([401, 403, 409]).toContain(refused[0]?.status);
      if (refused[0]?.status === 409) expect(refused[0].body.message).toBe(LAST_ADMIN);
    }
  });

  it('Z10 stays when ten want to demote all others', async () => {
    await demoteAll();
    const admins = [await quickAdmin(app())];
    while (admins.length < 10) admins.push(await quickAdmin(app()));
    await Promise.all(
      admins.flatMap(({ token }, mine) =>
        admins.filter((_, index) => index !== mine).map(({ id }) => patch(app(), id, { role: 'CLIENT' }, token)),
      ),
    );
    expect(await countActiveAdmins(app())).toBe(1);
  });
});

describe('deleting a user', () => {
  const app = sharedApp({ passwords: quickPasswords });

  it('USU-30 R6 R7 takes him out of every answer, keeps what he paid, and frees his name', async () => {
    const plan = await addPlan(app());
    const user = await createUser(app(), { username: 'se.va' });
    const paid = { payment_method: 'efectivo', payment_amount: 100 };
    await app().json('POST', '/api/user/activate-suscription', { user_id: user.id, subscription_id: plan, ...paid });
    const path = `/api/user/${user.id}`;
    const counted = (await app().get('/api/estadisticas')).body.data.usuarios;

    expect(expectAnswer(await app().remove(path), userRow)).toMatchObject({ id: user.id, username: 'se.va' });
    expect((await app().get(path)).status).toBe(404);
    expect((await app().remove(path)).status).toBe(404);
    expect((await app().get(`/api/payment?user_id=${user.id}`)).status).toBe(404);
    for (const list of ['/api/user', '/api/user?search=se.va'])
      expect((await app().get(list)).body.data.map(({ id }: { id: number }) => id)).not.toContain(user.id);
    const { usuarios } = (await app().get('/api/estadisticas')).body.data;
    expect([usuarios.total, usuarios.con_suscripcion_activa]).toEqual([
      counted.total - 1,
      counted.con_suscripcion_activa - 1,
    ]);

    const { rows } = await sql`select amount from payments where user_id = ${user.id}`.execute(app().db);
    expect(rows).toEqual([{ amount: 100 }]);
    expect((await createUser(app(), { username: 'SE.VA' })).id).not.toBe(user.id);
  });

  it('R5 leaves the plan in use by his history, and by nobody else', async () => {
    const [plan, held] = [await addPlan(app()), await addPlan(app())];
    const user = await createUser(app(), { suscriptionId: held });
    const paid = { payment_method: 'efectivo', payment_amount: 0 };
    const activation = { user_id: user.id, subscription_id: plan, ...paid };
    expect((await app().json('POST', '/api/user/activate-suscription', activation)).status).toBe(200);
    await patch(app(), user.id, { suscriptionId: held });
    const inUse = 'No se puede eliminar porque está en uso: 1 usuario.';
    expect((await app().remove(`/api/suscriptions/${held}`)).body.message).toBe(inUse);
    await app().remove(`/api/user/${user.id}`);
    expect((await app().remove(`/api/suscriptions/${held}`)).status).toBe(200);
    const { status, body } = await app().remove(`/api/suscriptions/${plan}`);
    const kept = 'No se puede eliminar porque está en uso: 1 suscripción en el historial de usuarios.';
    expect([status, body.message]).toEqual([409, kept]);
  });
});
