import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openPasswords } from '#access/passwords';
import { ensureFirstAdmin } from '#features/accounts/users/first-admin';
import { StartupError } from '#startup-error';
import { testApp } from '#test/test-app';

const passwords = openPasswords();

/** A database without an administrator. */
async function withoutAdmins() {
  const app = await testApp();
  await sql`delete from sessions`.execute(app.db);
  await sql`delete from known_addresses`.execute(app.db);
  await sql`delete from events`.execute(app.db);
  await sql`delete from users`.execute(app.db);
  const count = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from users`.execute(app.db);
    return rows[0]?.count;
  };
  const refusal = async (wanted: { username: string; password?: string }) => {
    const error: unknown = await ensureFirstAdmin(app.db, passwords, wanted).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartupError);
    return (error as StartupError).message;
  };
  const opens = async (username: string, password: string) => {
    const token = await app.login({ username, password });
    return token !== undefined && (await app.get('/api/level', token)).status === 200;
  };
  return { app, count, refusal, opens };
}

describe('the first administrator', () => {
  it('ACC-28 is made from the name and the password given, and can log in', async () => {
    const { app, opens } = await withoutAdmins();
    const made = await ensureFirstAdmin(app.db, passwords, { username: 'jefa', password: 'mi-clave-ñ' });
    expect(made).toEqual({ username: 'jefa', generated: undefined });
    expect(await opens('jefa', 'mi-clave-ñ')).toBe(true);
  });

  it('ACC-28 A10 gets a password that nobody can guess when none is given, told once', async () => {
    const { app, opens } = await withoutAdmins();
    const made = await ensureFirstAdmin(app.db, passwords, { username: 'admin' });
    expect(made?.generated).toMatch(/^[a-z2-9]{16}$/);
    expect(await opens('admin', made?.generated ?? '')).toBe(true);
    expect(await ensureFirstAdmin(app.db, passwords, { username: 'admin' })).toBeUndefined();

    await sql`update users set deleted_at = now()`.execute(app.db);
    const other = await ensureFirstAdmin(app.db, passwords, { username: 'admin' });
    expect(other?.generated).not.toBe(made?.generated);
  });

  it('ACC-28 is not made when there is an administrator, not even to change the password', async () => {
    const { app, count, opens } = await withoutAdmins();
    await app.addUser({ username: 'ana' });
    expect(await ensureFirstAdmin(app.db, passwords, { username: 'ana', password: 'otra-clave' })).toBeUndefined();
    expect(await count()).toBe(1);
    expect(await opens('ana', 'clave-segura')).toBe(true);
  });

  it('ACC-28 is made beside trainers and clients, and once when two servers start together', async () => {
    const { app, count } = await withoutAdmins();
    await app.addUser({ role: 'TRAINER' });
    await app.addUser({ role: 'CLIENT' });
    const start = () => ensureFirstAdmin(app.db, passwords, { username: 'admin' });
    const made = await Promise.all([start(), start(), start()]);
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await count()).toBe(3);
  });

  it('can log in by the name as it is written, or is refused with the variable to change', async () => {
    const { app, count, refusal, opens } = await withoutAdmins();
    expect(await refusal({ username: 'x'.repeat(151), password: 'clave' })).toContain('ADMIN_USERNAME');
    expect(await refusal({ username: 'nul\0', password: 'clave' })).toContain('ADMIN_USERNAME');
    expect(await refusal({ username: 'admin', password: '     ' })).toContain('ADMIN_PASSWORD');
    const { username } = await app.addUser({ username: 'Admin', role: 'CLIENT' });
    expect(await refusal({ username: 'admin', password: 'clave' })).toMatch(/admin.*ADMIN_USERNAME/);
    expect(await count()).toBe(1);
    await ensureFirstAdmin(app.db, passwords, { username: '  jefa ', password: ' clave ' });
    expect(await opens('jefa', ' clave ')).toBe(true);
    expect(await opens(username, 'clave-segura')).toBe(false);
  });
});
