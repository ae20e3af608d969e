import { createDatabase } from '@pulso/testing/database';
import { sql } from 'kysely';
import { Client, type ClientConfig } from 'pg';
import { describe, expect, inject as provided, it, onTestFinished } from 'vitest';
import { checkServer, openDb, openPool } from '#db/connection/connect';
import { StartupError } from '#startup-error';
import { openDatabaseLink } from '#test/database-link';
import { testApp, type TestApp } from '#test/test-app';

const PATH = '/api/level';
const UNAVAILABLE_MESSAGE = 'El servicio no está disponible en este momento. Por favor, inténtalo más tarde.';
/** The panel gives up on a request after this time (1.9). */
const CLIENT_TIMEOUT_MS = 10_000;
/** Time-outs shorter than the product's, so that the tests are fast. */
const shortTimeouts = {
  connectionTimeoutMillis: 1_500,
  query_timeout: 1_300,
  statement_timeout: 1_000,
  lock_timeout: 500,
};

async function expectUnavailable(app: TestApp) {
  const { status, body, headers } = await app.get(PATH);
  expect([status, headers['retry-after']]).toEqual([503, '1']);
  expect(body).toEqual({ success: false, message: UNAVAILABLE_MESSAGE });
}

async function expectServed(app: TestApp) {
  expect((await app.get(PATH)).status).toBe(200);
}

/** A connection outside the pool. */
async function connectOutsidePool(connection: ClientConfig) {
  const client = new Client(connection);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

describe('a connection', () => {
  it('F3 P6 waits less than a client does, whatever it waits for', async () => {
    const app = await testApp();
    const { rows } = await sql<{ statement: number; lock: number; idle: number; zone: string }>`
      select extract(epoch from current_setting('statement_timeout')::interval)::int * 1000 as statement,
        extract(epoch from current_setting('lock_timeout')::interval)::int * 1000 as lock,
        extract(epoch from current_setting('idle_in_transaction_session_timeout')::interval)::int * 1000 as idle,
        current_setting('TimeZone') as zone`.execute(app.db);
    const [settings] = rows;
    const { connectionTimeoutMillis = Infinity, query_timeout = Infinity } = app.pool.options;
    expect(settings?.lock).toBeGreaterThan(0);
    expect(settings?.lock).toBeLessThan(settings?.statement ?? 0);
    // The server's time-out, then ours, then the client's.
    expect(settings?.statement).toBeLessThan(query_timeout);
    expect(query_timeout).toBeLessThan(CLIENT_TIMEOUT_MS);
    expect(connectionTimeoutMillis).toBeLessThanOrEqual(2_000);
    expect(settings?.idle).toBeGreaterThan(0);
    expect(settings?.zone).toBe('UTC');
  });
});

describe('a statement', () => {
  it('is parsed once for each connection, unless it asks to be planned for its values', async () => {
    const app = await testApp();
    const found = await app.db.connection().execute(async (db) => {
      for (const value of [1, 2]) {
        await sql`select ${value}::int as dos_veces`.execute(db);
        await sql`/* planned for its values */ select ${value}::int as cada_vez`.execute(db);
      }
      const known = sql<{ text: string }>`select statement as text from pg_prepared_statements`;
      return (await known.execute(db)).rows.map(({ text }) => text);
    });
    expect(found.filter((text) => text.includes('dos_veces'))).toHaveLength(1);
    expect(found.filter((text) => text.includes('cada_vez'))).toEqual([]);
  });

  it('answers moments to the millisecond, as dates are written', async () => {
    const { db } = await testApp();
    const moments = ['2026-03-05 12:00:00Z', '2026-03-05 12:00:00.5Z', '1999-12-31 23:59:59.123987-03'];
    for (const moment of moments) {
      const { rows } = await sql<{ at: string }>`select ${moment}::timestamptz as at`.execute(db);
      expect(rows[0]?.at, moment).toBe(new Date(moment).toISOString());
    }
  });
});

describe('a database given by its address', () => {
  const refusal = async (address: string) => {
    const pool = openPool({ connectionString: address });
    onTestFinished(() => pool.end());
    const error: unknown = await checkServer(pool, address).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartupError);
    expect((error as Error).message).not.toContain('canario');
    return (error as Error).message;
  };

  it('F1 says which one and why it cannot be used, without its password', async () => {
    const { host, port, user } = new Client(provided('server').connection);
    const place = host.startsWith('/') ? `/nadie?host=${host}&port=${port}` : `${host}:${port}/nadie`;
    expect(await refusal(`postgres://${user}:canario@${place}`)).toMatch(
      /^No se puede usar la base de datos \S+\/nadie de DATABASE_URL: .+/,
    );
    expect(await refusal('postgres://ana:canario@127.0.0.1:1/pulso')).toBe(
      'No se puede usar la base de datos 127.0.0.1:1/pulso de DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1',
    );
    expect(await refusal('postgres://ana:canario@localhost:1/pulso')).toMatch(/localhost:1\/pulso .*ECONNREFUSED/);
    expect(await refusal('postgres://ana:canario@127.0.0.1:99999/pulso')).toMatch(/de DATABASE_URL: .+/);
  });

  it('L5 one that has no room for another connection is waited for, and nobody is refused while ours come back', async () => {
    const { connection, drop } = await createDatabase(provided('server'));
    const pool = openPool(connection);
    onTestFinished(async () => {
      await pool.end();
      await drop();
    });
    const db = openDb(pool, { maxWaiting: 1_000, maxWaitMs: 20_000 });
    await sql`do $$ begin execute format('alter database %I connection limit 3', current_database()); end $$`.execute(
      db,
    );
    const ask = () => sql`select from pg_sleep(0.01)`.execute(db);
    await Promise.all(Array.from({ length: 60 }, ask));
    expect(pool.totalCount).toBeLessThanOrEqual(3);
  });

  it('F1 is used when it can be', async () => {
    const app = await testApp();
    await expect(checkServer(app.pool, 'postgres://localhost/pulso')).resolves.toBeUndefined();
  });
});

describe('a database that goes away', () => {
  it('API-33 F2 P6 is 503 at once, and served again by itself when it comes back', async () => {
    const link = await openDatabaseLink();
    const app = await testApp({ reach: link.reach });
    await expectServed(app);
    for (let times = 0; times < 3; times += 1) {
      await link.cut();
      await Promise.all(Array.from({ length: 20 }, () => expectUnavailable(app)));
      await link.mend();
      await expectServed(app);
    }
  });

  it('P6 without a word is 503 too, and leaves no connection behind that waits for ever', async () => {
    const link = await openDatabaseLink();
    const app = await testApp({ reach: (connection) => ({ ...link.reach(connection), ...shortTimeouts }) });
    // Opens all connections of the pool.
    await Promise.all(Array.from({ length: 8 }, () => sql`select pg_sleep(0.05)`.execute(app.deps.db)));
    expect(app.pool.totalCount).toBe(8);
    link.stall();
    await Promise.all(Array.from({ length: 8 }, () => expectUnavailable(app)));
    await link.mend();
    await Promise.all(Array.from({ length: 8 }, () => expectServed(app)));
  });

  it('P6 H8 in the middle of a transaction undoes it, and nothing else happens', async () => {
    const app = await testApp();
    const killer = await connectOutsidePool(app.connection);
    const lost = app.db.transaction().execute(async (transaction) => {
      await sql`insert into diet_categories (name) values ('a medias')`.execute(transaction);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await killer.query('select pg_terminate_backend($1, 10000)', [rows[0]?.pid]);
      // An idle connection is lost: an unhandled error would end the process.
      await expect.poll(() => sql`select 1`.execute(transaction).catch((error: Error) => error.message)).toMatch(/./);
      throw new Error('perdida');
    });
    await expect(lost).rejects.toThrow();
    await expectServed(app);
    expect((await app.get('/api/type-diet')).body.data).toEqual([]);
  });

  it('P6 with every connection at once costs a moment, not the process', async () => {
    const app = await testApp();
    const killer = await connectOutsidePool(app.connection);
    await Promise.all(Array.from({ length: 20 }, () => expectServed(app)));
    const { rowCount } = await killer.query(
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    expect(rowCount).toBeGreaterThan(1);
    await expect.poll(async () => (await app.get(PATH)).status, { timeout: 60_000, interval: 5 }).toBe(200);
    await Promise.all(Array.from({ length: 20 }, () => expectServed(app)));
  });
});

describe('a database that is slow', () => {
  it('F3 ends a statement that takes too long with 503', async () => {
    const app = await testApp({ reach: (connection) => ({ ...connection, ...shortTimeouts }) });
    await sql`
      create function dawdle() returns trigger language plpgsql as $$
      begin
        perform pg_sleep(60);
        return new;
      end $$`.execute(app.db);
    await sql`create trigger slow before insert on diet_categories for each row execute function dawdle()`.execute(
      app.db,
    );
    expect((await app.json('POST', '/api/type-diet', { name: 'Lenta' })).status).toBe(503);
    expect((await app.get('/api/type-diet')).body.data).toEqual([]);
  });

  it('K10 ends a wait for what somebody else holds with 409', async () => {
    const app = await testApp({ reach: (connection) => ({ ...connection, ...shortTimeouts }) });
    const { body } = await app.json('POST', '/api/type-diet', { name: 'Vegana' });
    const holder = await connectOutsidePool(app.connection);
    await holder.query('begin');
    await holder.query('select 1 from diet_categories for update');
    const change = () => app.json('PATCH', `/api/type-diet/${body.data.id}`, { name: 'Keto' });
    const refused = await change();
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe('Otra persona está cambiando lo mismo. Por favor, intenta de nuevo.');
    await holder.query('commit');
    expect((await change()).status).toBe(200);
  });

  /** Keeps all connections of the app busy until `release`. */
  async function holdAll(app: TestApp) {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let begun = 0;
    const held = Array.from({ length: 8 }, () =>
      app.deps.db.transaction().execute(async () => {
        begun += 1;
        await released;
      }),
    );
    await expect.poll(() => begun).toBe(8);
    return async () => {
      release();
      await Promise.all(held);
    };
  }

  it('F4 turns away whoever finds no free connection in time, and serves again afterwards', async () => {
    const app = await testApp({ queueLimits: { maxWaiting: 1_000, maxWaitMs: 300 } });
    const release = await holdAll(app);
    await Promise.all(Array.from({ length: 20 }, () => expectUnavailable(app)));
    await release();
    await Promise.all(Array.from({ length: 20 }, () => expectServed(app)));
  });

  it('F4 turns away at once whoever would wait behind too many others', async () => {
    const app = await testApp({ queueLimits: { maxWaiting: 30, maxWaitMs: 20_000 } });
    const release = await holdAll(app);
    const answered: number[] = [];
    const calls = Array.from({ length: 50 }, async () => answered.push((await app.get(PATH)).status));
    // Requests beyond the thirtieth are refused at once.
    await expect.poll(() => answered).toEqual(Array(20).fill(503));
    await release();
    await Promise.all(calls);
    expect(answered.slice(20)).toEqual(Array(30).fill(200));
  });

  it('F4 P29 serves a thousand that come at once, each in its turn', async () => {
    // A long wait, for slow machines: the point is that no request is refused.
    const app = await testApp({ queueLimits: { maxWaiting: 2_000, maxWaitMs: 60_000 } });
    const statuses = await Promise.all(Array.from({ length: 1_000 }, async () => (await app.get(PATH)).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(app.pool.totalCount).toBeLessThanOrEqual(8);
  });
});
