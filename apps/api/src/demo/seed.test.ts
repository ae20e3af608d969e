import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { userListRow } from '@pulso/contract/accounts/users';
import { userDetail } from '@pulso/contract/desk/user-detail';
import { today } from '@pulso/contract/kit/dates';
import { pageBody } from '@pulso/contract/kit/envelope';
import { copyDatabase } from '@pulso/testing/database';
import { removeFolder, temporaryFolder } from '@pulso/testing/embedded-kit';
import { bundleScript } from '@pulso/testing/script';
import { sql } from 'kysely';
import { Client, type ClientConfig } from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { openPasswords } from '#access/passwords';
import { openPool } from '#db/connection/connect';
import { lockDataDir } from '#db/data-dir/data-dir-lock';
import { readUserCount } from '#demo/seed-arguments';
import { seedUsers } from '#demo/seed-users';
import { SEEDED_TABLES } from '#demo/seed.queries';
import { findBrokenInvariants } from '#test/broken-invariants';
import { addPackage, addPlan, expectAnswer } from '#test/people';
import { findWrongTallies, listTallies } from '#test/tallies';
import { testApp, type TestApp } from '#test/test-app';

const TODAY = today();
const passwords = openPasswords();

const seed = (app: TestApp, users: number) => seedUsers({ connection: app.connection, passwords, today: TODAY, users });

async function queryOne<T>(app: TestApp, query: ReturnType<typeof sql<T>>): Promise<T> {
  return (await query.execute(app.db)).rows[0]!;
}

describe('the large seed', () => {
  it('adds as many believable users as were asked for, and changes nobody else', async () => {
    const app = await testApp();
    for (const duration of [1, 3, 12])
      await addPlan(app, { title: `Plan ${duration}`, duration, amount: duration * 9_990.5 });
    await addPackage(app);
    const others = sql<{ before: string }>`select string_agg(u::text, '') as before from users u where role = 'ADMIN'`;
    const before = await queryOne(app, others);

    const added = await seed(app, 500);
    expect(added.users).toBe(500);
    expect(await queryOne(app, others)).toEqual(before);
    expect(
      await queryOne(
        app,
        sql`select (select count(*) from users where role = 'CLIENT') as users,
              (select count(*) from user_subscriptions) as history,
              (select count(*) from user_packages) as packages, (select count(*) from payments) as payments`,
      ),
    ).toEqual(added);

    const page = await app.get('/api/user?page=1&limit=100&sort=suscription_end&order=desc');
    const { data, meta } = pageBody(userListRow).parse(page.body);
    expect(meta.total).toBe(501);
    for (const { id } of data.slice(0, 5)) expectAnswer(await app.get(`/api/user/${id}`), userDetail);
  });

  it('writes users, history and payments that agree, and nothing from the future', async () => {
    const app = await testApp();
    await addPlan(app, { duration: 1 });
    await addPlan(app, { duration: 6, amount: 70_000.25 });
    await seed(app, 500);
    expect(await findBrokenInvariants(app.db)).toEqual([]);
    const tallies = await listTallies(app.db);
    expect(await findWrongTallies(app.db, tallies)).toEqual({});
    const milestones = await sql<{ missing: number; stored: number }>`
      select (select count(*) from (select * from find_milestones() except select * from client_milestones) rest)::int as missing,
        (select count(*) from client_milestones)::int as stored`.execute(app.db);
    expect(milestones.rows[0]).toEqual({ missing: 0, stored: expect.any(Number) });
    expect(milestones.rows[0]?.stored).toBeGreaterThan(500);
    const found = await queryOne<Record<string, number>>(
      app,
      sql`
        select count(*) filter (where "suscriptionId" is not null) as subscribed,
          count(*) filter (where suscription_status and suscription_end > ${TODAY}) as current,
          count(*) filter (where suscription_status and suscription_end <= ${TODAY}) as expired,
          count(*) filter (where not status) as inactive,
          count(*) filter (where created_at > now() or suscription_init > ${TODAY}) as ahead,
          count(*) filter (where "suscriptionId" is not null and not exists (
            select from user_subscriptions h join plans p on p.id = h.subscription_id
            where h.user_id = u.id and h.status = 'active' and h.subscription_id = u."suscriptionId"
              and h.start_date = u.suscription_init and h.end_date = u.suscription_end
              and h.end_date = (h.start_date + make_interval(months => p.duration))::date
          )) as disagreeing,
          count(*) filter (where (select coalesce(sum(payment_amount), 0) from user_subscriptions where user_id = u.id)
            <> (select coalesce(sum(amount), 0) from payments where user_id = u.id)) as unpaid
        from users u where role = 'CLIENT'`,
    );
    expect(found).toMatchObject({ ahead: 0, disagreeing: 0, unpaid: 0 });
    for (const state of ['subscribed', 'current', 'expired', 'inactive'])
      expect(found[state], state).toBeGreaterThan(0);
  });

  it('leaves every index and every check as it was, and nobody where it breaks off', async () => {
    const app = await testApp();
    await addPlan(app);
    const state = sql<{ users: number; schema: string[] }>`
      select (select count(*)::int from users) as users, array(
        select pg_get_indexdef(indexrelid) from pg_index where indrelid::regclass::text = any(${SEEDED_TABLES})
        union all select conname || pg_get_constraintdef(oid) from pg_constraint
        where conrelid::regclass::text = any(${SEEDED_TABLES}) order by 1) as schema`;
    const before = await queryOne(app, state);
    const broken = seedUsers({
      connection: app.connection,
      passwords,
      today: TODAY,
      users: 30,
      progress: () => {
        throw new Error('no more');
      },
    });
    await expect(broken).rejects.toThrow('no more');
    expect(await queryOne(app, state)).toEqual(before);
    await seed(app, 30);
    expect(await queryOne(app, state)).toEqual({ ...before, users: before.users + 30 });
  });

  it('has no time-out, however long a statement takes on a busy machine', async () => {
    const app = await testApp();
    await addPlan(app);
    await sql
      .raw(
        `create table noted as select '' as timeout where false;
         create function note_timeout() returns trigger language plpgsql as $$
         begin insert into noted values (current_setting('statement_timeout')); return null; end $$;
         create trigger note_timeout after insert on users for each statement execute function note_timeout()`,
      )
      .execute(app.db);
    const connection = { ...app.connection, statement_timeout: 8_000 };
    await seedUsers({ connection, passwords, today: TODAY, users: 1 });
    expect(await queryOne(app, sql`select timeout from noted`)).toEqual({ timeout: '0' });
  });

  it('makes the same people and the same payments in every database', async () => {
    const seedNew = async () => {
      const app = await testApp();
      await addPlan(app, { duration: 3 });
      await addPackage(app);
      await seed(app, 200);
      return queryOne(
        app,
        sql`select string_agg((to_jsonb(u) - 'password_hash')::text, '' order by id) as users,
              (select string_agg(p::text, '' order by id) from payments p) as payments
            from users u where role = 'CLIENT'`,
      );
    };
    expect(await seedNew()).toEqual(await seedNew());
  });

  it('goes on where the last one ended, and leaves nobody who can log in', async () => {
    const app = await testApp();
    await addPlan(app);
    await seed(app, 30);
    await seed(app, 40);
    const { users, names, hashes } = await queryOne<Record<string, number>>(
      app,
      sql`select count(*) as users, count(distinct username_key) as names, count(distinct password_hash) as hashes
          from users where role = 'CLIENT'`,
    );
    expect({ users, names, hashes }).toEqual({ users: 70, names: 70, hashes: 2 });
    const { username } = await queryOne(
      app,
      sql<{ username: string }>`select username from users where role = 'CLIENT'`,
    );
    expect((await app.json('POST', '/api/auth/login', { username, password: username })).status).toBe(401);
  });
});

describe('npm run seed', () => {
  it.each([
    [['--users', '100000'], 100_000],
    [['--users=1'], 1],
    [['--users', '1000000'], 1_000_000],
  ])('reads %j', (given, users) => expect(readUserCount(given)).toBe(users));

  it.each([
    [],
    ['--users'],
    ['--users', 'mil'],
    ['--users', '0'],
    ['--users', '-5'],
    ['--users', '1e3'],
    ['--users', '1000001'],
    ['--user', '5'],
    ['5'],
  ])('answers %j %j with how it is written', (...given) =>
    expect(() => readUserCount(given)).toThrow('Uso: npm run seed -- --users CANTIDAD'),
  );

  const script = bundleScript(fileURLToPath(new URL('../seed.ts', import.meta.url)));
  /** The script itself, asked for five users. */
  const run = async (env: Record<string, string>) => {
    const child = spawn(process.execPath, [script(), '--users', '5'], {
      env: { ...process.env, DATABASE_URL: '', DEMO: '', ...env },
    });
    const [said, complained, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number]>,
    ]);
    return { said, complained, code };
  };
  const addressOf = (connection: ClientConfig) => {
    // The client knows how to read every form of address.
    const { user, password, host, port, database } = new Client(connection);
    const secret = encodeURIComponent(password ?? '');
    return `postgres://${user}:${secret}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  };
  const folderFor = async () => {
    const folder = await temporaryFolder();
    onTestFinished(() => removeFolder(folder));
    return folder;
  };
  const NO_PLANS = 'No hay ningún plan de suscripción activo al que suscribir usuarios. No se agregó nada.\n';
  const CREATE =
    'crea un plan en el panel (npm start, Suscripciones), detén el servidor y repite: npm run seed -- --users 5\n';
  const WAYS_OUT =
    'Si la base de datos está vacía, llénala con el negocio de demostración: DEMO=1 npm run seed -- --users 5\n' +
    `Si no, antes ${CREATE}`;

  it('says that a server has the data folder open, and ends', async () => {
    const dataDir = await folderFor();
    const lock = await lockDataDir(dataDir, 'http://127.0.0.1:3000');
    const { complained, code } = await run({ DATA_DIR: dataDir });
    lock.release();
    expect(complained).toContain('está en uso por otro Pulso');
    expect(complained).toContain('http://127.0.0.1:3000');
    expect(code).toBe(1);
  });

  it('says that there are no plans and what to do before it makes a database', async () => {
    const dataDir = join(await folderFor(), 'data');
    const answer = await run({ DATA_DIR: dataDir, DEMO: '0' });
    expect(answer).toEqual({ said: '', complained: NO_PLANS + WAYS_OUT, code: 1 });
    expect(existsSync(dataDir)).toBe(false);
  });

  it('says so before it writes anything to the database of DATABASE_URL', async () => {
    const database = await copyDatabase({ ...inject('server'), template: 'template0' });
    onTestFinished(database.drop);
    const env = { DATABASE_URL: addressOf(database.connection), DATA_DIR: await folderFor() };
    expect(await run(env)).toEqual({ said: '', complained: NO_PLANS + WAYS_OUT, code: 1 });
    const pool = openPool(database.connection);
    const { rows } = await pool.query(`select from information_schema.tables where table_schema = 'public'`);
    await pool.end();
    expect(rows).toEqual([]);
  });

  it('offers no demonstration where one was asked for and the database is in use', async () => {
    const { connection, json } = await testApp();
    expect((await json('POST', '/api/type-diet', { name: 'Keto' })).status).toBe(201);
    const env = { DATABASE_URL: addressOf(connection), DEMO: '1', DATA_DIR: await folderFor() };
    const complained = `${NO_PLANS}Antes ${CREATE}`;
    expect(await run(env)).toEqual({ said: '', complained, code: 1 });
  });
});
