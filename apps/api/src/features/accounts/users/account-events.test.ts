import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { attemptLogin } from '#test/logins';
import { addPlan, createUser, quickPasswords } from '#test/people';
import { testApp } from '#test/test-app';

it('X24 who gave or took access, a password or a period, who logged in and who could not: each leaves who, whom and from where', async () => {
  const app = await testApp({ passwords: quickPasswords });
  const { rows: owner } = await sql<{ id: number }>`select id from users where username = 'admin'`.execute(app.db);
  const plan = await addPlan(app);
  const since = await sql<{ id: number }>`select coalesce(max(id), 0)::int as id from events`.execute(app.db);
  const { id, username } = await createUser(app, { name: 'Ana' });
  const path = `/api/user/${id}`;
  for (const values of [
    { name: 'Ana Gómez', notes: 'Rodilla' },
    { role: 'ADMIN' },
    { password: 'clave-nueva' },
    { suscriptionId: plan, suscription_status: true, suscription_init: '2026-01-01', suscription_end: '2199-01-01' },
    { status: false },
  ])
    expect((await app.json('PATCH', path, values)).status).toBe(200);
  await app.remove(path);
  await app.send('POST', `${path}/restore`, { token: app.token });
  await app.json('PATCH', path, { status: true });
  await attemptLogin(app, { username, password: 'mala', from: '203.0.113.5' });
  await attemptLogin(app, { username: 'nadie', password: 'mala', from: '203.0.113.5' });
  const told = async () => {
    const { rows } = await sql`
      select actor_id, action, changes, address from events
      where entity = 'account' and user_id = ${id} and id > ${since.rows[0]!.id} order by id`.execute(app.db);
    return rows;
  };
  await expect.poll(told).toHaveLength(9);
  const by = { actor_id: owner[0]!.id, changes: null, address: '127.0.0.1' };
  const created = { username: [null, username], role: [null, 'CLIENT'], status: [null, true] };
  const period = {
    suscriptionId: [null, plan],
    suscription_status: [false, true],
    suscription_init: [null, '2026-01-01'],
    suscription_end: [null, '2199-01-01'],
  };
  expect(await told()).toEqual([
    { ...by, action: 'create', changes: { ...created, suscription_status: [null, false] } },
    { ...by, action: 'change', changes: { role: ['CLIENT', 'ADMIN'] } },
    { ...by, action: 'change', changes: { password: [null, 'cambiada'] } },
    { ...by, action: 'change', changes: period },
    { ...by, action: 'change', changes: { status: [true, false] } },
    { ...by, action: 'delete' },
    { ...by, action: 'restore' },
    { ...by, action: 'change', changes: { status: [false, true] } },
    { actor_id: null, action: 'refused-login', changes: null, address: '203.0.113.5' },
  ]);
  const { rows: nobody } = await sql`
    select from events where action = 'refused-login' and user_id is distinct from ${id}`.execute(app.db);
  expect(nobody).toEqual([]);

  // Erasing takes what names the person, and leaves which access was given.
  await app.remove(path);
  expect((await app.send('POST', `${path}/erase`, { token: app.token })).status).toBe(200);
  expect((await told()).slice(0, 5)).toMatchObject([
    { changes: { role: [null, 'CLIENT'], status: [null, true] } },
    { changes: { role: ['CLIENT', 'ADMIN'] } },
    { changes: { password: [null, 'cambiada'] } },
    { changes: null },
    { changes: { status: [true, false] } },
  ]);
});
