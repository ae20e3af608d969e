import { MAX_ID } from '@pulso/contract/kit/fields';
import { userSorts, type UserListRow } from '@pulso/contract/accounts/users';
import { createDatabase } from '@pulso/testing/database';
import { sql } from 'kysely';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { openPool } from '#db/connection/connect';
import { migrate } from '#db/schema/migrate';
import { quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';
import { testApp, type TestApp } from '#test/test-app';

const getApp = sharedApp({ passwords: quickPasswords });

describe('a column', () => {
  it('P27 of money is exact, with two decimals; none is a binary fraction', async () => {
    const { rows } = await sql<{ name: string; type: string }>`
      select table_name || '.' || column_name as name,
        data_type || coalesce('(' || numeric_precision || ',' || numeric_scale || ')', '') as type
      from information_schema.columns where table_schema = 'public'`.execute(getApp().db);
    expect(rows.filter(({ type }) => /real|double|money/.test(type))).toEqual([]);
    const money = rows.filter(({ name }) => /\.(\w+_)?(amount|price)$/.test(name));
    expect(money.length).toBeGreaterThan(3);
    // A tally holds sums.
    const widthOf = (name: string) => (/^payment_(days|months)|_tally/.test(name) ? 'numeric(20,2)' : 'numeric(12,2)');
    for (const { name, type } of money) expect([name, type]).toEqual([name, widthOf(name)]);
  });

  it('L7 of ids goes to the last one, and then says so instead of failing', async () => {
    const app = getApp();
    await sql`select setval(pg_get_serial_sequence('diet_categories', 'id'), ${MAX_ID - 1})`.execute(app.db);
    const create = () => app.json('POST', '/api/type-diet', { name: 'Vegana' });
    const last = await create();
    expect([last.status, last.body.data.id]).toEqual([201, MAX_ID]);
    expect((await app.get(`/api/type-diet/${MAX_ID}`)).status).toBe(200);
    const { status, body } = await create();
    expect([status, body.message]).toEqual([409, 'No quedan números para elementos nuevos de este tipo']);
    expect((await app.remove(`/api/type-diet/${MAX_ID}`)).status).toBe(200);
  });
});

describe('the order of names', () => {
  const NAMES = [
    'ñandú',
    'Nube',
    'ángela',
    'Zoe',
    'ana',
    'Ñuño',
    'oso',
    'Ólga',
    'ch',
    'ca',
    'Ll',
    'lz',
    'ß',
    'a-b',
    'ab',
    'A b',
  ];

  async function ordersOf(app: TestApp) {
    for (const [index, name] of NAMES.entries())
      await app.addUser({ name, username: `u${index}${name}`.replace(' ', '') });
    const orders: Record<string, string[]> = {};
    for (const sort of userSorts) {
      const { body } = await app.get(`/api/user?page=1&limit=100&sort=${sort}`);
      orders[sort] = (body.data as UserListRow[]).map(({ name }) => name);
    }
    return orders;
  }

  it('N8 is the same on a database that sorts by other rules', async () => {
    const server = inject('server');
    const { connection, drop } = await createDatabase(
      server,
      undefined,
      `template0 locale_provider icu icu_locale 'es-AR' encoding 'UTF8'`,
    );
    const pool = openPool(connection);
    await migrate(pool);
    await pool.end();
    onTestFinished(drop);
    const other = await testApp({ passwords: quickPasswords, reach: () => connection });
    const { rows } = await sql`select 'Z' < 'a' as plain`.execute(other.db);
    expect(rows).toEqual([{ plain: false }]);
    expect(await ordersOf(other)).toEqual(await ordersOf(await testApp({ passwords: quickPasswords })));
  });
});
