import { readdirSync } from 'node:fs';
import type { Pool } from 'pg';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { openPool } from '#db/connect';
import { migrate } from '#db/migrate';
import { createDatabase } from '#test/database';

const STEPS = readdirSync(new URL('./migrations/', import.meta.url)).sort();

/** An empty database, and pools to it as several nodes would have them. */
async function emptyDatabase(nodes: number): Promise<Pool[]> {
  const { connection, drop } = await createDatabase(inject('server'));
  const pools = Array.from({ length: nodes }, () => openPool(connection, 2));
  onTestFinished(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await drop();
  });
  return pools;
}

const tables = async (pool: Pool) => {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  return rows.map(({ name }) => name);
};

it('migrates once, whichever of several nodes that start at once comes first', async () => {
  const pools = await emptyDatabase(4);
  const applied = await Promise.all(pools.map((pool) => migrate(pool)));
  expect(applied.flat()).toEqual(STEPS);
  expect(await migrate(pools[0]!)).toEqual([]);
});

it('H4 H5 leaves nothing behind when it is killed half-way, and the next start completes it', async () => {
  const [first, second] = (await emptyDatabase(2)) as [Pool, Pool];
  // The lock is held elsewhere, so the migration stands at its first step until its connection is ended.
  const holder = await second.connect();
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock(7285001)');
  const killed = migrate(first);
  killed.catch(() => undefined);
  await vi.waitFor(async () => {
    const { rowCount } = await second.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and wait_event_type = 'Lock'`,
    );
    expect(rowCount).toBe(1);
  }, 20_000);
  await expect(killed).rejects.toThrow();
  await holder.query('rollback');
  holder.release();
  expect(await tables(second)).toEqual([]);
  expect(await migrate(second)).toEqual(STEPS);
});

it('refuses a database whose applied steps are not the ones it has', async () => {
  const [pool] = (await emptyDatabase(1)) as [Pool];
  await migrate(pool);
  await pool.query(`update schema_migrations set checksum = 'otra'`);
  await expect(migrate(pool)).rejects.toThrow('La migración 0001_schema.sql cambió después de haberse aplicado.');
  await pool.query(`update schema_migrations set name = '9999_future.sql' where name = '0001_schema.sql'`);
  await expect(migrate(pool)).rejects.toThrow('La base de datos es de una versión más nueva de Pulso');
});
