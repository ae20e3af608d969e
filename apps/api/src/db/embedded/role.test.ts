import { existsSync, lstatSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as kit from '@pulso/testing/embedded-kit';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPool } from '#db/connection/connect';
import type { EmbeddedServer } from '#db/embedded/embedded';
import { migrate } from '#db/schema/migrate';
import { embeddedFixture } from '#test/embedded-fixture';

const { test, start, kept, withCluster, clusterFolder, passwordFile, refusal } = embeddedFixture();
const formerPasswordFile = () => join(test.dataDir, 'secrets/postgres-password');

const INSUFFICIENT_PRIVILEGE = '42501';
const errorCodeOf = ({ connection }: EmbeddedServer, statement: string) =>
  kit.query(connection, statement).then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

async function migrateServer({ connection }: EmbeddedServer): Promise<string[]> {
  const pool = openPool(connection, 1);
  try {
    return await migrate(pool);
  } finally {
    await pool.end();
  }
}

const ESCAPE_STATEMENTS = [
  `copy (select 1) to program 'true'`,
  `copy kept from program 'id'`,
  `copy kept from '/etc/passwd'`,
  `copy kept to '/tmp/pulso-copia'`,
  `select pg_read_file('/etc/passwd')`,
  `select pg_read_file('postgresql.conf')`,
  `select pg_ls_dir('.')`,
  `select lo_import('/etc/passwd')`,
  `alter system set archive_command = 'id'`,
  `create function run(text) returns int as '/lib/libc.so.6', 'system' language c`,
  `create extension file_fdw`,
  `create extension plpython3u`,
  `create role otro superuser`,
  `create database otra`,
  `alter role current_user superuser`,
  `set role pulso`,
  `grant pg_execute_server_program to current_user`,
  `set session_preload_libraries = 'x'`,
];

describe('the role that the product connects as', { timeout: 60_000 }, () => {
  beforeEach(withCluster);

  it('X10 is no superuser, and makes neither roles nor databases', async () => {
    const { connection } = await start();
    const rights = await kit.query(
      connection,
      `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
         (select count(*)::int from pg_auth_members where member = r.oid) as memberships
       from pg_roles r where rolname = current_user`,
    );
    const none = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false };
    expect(rights).toEqual([{ ...none, rolbypassrls: false, memberships: 0 }]);
    const other = { ...connection, user: 'pulso' };
    await expect(kit.query(other, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it('X10 is refused whatever leads to files, to programs or to more rights', async () => {
    const server = await start();
    for (const statement of ESCAPE_STATEMENTS)
      expect([statement, await errorCodeOf(server, statement)]).toEqual([statement, INSUFFICIENT_PRIVILEGE]);
  });

  it('X10 does what the product needs: migrations with their extension, temporary tables, copying in', async () => {
    const server = await start();
    expect((await migrateServer(server)).length).toBeGreaterThan(0);
    expect(await errorCodeOf(server, `create temporary table t as select 1; analyze users; truncate sessions`)).toBe(
      'done',
    );
    // Cancelled for want of data; the point is that it was allowed to begin.
    expect(await errorCodeOf(server, 'copy kept from stdin')).toBe('57014');
  });

  it('X21 is made anew, with its password, where a start was killed before it was kept, and not through a link', async () => {
    await kit.runSuperuserSql(test.dataDir, `alter role pulso_app nologin createdb;`);
    renameSync(passwordFile(), formerPasswordFile());
    const foreign = join(test.dataDir, 'ajeno');
    writeFileSync(foreign, 'ajeno');
    symlinkSync(foreign, `${passwordFile()}.new`);
    const server = await start();
    expect([readFileSync(foreign, 'utf8'), lstatSync(passwordFile()).isFile()]).toEqual(['ajeno', true]);
    expect(await kept(server)).toEqual([{ note: 'ñandú' }]);
    expect(await errorCodeOf(server, 'create database otra')).toBe(INSUFFICIENT_PRIVILEGE);
  });
});

describe('a cluster of a version that connected as superuser', { timeout: 60_000 }, () => {
  beforeEach(async () => {
    await withCluster();
    await kit.runSuperuserSql(test.dataDir, 'create extension pg_trgm;');
    const server = await start();
    await migrateServer(server);
    await kit.query(
      server.connection,
      `create type mood as enum ('bien'); create domain word as text; create type pair as (one int, two int);
       create sequence counter; create view notes as select note from kept; create table serial_kept (id serial);
       create procedure nothing() language sql as 'select 1'; create materialized view still as select 1 as one`,
    );
    await server.stop();
    for (const statement of ['reassign owned by pulso_app to pulso', 'drop owned by pulso_app', 'drop role pulso_app'])
      await kit.runSuperuserSql(test.dataDir, `${statement};`);
    await kit.runSuperuserSql(test.dataDir, `alter role pulso password 'former';`);
    renameSync(passwordFile(), formerPasswordFile());
    writeFileSync(formerPasswordFile(), 'former\n');
  });

  const owners = `
    select distinct pg_get_userbyid(owner) as owner from (
      select 'pg_class'::regclass as kind, oid, relowner as owner, relnamespace as space from pg_class
      union all select 'pg_proc'::regclass, oid, proowner, pronamespace from pg_proc
      union all select 'pg_type'::regclass, oid, typowner, typnamespace from pg_type
    ) made
    where space = 'public'::regnamespace
      and not exists (select from pg_depend where classid = kind and objid = made.oid and deptype = 'e')
    union select pg_get_userbyid(datdba) from pg_database where datname = current_database()`;

  it('X10 passes to the role with all that is in it, once, and the superuser has no password any more', async () => {
    const first = await start();
    expect(await kept(first)).toEqual([{ note: 'ñandú' }]);
    expect(await kit.query(first.connection, owners)).toEqual([{ owner: 'pulso_app' }]);
    expect(await migrateServer(first)).toEqual([]);
    const changes = `alter table users add added int; drop table levels cascade; drop type pair; create schema more`;
    expect(await errorCodeOf(first, changes)).toBe('done');
    const former = { ...first.connection, user: 'pulso', password: 'former' };
    await expect(kit.query(former, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    expect(existsSync(formerPasswordFile())).toBe(false);
    expect(statSync(passwordFile()).mode & 0o777).toBe(0o600);
    await first.stop();
    expect(await kept(await start())).toEqual([{ note: 'ñandú' }]);
  });

  it('H11 is missed when it is gone, by the password it had', async () => {
    renameSync(clusterFolder(), join(test.dataDir, 'elsewhere'));
    expect(await refusal()).toContain(`borra ${formerPasswordFile()}`);
  });
});
