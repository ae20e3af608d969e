import { userListRow, userRow } from '@pulso/contract/accounts/users';
import { userDetail } from '@pulso/contract/desk/user-detail';
import { toStrictSchema } from '@pulso/testing/strict-schema';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { addPlan, expectAnswer, createUser, personPayload, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';
import { testApp } from '#test/test-app';

const USERNAME_TAKEN = 'El nombre de usuario ya está en uso';

describe('creating a user', () => {
  const app = sharedApp({ passwords: quickPasswords });
  const create = (fields: object) => app().json('POST', '/api/user', personPayload(fields));

  it('USF-44 USD-82 USD-83 API-26 API-27 D7 stores every field of the payload and answers the user', async () => {
    const plan = await addPlan(app());
    const sent = {
      name: 'Ñandú Álvarez 🏋️‍♀️',
      gender: 'Unisex',
      phone: '1123456789',
      username: 'nandu@correo.com',
      role: 'TRAINER',
      weight: 72.35,
      height: '170.5',
      age: 35,
      birth_date: '1990-05-10',
      suscriptionId: plan,
      suscription_status: true,
      suscription_init: '2026-01-31',
      suscription_end: '2026-02-28',
      status: false,
      email: 'nandu@correo.com',
      profile_image: 'https://fotos.example/n.jpg',
      notes: 'Rodilla operada\nSin saltos',
    };
    const user = expectAnswer(await create(sent), userRow, 201);
    expect(user).toMatchObject({ ...sent, height: 170.5, countryCode: 'AR', countryCodeT: '+54', version: 1 });
    const detail = expectAnswer(await app().get(`/api/user/${user.id}`), userDetail);
    expect(detail).toEqual({ ...user, subscription_history: [], user_packages: [], payments: [] });
  });

  it('USF-46 FMT-06 makes an active client of whom nothing else is said, and leaves the rest empty', async () => {
    const user = expectAnswer(await create({ role: undefined, status: undefined }), userRow, 201);
    expect(user).toMatchObject({ role: 'CLIENT', status: true, suscription_status: false, notes: '' });
    for (const field of ['weight', 'height', 'age', 'birth_date', 'email', 'profile_image', 'suscriptionId'] as const)
      expect(user[field]).toBeNull();
    const blank = { weight: '', height: '', age: '', birth_date: '', suscriptionId: '', suscription_end: null };
    expect(await createUser(app(), blank)).toMatchObject({ weight: null, birth_date: null, suscription_end: null });
  });

  it('USF-47 makes everybody Argentine, whatever country is sent', async () => {
    const { id } = await createUser(app(), { countryCode: 'UY', countryCodeT: '+598' });
    const argentine = { countryCode: 'AR', countryCodeT: '+54' };
    const changed = await app().json('PATCH', `/api/user/${id}`, { countryCode: ['BR'], countryCodeT: 55 });
    expect(expectAnswer(changed, userRow)).toMatchObject(argentine);
    expect(expectAnswer(await app().get(`/api/user/${id}`), userDetail)).toMatchObject(argentine);
    const { body } = await app().get('/api/user');
    expect(body.data.find((user: { id: number }) => user.id === id).countryCodeT).toBe('+54');
  });

  it('USF-48 M5 refuses a username that somebody has, in whatever spelling, and only that', async () => {
    const { id } = await createUser(app(), { username: 'Ana.Peña' });
    const spellings = ['Ana.Peña', 'ana.peña', 'ANA.PEÑA', ' ana.peña ', 'ana.pen\u0303a', 'ａｎａ.peña'];
    for (const username of spellings) {
      const { status, body } = await create({ username });
      expect([username, status, body.message]).toEqual([username, 409, USERNAME_TAKEN]);
    }
    const other = await createUser(app(), { username: 'ana.pena' });
    const renamed = await app().json('PATCH', `/api/user/${other.id}`, { username: 'ANA.peña' });
    expect([renamed.status, renamed.body.message]).toEqual([409, USERNAME_TAKEN]);
    expect((await app().json('PATCH', `/api/user/${id}`, { username: 'ANA.PEÑA' })).status).toBe(200);
  });

  it('N6 refuses a username that only looks like another', async () => {
    const lookAlikes = ['\u0430dmin', 'ad\u200bmin', 'ad\u202enim', 'admin\ufe0f', '\u0251dmin', 'adm\u0131n', 'a  b'];
    for (const username of [...lookAlikes, 'a\u00a0\u00a0b', 'a\tb', '😀']) {
      const { status, body } = await create({ username });
      expect([username, status, body.errors]).toEqual([
        username,
        400,
        { username: 'Contiene caracteres no permitidos' },
      ]);
    }
    for (const username of ['Ana Paula', "o'higgins+1@correo.com.ar", 'Łukasz', 'pingüino'])
      await createUser(app(), { username });
  });

  it('K4 makes one user of twenty that want the same name at once', async () => {
    const { username } = personPayload();
    const tries = Array.from({ length: 20 }, (_, index) => (index % 2 ? username : username.toUpperCase()));
    const answers = await Promise.all(tries.map((name) => create({ username: name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
  });

  it('M1 ignores what is not his to say', async () => {
    const hidden = {
      id: 999_999,
      created_at: '2001-01-01T00:00:00.000Z',
      password_hash: 'quick:otra',
      deleted_at: '2001-01-01T00:00:00.000Z',
      version: 77,
      is_admin: true,
      sid: 'x',
      payments: [{ amount: 1 }],
      search: 'x',
    };
    const user = await createUser(app(), hidden);
    expect(user).toMatchObject({ version: 1, role: 'CLIENT' });
    expect(user.id).toBeLessThan(999_999);
    expect(Date.parse(user.created_at)).toBeGreaterThan(Date.parse('2020-01-01'));
    expect((await app().json('PATCH', `/api/user/${user.id}`, hidden)).body.data).toEqual({ ...user, version: 2 });
    const { rows } = await sql`select password_hash from users where id = ${user.id}`.execute(app().db);
    expect(rows).toEqual([{ password_hash: 'quick:clave-segura' }]);
  });

  it('FMT-05 M2 stores the three roles, by their documented names only', async () => {
    const names = {
      ADMIN: ['ADMIN', 'admin', 'administrador'],
      TRAINER: ['trainer', 'entrenador'],
      CLIENT: ['cliente'],
    };
    for (const [role, aliases] of Object.entries(names))
      for (const alias of aliases) expect((await createUser(app(), { role: alias })).role).toBe(role);
    const { id } = await createUser(app());
    for (const role of ['Admin ', 'ADMIN\u0000', 'ＡＤＭＩＮ', 'Administrador', 'ROOT', '', null, 1, ['ADMIN'], {}])
      for (const answer of [await create({ role }), await app().json('PATCH', `/api/user/${id}`, { role })])
        expect([role, answer.status, answer.body.errors]).toEqual([role, 400, { role: 'El rol es obligatorio' }]);
  });

  it('FMT-04 knows three genders', async () => {
    for (const gender of ['Male', 'Female', 'Unisex'])
      expect((await createUser(app(), { gender })).gender).toBe(gender);
    for (const gender of ['male', 'Otro', 'Masculino', '', null, ['Male']]) {
      const { status, body } = await create({ gender });
      expect([gender, status, body.errors]).toEqual([gender, 400, { gender: 'El género es obligatorio' }]);
    }
  });
});

describe('changing a user', () => {
  const app = sharedApp({ passwords: quickPasswords });
  const change = (id: number, fields: object, headers?: Record<string, string>) =>
    app().json('PATCH', `/api/user/${id}`, fields, { headers });

  it('USF-49 changes the sent fields and leaves all others as they are', async () => {
    const plan = await addPlan(app());
    const user = await createUser(app(), {
      weight: 60.5,
      height: 165,
      age: 30,
      birth_date: '1996-02-29',
      suscriptionId: plan,
      suscription_status: true,
      suscription_init: '2026-01-01',
      suscription_end: '2026-02-01',
      email: 'a@b.com',
      notes: 'Nada',
    });
    expect(expectAnswer(await change(user.id, { weight: 61 }), userRow)).toEqual({ ...user, weight: 61, version: 2 });
    expect(expectAnswer(await change(user.id, {}), userRow)).toEqual({ ...user, weight: 61, version: 3 });
    const cleared = { weight: '', birth_date: null, suscriptionId: null, notes: '', email: '' };
    const after = { ...user, ...cleared, weight: null, email: null, version: 4 };
    expect(expectAnswer(await change(user.id, cleared), userRow)).toEqual(after);
  });

  it('K1 refuses a save over a newer one when told which version was edited', async () => {
    const { id } = await createUser(app());
    const stale = { 'if-match': '"1"' };
    expect((await change(id, { name: 'Primera' }, stale)).status).toBe(200);
    const { status, body } = await change(id, { name: 'Segunda' }, stale);
    expect([status, body.message]).toEqual([409, expect.stringContaining('Otra persona guardó cambios')]);
    expect((await app().get(`/api/user/${id}`)).body.data.name).toBe('Primera');
    expect((await change(999_999, { name: 'Nadie' }, stale)).status).toBe(404);
    // A change without If-Match changes only the sent fields.
    await Promise.all([change(id, { name: 'Tercera' }), change(id, { phone: '1199999999' })]);
    expect((await app().get(`/api/user/${id}`)).body.data).toMatchObject({ name: 'Tercera', phone: '1199999999' });
  });

  it('K2 K3 lets one of an edit and a delete win, without a ghost', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await createUser(app());
      const [edited, deleted] = await Promise.all([change(id, { status: false }), app().remove(`/api/user/${id}`)]);
      expect(deleted.status).toBe(200);
      expect([200, 404]).toContain(edited.status);
      expect((await app().get(`/api/user/${id}`)).status).toBe(404);
      expect((await app().get('/api/user')).body.data.map((user: { id: number }) => user.id)).not.toContain(id);
    }
  });

  it('R11 V6 Z9 finds nobody under an id that is unknown, deleted or no id', async () => {
    const { id } = await createUser(app());
    await app().remove(`/api/user/${id}`);
    const plan = await addPlan(app());
    for (const name of [
      id,
      0,
      -1,
      2_147_483_647,
      2_147_483_648,
      '9223372036854775808',
      '1e2',
      '01',
      'null',
      '1%20OR%201=1',
    ]) {
      const path = `/api/user/${name}`;
      const answers = [
        await app().get(path),
        await app().json('PATCH', path, { name: 'Nadie' }),
        await app().remove(path),
        await app().get(`${path}/subscription-history`),
        await app().get(`${path}/packages`),
        await app().json('PATCH', `${path}/subscription-status`, { active: true }),
        await app().remove(`${path}/subscription`),
        await app().json('DELETE', `${path}/package`, { package_id: 1 }),
      ];
      expect([name, ...answers.map(({ status }) => status)]).toEqual([name, ...Array<number>(8).fill(404)]);
    }
    const paid = { payment_method: 'efectivo', payment_amount: 1 };
    const activation = { user_id: id, subscription_id: plan, ...paid };
    expect((await app().json('POST', '/api/user/activate-suscription', activation)).status).toBe(404);
    expect((await app().get('/api/user/activate-suscription')).status).toBe(404);
    expect((await app().remove('/api/user/activate-package')).status).toBe(404);
  });
});

it('API-32 C7 USU-26 answers no password and no hash, whatever is asked', async () => {
  const app = await testApp();
  const sent = personPayload({ password: 'canario-secreto' });
  const created = await app.json('POST', '/api/user', sent);
  const { id } = expectAnswer(created, userRow, 201);
  const answers = [
    created,
    await app.json('PATCH', `/api/user/${id}`, { password: 'canario-secreto-2' }),
    await app.json('POST', '/api/user', { ...sent, password: 'canario-secreto' }),
    await app.get(`/api/user/${id}`),
    await app.get('/api/user'),
    await app.get('/api/user?search=ana'),
    await app.remove(`/api/user/${id}`),
  ];
  for (const { raw } of answers) expect(raw).not.toMatch(/canario|argon2|password|hash/i);
  z.array(toStrictSchema(userListRow)).check(z.minLength(2)).parse(answers[4]?.body.data);
});

it('EXTRAS=0 answers no version and ignores If-Match', async () => {
  const app = await testApp({ extras: false, passwords: quickPasswords });
  const user = await createUser(app);
  const path = `/api/user/${user.id}`;
  const headers = { 'if-match': '"99"' };
  const changed = expectAnswer(await app.json('PATCH', path, { name: 'Otra' }, { headers }), userRow);
  const removed = [expectAnswer(await app.get(path), userDetail), expectAnswer(await app.remove(path), userRow)];
  for (const answer of [user, changed, ...removed]) expect(answer).not.toHaveProperty('version');
});
