import { readdirSync } from 'node:fs';
import { createDatabase } from '@pulso/testing/database';
import type { Pool } from 'pg';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { openPool } from '#db/connection/connect';
import { applyPendingMigrations, migrate, readMigrations, type OnMigration } from '#db/schema/migrate';
import { StartupError } from '#startup-error';

const MIGRATION_FILES = readdirSync(new URL('./migrations/', import.meta.url)).sort();

/** An empty database with one pool per node. */
async function openEmptyDatabase(nodes: number): Promise<Pool[]> {
  const { connection, drop } = await createDatabase(inject('server'));
  const pools = Array.from({ length: nodes }, () => openPool(connection, 2));
  onTestFinished(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await drop();
  });
  return pools;
}

const listTables = async (pool: Pool) => {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  return rows.map(({ name }) => name);
};

it('migrates once, whichever of several nodes that start at once comes first', async () => {
  const pools = await openEmptyDatabase(4);
  const applied = await Promise.all(pools.map((pool) => migrate(pool)));
  expect(applied.flat()).toEqual(MIGRATION_FILES);
  expect(await migrate(pools[0]!)).toEqual([]);
});

it('H4 H5 leaves nothing behind when it is killed half-way, and the next start completes it', async () => {
  const [first, second] = (await openEmptyDatabase(2)) as [Pool, Pool];
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
  expect(await listTables(second)).toEqual([]);
  expect(await migrate(second)).toEqual(MIGRATION_FILES);
});

it('M2 an upgrade names each step before it begins, and a new database has none to wait for', async () => {
  const [pool] = (await openEmptyDatabase(1)) as [Pool];
  const told: string[] = [];
  const tell: OnMigration = ({ name, nth, count }) => told.push(`${name}, ${nth} de ${count}`);
  await migrate(pool, tell);
  expect(told).toEqual([]);
  const next = ['9998_one.sql', '9999_two.sql'].map((name) => ({ name, sql: 'select 1', checksum: name }));
  const client = await pool.connect();
  await applyPendingMigrations(client, [...(await readMigrations()), ...next], tell);
  client.release();
  expect(told).toEqual(['9998_one.sql, 1 de 2', '9999_two.sql, 2 de 2']);
});

it('L1 a role that may not create tables, and tables of somebody else, are told in a sentence', async () => {
  const [pool] = (await openEmptyDatabase(1)) as [Pool];
  const refusal = async () => {
    const error: unknown = await migrate(pool).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartupError);
    return (error as Error).message;
  };
  await pool.query('create table users (id integer)');
  expect(await refusal()).toBe(
    'La base de datos tiene tablas que no son de Pulso (relation "users" already exists): usa una vacía.',
  );
  await pool.query('drop table users; revoke create on schema public from pg_database_owner, public');
  expect(await refusal()).toBe(
    'El usuario de la base de datos no puede crear tablas en ella (permission denied for schema public): tiene que ser su dueño.',
  );
});

it('refuses a database whose applied steps are not the ones it has', async () => {
  const [pool] = (await openEmptyDatabase(1)) as [Pool];
  await migrate(pool);
  await pool.query(`update schema_migrations set checksum = 'otra'`);
  await expect(migrate(pool)).rejects.toThrow('La migración 0001_schema.sql cambió después de haberse aplicado.');
  await pool.query(`update schema_migrations set name = '9999_future.sql' where name = '0001_schema.sql'`);
  await expect(migrate(pool)).rejects.toThrow('La base de datos es de una versión más nueva de Pulso');
});

it('X10 takes stored ends back to what a form accepts, and learns whom kept answers are about', async () => {
  const [pool] = (await openEmptyDatabase(1)) as [Pool];
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

it('takes the money of before along: days, periods that do not overlap, who paid for what, and nothing in a till', async () => {
  const [pool] = (await openEmptyDatabase(1)) as [Pool];
  const migrations = await readMigrations();
  const before = migrations.filter(({ name }) => name < '0010');
  const client = await pool.connect();
  await client.query('begin');
  await applyPendingMigrations(client, before);
  await client.query('commit');
  client.release();
  await pool.query(`
    insert into plans (title, description, duration, amount) values ('Mensual', 'Un mes', 1, 1000);
    insert into users (name, gender, username, phone, password_hash, "suscriptionId", suscription_status, suscription_init, suscription_end)
    select name, 'Female', name, '1123456789', 'x', 1, true, '2026-03-10', '2026-04-10' from (values ('ana'), ('eva')) people (name);
    insert into payments (user_id, type, item_id, amount, payment_method, status, transaction_id, created_at) values
      (1, 'subscription', 1, 1000, 'efectivo', 'completed', 'TR 1-2', '2026-02-01T02:30:00Z'),
      (1, 'subscription', 1, 900, 'efectivo', 'completed', null, '2026-02-20T15:00:00Z'),
      (1, 'other', 0, 5.5, 'tarjeta', 'pending', null, '2026-02-21T15:00:00Z');
    insert into user_subscriptions (user_id, subscription_id, start_date, end_date, status, payment_amount, payment_method, created_at, payment_id) values
      (1, 1, '2026-01-31', '2026-02-28', 'completed', 1000, 'efectivo', '2026-02-01T02:30:00Z', 1),
      (1, 1, '2026-02-20', '2026-03-20', 'completed', 900, 'efectivo', '2026-02-20T15:00:00Z', 2),
      (1, 1, '2026-03-10', '2026-04-10', 'active', 0, 'efectivo', '2026-03-05T15:00:00Z', null),
      (2, 1, '2026-03-10', '2026-04-10', 'active', 0, 'efectivo', '2026-03-10T15:00:00Z', null)`);
  expect((await migrate(pool))[0]).toBe('0010_money.sql');
  const { rows: periods } = await pool.query(
    'select covers::text, closed_on, anchor_day from user_subscriptions order by id',
  );
  expect(periods).toEqual([
    { covers: '[2026-01-31,2026-02-20)', closed_on: '2026-02-20', anchor_day: 31 },
    { covers: '[2026-02-20,2026-03-05)', closed_on: '2026-03-05', anchor_day: 20 },
    { covers: '[2026-03-10,2026-04-10)', closed_on: null, anchor_day: 10 },
    { covers: '[2026-03-10,2026-04-10)', closed_on: null, anchor_day: 10 },
  ]);
  const { rows: payments } = await pool.query(
    'select kind, day, paid_on, concept, period_id, close_id, transaction_key, recorded_by from payments order by id',
  );
  const unknown = { kind: 'charge', transaction_key: null, recorded_by: null };
  expect(payments).toEqual([
    {
      ...unknown,
      day: '2026-01-31',
      paid_on: '2026-01-31',
      concept: 'Mensual',
      period_id: 1,
      close_id: 0,
      transaction_key: 'tr12',
    },
    { ...unknown, day: '2026-02-20', paid_on: '2026-02-20', concept: 'Mensual', period_id: 2, close_id: 0 },
    { ...unknown, day: '2026-02-21', paid_on: null, concept: '', period_id: null, close_id: null },
  ]);
  const { rows: counted } = await pool.query(`
    select (select sum(amount) from payment_days) as tallied, (select sum(amount) from payments) as paid,
      (select last_paid_on from client_accounts) as last, (select amount from prices) as price`);
  expect(counted).toEqual([{ tallied: 1905.5, paid: 1905.5, last: '2026-02-20', price: 1000 }]);
});

it('X16 takes what was created in an earlier demonstration after its first minutes for the work of people', async () => {
  const [pool] = (await openEmptyDatabase(1)) as [Pool];
  const client = await pool.connect();
  onTestFinished(() => client.release());
  const migrations = await readMigrations();
  await client.query('begin');
  await applyPendingMigrations(
    client,
    migrations.filter(({ name }) => name < '0015'),
  );
  await client.query(`
    update own_business set stage = 'demo';
    insert into users (name, gender, username, phone, role, password_hash, created_at)
    select name, 'Female', name, '1123456789', role, 'x', now() - age
    from (values ('inventada', 'CLIENT', interval '2 years'), ('admin', 'ADMIN', interval '3 days')) people (name, role, age)`);
  await client.query('savepoint before');
  const filledAgo = async (applied: string) => {
    await client.query(`update schema_migrations set applied_at = now() - $1::interval`, [applied]);
    await applyPendingMigrations(client, migrations);
    const { rows } = await client.query<{ ago: string }>(`select (now() - filled_at)::text as ago from own_business`);
    await client.query('rollback to before');
    return rows[0]!.ago;
  };
  // A demonstration filled at its start; one restored from a backup today; one begun empty, long before the account.
  expect(await filledAgo('3 days 1 minute')).toBe('2 days 23:51:00');
  expect(await filledAgo('0')).toBe('2 days 23:50:00');
  expect(await filledAgo('9 days')).toBe('8 days 23:50:00');
  await client.query(`update own_business set stage = 'own'`);
  await applyPendingMigrations(client, migrations);
  expect((await client.query('select filled_at from own_business')).rows).toEqual([{ filled_at: null }]);
});

it('shows the first steps where nobody has begun, and takes no business of before for a demonstration', async () => {
  const [pool] = (await openEmptyDatabase(1)) as [Pool];
  const client = await pool.connect();
  onTestFinished(() => client.release());
  const migrations = await readMigrations();
  await client.query('begin');
  await applyPendingMigrations(
    client,
    migrations.filter(({ name }) => name < '0012'),
  );
  const stageAfterAdding = async (username: string) => {
    await client.query(
      `insert into users (name, gender, username, phone, role, password_hash) values ('x', 'Female', $1, '1123456789', 'ADMIN', 'x')`,
      [username],
    );
    await client.query('savepoint before');
    await applyPendingMigrations(client, migrations);
    const { rows } = await client.query('select stage, first_steps from own_business');
    await client.query('rollback to before');
    return rows;
  };
  expect(await stageAfterAdding('admin')).toEqual([{ stage: 'new', first_steps: true }]);
  expect(await stageAfterAdding('ana')).toEqual([{ stage: 'own', first_steps: false }]);
});
