import { existsSync, lstatSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openPasswords } from '#access/passwords';
import { ensureFirstAdmin } from '#features/accounts/users/first-admin';
import { findFirstPassword, storeFirstPassword, type Credentials } from '#features/accounts/users/first-password';
import { StartupError } from '#startup-error';
import { testApp } from '#test/test-app';

const passwords = openPasswords();

/** A database without an administrator. */
async function openAppWithoutAdmins() {
  const app = await testApp();
  await sql`delete from sessions`.execute(app.db);
  await sql`delete from known_addresses`.execute(app.db);
  await sql`delete from users`.execute(app.db);
  const count = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from users`.execute(app.db);
    return rows[0]?.count;
  };
  const kept: Credentials[] = [];
  const start = (wanted: { username: string; password?: string }) =>
    ensureFirstAdmin(app.db, passwords, wanted, async (access) => void kept.push(access));
  const refusal = async (wanted: { username: string; password?: string }) => {
    const error: unknown = await start(wanted).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartupError);
    return (error as StartupError).message;
  };
  const opens = async (username: string, password: string) => {
    const token = await app.login({ username, password });
    return token !== undefined && (await app.get('/api/level', token)).status === 200;
  };
  return { app, count, start, kept, refusal, opens };
}

describe('the first administrator', () => {
  it('ACC-28 is made from the name and the password given, and can log in', async () => {
    const { start, kept, opens } = await openAppWithoutAdmins();
    await start({ username: 'jefa', password: 'mi-clave-ñ' });
    expect(kept).toEqual([]);
    expect(await opens('jefa', 'mi-clave-ñ')).toBe(true);
  });

  it('ACC-28 A10 gets a password that nobody can guess when none is given, told once', async () => {
    const { app, start, kept, opens } = await openAppWithoutAdmins();
    await start({ username: 'admin' });
    expect(kept).toEqual([{ username: 'admin', password: expect.stringMatching(/^[a-z2-9]{16}$/) as string }]);
    expect(await opens('admin', kept[0]?.password ?? '')).toBe(true);
    await start({ username: 'admin' });
    expect(kept).toHaveLength(1);

    await sql`update users set deleted_at = now()`.execute(app.db);
    await start({ username: 'admin' });
    expect(kept[1]?.password).not.toBe(kept[0]?.password);
  });

  it('ACC-28 is not made when there is an administrator, not even to change the password', async () => {
    const { app, count, start, kept, opens } = await openAppWithoutAdmins();
    await app.addUser({ username: 'ana' });
    await start({ username: 'ana', password: 'otra-clave' });
    await start({ username: 'ana' });
    expect(kept).toEqual([]);
    expect(await count()).toBe(1);
    expect(await opens('ana', 'clave-segura')).toBe(true);
  });

  it('ACC-28 is made beside trainers and clients, and once when two servers start together', async () => {
    const { app, count, start, kept } = await openAppWithoutAdmins();
    await app.addUser({ role: 'TRAINER' });
    await app.addUser({ role: 'CLIENT' });
    await Promise.all(Array.from({ length: 3 }, () => start({ username: 'admin' })));
    expect(kept).toHaveLength(1);
    expect(await count()).toBe(3);
  });

  it('can log in by the name as it is written, or is refused with the variable to change', async () => {
    const { app, count, start, refusal, opens } = await openAppWithoutAdmins();
    expect(await refusal({ username: 'x'.repeat(151), password: 'clave-segura' })).toContain('ADMIN_USERNAME');
    expect(await refusal({ username: 'nul\0', password: 'clave-segura' })).toContain('ADMIN_USERNAME');
    expect(await refusal({ username: 'admin', password: '     ' })).toContain('ADMIN_PASSWORD');
    expect(await refusal({ username: 'admin', password: 'siete77' })).toContain(
      'ADMIN_PASSWORD: La contraseña de un administrador debe tener al menos 8 caracteres',
    );
    const { username } = await app.addUser({ username: 'Admin', role: 'CLIENT' });
    expect(await refusal({ username: 'admin', password: 'clave-segura' })).toMatch(/admin.*ADMIN_USERNAME/);
    expect(await count()).toBe(1);
    await start({ username: '  jefa ', password: ' clave-larga ' });
    expect(await opens('jefa', ' clave-larga ')).toBe(true);
    expect(await opens(username, 'clave-segura')).toBe(false);
  });
});

describe('X25 the file with the first password', () => {
  const access = { username: 'admin', password: 'clave-segura' };

  it('stays while it opens its account, and goes when the password is another, whoever changed it', async () => {
    const app = await testApp();
    const dataDir = app.folder;
    const find = () => findFirstPassword({ dataDir, db: app.db, passwords });
    expect(await find()).toBeUndefined();
    const file = join(dataDir, 'secrets/first-password');
    await storeFirstPassword(dataDir, access);
    expect([await find(), statSync(file).mode & 0o777]).toEqual([{ ...access, file }, 0o600]);
    await sql`update users set name = 'Otra'`.execute(app.db);
    expect(await find()).toBeDefined();
    await sql`update users set password_hash = ${await passwords.hash('otra-clave')}`.execute(app.db);
    expect([await find(), existsSync(file)]).toEqual([undefined, false]);
  });

  it.each([
    ['the account is deleted', access],
    ['it is of another installation', { ...access, password: 'de-otra-parte' }],
    ['nobody has that name', { ...access, username: 'nadie' }],
  ])('goes when %s', async (why, kept) => {
    const app = await testApp();
    const dataDir = app.folder;
    await storeFirstPassword(dataDir, kept);
    if (why.includes('deleted')) await sql`update users set deleted_at = now()`.execute(app.db);
    expect(await findFirstPassword({ dataDir, db: app.db, passwords })).toBeUndefined();
    expect(existsSync(join(dataDir, 'secrets/first-password'))).toBe(false);
  });

  it('is made anew where a start died before its account was there, and never written through a link', async () => {
    const app = await testApp();
    const dataDir = app.folder;
    const file = join(dataDir, 'secrets/first-password');
    await storeFirstPassword(dataDir, { ...access, password: 'de-un-inicio-que-no-llegó' });
    await storeFirstPassword(dataDir, access);
    expect(await findFirstPassword({ dataDir, db: app.db, passwords })).toEqual({ ...access, file });
    rmSync(file);
    const victim = join(dataDir, 'ajeno');
    writeFileSync(victim, 'suyo');
    symlinkSync(victim, file);
    await storeFirstPassword(dataDir, access);
    expect([readFileSync(victim, 'utf8'), lstatSync(file).isFile()]).toEqual(['suyo', true]);
  });
});
