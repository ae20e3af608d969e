import { readFileSync } from 'node:fs';
import { createDatabase } from '@pulso/testing/database';
import type { Pool } from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { openPool } from '#db/connection/connect';
import { applyPendingMigrations, migrate, readMigrations } from '#db/schema/migrate';
import { answerBody } from '#http/routes/route-docs';
import { testApp } from '#test/test-app';

const FIRST_SCHEMA_SQL = readFileSync(new URL('../../../test/first-schema.sql', import.meta.url), 'utf8');

/** A database of the first version. */
async function openFirstVersion() {
  const { connection, drop } = await createDatabase(inject('server'));
  const pool = openPool(connection, 2);
  onTestFinished(async () => {
    await pool.end();
    await drop();
  });
  const client = await pool.connect();
  await client.query('begin');
  await applyPendingMigrations(client, (await readMigrations()).slice(0, 1));
  await client.query(FIRST_SCHEMA_SQL);
  await client.query('commit');
  client.release();
  return { pool, connection };
}

type Table = { name: string; columns: string[] };

async function tablesOf(pool: Pool): Promise<Table[]> {
  const { rows } = await pool.query<Table>(`
    select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns where table_schema = 'public' and table_name <> 'schema_migrations'
    group by 1 order by 1`);
  return rows;
}

/** The rows as text, because a number must not even change its decimals. */
async function rowsOf(pool: Pool, { name, columns }: Table): Promise<string[]> {
  const list = columns.map((column) => `"${column}"`).join(', ');
  const { rows } = await pool.query<{ row: string }>(`select row (${list})::text as row from ${name} order by 1`);
  return rows.map(({ row }) => row);
}

it('a business of the first version is whole in this one: every row of every table, and every call on it', async () => {
  const { pool, connection } = await openFirstVersion();
  const tables = await tablesOf(pool);
  const before = new Map<string, string[]>();
  for (const table of tables) before.set(table.name, await rowsOf(pool, table));
  expect([...before].filter(([, rows]) => rows.length === 0)).toEqual([]);

  expect(await migrate(pool)).toEqual((await readMigrations()).slice(1).map(({ name }) => name));
  for (const table of tables)
    // `user_tally` has sums that are made anew, by more columns.
    if (table.name !== 'user_tally') expect(await rowsOf(pool, table), table.name).toEqual(before.get(table.name));

  const app = await testApp({ reach: () => connection, now: () => new Date('2026-11-16T15:00:00Z') });
  const token = await app.login({ username: 'DUEÑA', password: 'la-de-siempre' });
  const reads = app.routes.filter(
    ({ method, answer, permission }) => method === 'GET' && answer && permission !== 'public',
  );
  expect(reads.length).toBeGreaterThan(30);
  const refused: string[] = [];
  for (const { url, answer, extra } of reads) {
    // The client, who is the second user, and the first of anything else.
    const path = url.replace(/:\w+/g, url.startsWith('/api/user') ? '2' : '1');
    const { status, body } = await app.get(url === '/api/payment' ? `${path}?user_id=2` : path, token);
    const promised = answerBody(answer!);
    const whole = 'meta' in promised.shape ? z.partial(promised, { meta: true }) : promised;
    if (status === 200) expect(() => z.strictObject(whole.shape).parse(body), path).not.toThrow();
    // A route that came later has nothing to show yet, or demands a query.
    else if (!extra || ![400, 404].includes(status)) refused.push(`${status} ${path}`);
  }
  expect(refused).toEqual([]);
  const { body } = await app.get('/api/user?search=perez', token);
  expect(body.data).toMatchObject([{ id: 2, suscription_status: true, suscription_end: '2026-11-30' }]);
  // The client pays again; his earlier payments stay.
  const renewal = { user_id: 2, subscription_id: 1, payment_amount: 16_000, payment_method: 'efectivo' };
  expect((await app.json('POST', '/api/user/activate-suscription', renewal, { token })).status).toBe(200);
  const paid = (await app.get('/api/payment?user_id=2', token)).body.data as { amount: number }[];
  expect(paid.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([1234.56, 14_000, 15_000.5, 16_000, 40_000]);
});
