import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openPasswords } from '#access/passwords';
import { buildApp } from '#app';
import { checkMigrated } from '#db/schema/migrate';
import { createAdmin, endSessionsOfAccount, setPassword } from '#features/accounts/users/operator.queries';
import { openSession, statusWithToken } from '#test/sessions';
import { testApp } from '#test/test-app';

const passwords = openPasswords();

it('ACC-26 P11 what an operator does to an account is known to every node at the next request, and to the events', async () => {
  const app = await testApp();
  const other = buildApp(app.deps).http;
  const worthElsewhere = async (token: string) =>
    (await other.inject({ url: '/api/level', headers: { authorization: `Bearer ${token}` } })).statusCode;
  const { id, username } = await app.addUser({ username: 'Peña' });
  const token = await openSession(app, username);
  expect([await statusWithToken(app, token), await worthElsewhere(token)]).toEqual([200, 200]);

  const { account, ended } = await setPassword(app.db, passwords, { username: 'PEÑA', password: 'otra-clave' });
  expect([account.id, ended]).toEqual([id, 1]);
  expect([await statusWithToken(app, token), await worthElsewhere(token)]).toEqual([401, 401]);
  expect(await statusWithToken(app, app.token)).toBe(200);
  const next = await openSession(app, username);
  expect(await endSessionsOfAccount(app.db, id)).toBe(1);
  expect(await endSessionsOfAccount(app.db, id)).toBe(0);
  expect(await worthElsewhere(next)).toBe(401);
  const made = await createAdmin(app.db, passwords, { username: 'jefa', name: 'Jefa', password: 'clave-nueva' });
  expect(await statusWithToken(app, await app.login({ username: 'Jefa', password: 'clave-nueva' }))).toBe(200);

  const { rows } = await sql`
    select user_id, actor_id, action, changes, data from events where entity = 'account' and data ? 'by' order by id`.execute(
    app.db,
  );
  const event = { user_id: id, actor_id: null, changes: null, data: { by: 'npm run admin' } };
  const created = { role: [null, 'ADMIN'], status: [null, true], username: [null, 'jefa'] };
  expect(rows).toEqual([
    { ...event, action: 'change', changes: { password: [null, 'cambiada'] } },
    { ...event, action: 'end-sessions' },
    { ...event, user_id: made.id, action: 'create', changes: { ...created, suscription_status: [null, false] } },
  ]);
  expect(JSON.stringify(rows)).not.toContain('clave-nueva');
});

it('L8 a coaching app’s user gets a password too; nobody who is deleted does, nor one that the panel would refuse, nor an administrator a short one', async () => {
  const app = await testApp();
  const client = await app.addUser({ username: 'cliente', role: 'CLIENT' });
  const set = (username: string, password: string) => setPassword(app.db, passwords, { username, password });
  await set('cliente', 'app-clave');
  expect(await app.login({ username: 'cliente', password: 'app-clave' })).toBeDefined();
  await expect(set('cliente', 'abc')).rejects.toThrow('La contraseña debe tener al menos 4 caracteres');
  await expect(set('cliente', '    ')).rejects.toThrow('La contraseña es obligatoria');
  await app.remove(`/api/user/${client.id}`);
  await expect(set('cliente', 'app-clave')).rejects.toThrow('no hay ningún usuario cliente.');
  const create = (username: string) => createAdmin(app.db, passwords, { username, name: 'Ana', password: 'app-clave' });
  await expect(create('аdmin')).rejects.toThrow('caracteres');
  await expect(createAdmin(app.db, passwords, { username: 'otra', name: 'Otra', password: 'siete77' })).rejects.toThrow(
    'La contraseña de un administrador debe tener al menos 8 caracteres',
  );
  await expect(set('admin', 'siete77')).rejects.toThrow('debe tener al menos 8 caracteres');
  await expect(create('Admin')).rejects.toThrow('El nombre de usuario ya está en uso');
});

it('an operator is told of a database that this version has not migrated, or that a newer one has', async () => {
  const { ownPool: pool } = await testApp();
  await checkMigrated(pool);
  await pool.query(`delete from schema_migrations where name = (select max(name) from schema_migrations)`);
  await expect(checkMigrated(pool)).rejects.toThrow('La base de datos no está al día');
  await pool.query(`insert into schema_migrations (name, checksum) values ('9999_future.sql', '')`);
  await expect(checkMigrated(pool)).rejects.toThrow('es de una versión más nueva de Pulso');
});
