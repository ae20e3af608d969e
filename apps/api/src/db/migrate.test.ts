import { readdirSync } from 'node:fs';
import type { Pool } from 'pg';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { openPool } from '#db/connect';
import { migrate } from '#db/migrate';
import { createDatabase } from '#test/database';

const STEPS = readdirSync(new URL('./migrations/', import.meta.url)).sort();

/** An empty database with one pool per node. */
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
  // The lock is held elsewhere, so the migration waits until its connection is ended.
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

it('X10 takes stored ends back to what a form accepts, and learns whom kept answers are about', async () => {
  const [pool] = (await emptyDatabase(1)) as [Pool];
  await migrate(pool);
  await pool.query(`
    alter table idempotent_answers drop column user_id;
    drop table installation;
    delete from schema_migrations where name = '0004_installation.sql';
    insert into plans (title, description, duration, amount) values ('Mensual', 'Un mes', 1, 10);
    insert into users (name, gender, username, phone, password_hash, suscription_init, suscription_end, deleted_at)
    select name, 'Female', name, '1123456789', 'x', '2199-12-31', '2200-01-31', gone
    from (values ('ana', null), ('eva', now())) people (name, gone);
    insert into user_subscriptions (user_id, subscription_id, start_date, end_date, payment_amount, payment_method)
    select id, 1, '2199-12-31', '2200-01-31', 10, 'efectivo' from users;
    insert into idempotent_answers (admin_id, route, key, request_hash, answer)
    select 1, 'POST /api/user/activate-suscription', name, ''::bytea, json_build_object('id', id) from users
    union all select 1, 'POST /api/payment', 'pago', ''::bytea, '{"id": 2}'`);
  expect(await migrate(pool)).toEqual(['0004_installation.sql']);
  const { rows: ends } = await pool.query(`
    select suscription_end as end from users union select end_date from user_subscriptions`);
  expect(ends).toEqual([{ end: '2199-12-31' }]);
  const { rows: kept } = await pool.query('select key, user_id from idempotent_answers order by key');
  expect(kept).toEqual([
    { key: 'ana', user_id: 1 },
    { key: 'pago', user_id: null },
  ]);
});
