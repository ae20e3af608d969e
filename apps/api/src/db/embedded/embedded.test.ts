import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as kit from '@pulso/testing/embedded-kit';
import { beforeEach, describe, expect, it } from 'vitest';
import { embeddedFixture, isLinux, isRoot } from '#test/embedded-fixture';

const { test, start, startChild, refusal, kept, withCluster, clusterFolder, passwordFile } = embeddedFixture();

describe('the embedded server on a new folder', { timeout: 60_000 }, () => {
  it('makes a cluster, keeps its data across restarts and leaves nothing running', async () => {
    test.dataDir = join(test.folder, `it's a "folder"`, 'ñ'.repeat(60));
    const first = await start({ settings: {} });
    expect(test.said).toEqual(['Preparando la base de datos…']);
    expect(statSync(passwordFile()).mode & 0o777).toBe(0o600);
    expect(statSync(first.connection.host).mode & 0o777).toBe(0o700);
    const [made] = await kit.query(
      first.connection,
      `select lower('ÑÁ') as lower, current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync,
         current_setting('data_checksums') as sums, current_setting('server_encoding') as encoding`,
    );
    expect(made).toEqual({ lower: 'ñá', addresses: '', fsync: 'on', sums: 'on', encoding: 'UTF8' });
    await kit.query(first.connection, `create table kept as select 'x' as note`);

    const pid = kit.serverPid(test.dataDir);
    await first.stop();
    expect(kit.isAlive(pid)).toBe(false);
    expect(kit.processesIn(test.folder)).toEqual([]);
    expect(existsSync(first.connection.host)).toBe(false);
    await first.stop();

    expect(await kept(await start())).toEqual([{ note: 'x' }]);
    expect(test.said).toHaveLength(1);
  });

  const inFresh = (path: string) => () =>
    readdirSync(test.dataDir).some(
      (name) => name.startsWith('postgres.new-') && existsSync(join(test.dataDir, name, path)),
    );
  const there = (path: string) => () => existsSync(join(test.dataDir, path));
  it.runIf(isLinux).each([
    {
      part: 'before there is a database',
      instants: { 'the folder is made': inFresh('.'), 'initdb is half done': inFresh('base/4') },
    },
    {
      part: 'once there is one',
      instants: {
        'the database is being made': inFresh('base/16384'),
        'the cluster has its name': there('postgres'),
        'the server is starting': there('postgres/postmaster.pid'),
      },
    },
  ])('H4 begins again after being killed at any instant of its first start, $part', async ({ instants }) => {
    for (const [instant, reached] of Object.entries(instants)) {
      const child = startChild();
      await kit.waitUntil(instant, reached, 0);
      await kit.killChild(child);
    }
    const server = await start();
    expect(await kit.query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(readdirSync(test.dataDir).filter((name) => name.includes('.new'))).toEqual([]);
  });
});

describe('the embedded server on its cluster', { timeout: 60_000 }, () => {
  beforeEach(withCluster);

  it('P3 refuses a second process at once and names the first', async () => {
    const started = performance.now();
    const first = startChild('http://127.0.0.1:3000');
    const connection = await kit.connectionOf(first);
    const before = performance.now();
    const message = `está en uso por otro Pulso (proceso ${first.pid}, http://127.0.0.1:3000).`;
    expect(await refusal()).toContain(message);
    expect(performance.now() - before).toBeLessThan(before - started);
    expect((await startChild().outcome)['refused']).toContain(message);

    rmSync(join(test.dataDir, 'pulso.lock'));
    expect(await refusal()).toContain('está en uso por otro Pulso');
    expect(await kept({ connection })).toEqual([{ note: 'ñandú' }]);
  });

  it('H8 ends with a parent that is killed, and the next one finds all it was told to keep', async () => {
    const child = startChild();
    const connection = await kit.connectionOf(child);
    await kit.query(connection, `update kept set note = 'last'`);
    const pid = kit.serverPid(test.dataDir);
    await kit.killChild(child);
    await kit.waitUntil('the server ends by itself', () => !kit.isAlive(pid));
    await kit.waitUntil(
      'nothing is left',
      () => kit.processesIn(test.folder).length === 0 && !existsSync(connection.host),
    );
    expect(await kept(await start())).toEqual([{ note: 'last' }]);
  });

  it('H8 restarts a server that is killed, behind the same connection settings', async () => {
    const server = await start();
    for (let round = 1; round <= 3; round++) {
      const pid = kit.serverPid(test.dataDir);
      await kit.query(server.connection, `insert into kept values ('${round}')`);
      process.kill(pid, 'SIGKILL');
      await kit.waitUntil('it is back', () => test.said.length === 2 * round);
      expect(await kept(server)).toHaveLength(1 + round);
      expect(kit.isAlive(pid)).toBe(false);
    }
    expect(test.said[0]).toContain('se detuvo de forma inesperada');
  });

  it.runIf(isLinux)('H8 stops a server that was left behind, watchdog and all, and starts its own', async () => {
    const child = startChild();
    const { host } = await kit.connectionOf(child);
    const pid = kit.serverPid(test.dataDir);
    const watchdogs = kit.processesIn(test.folder).filter(({ name }) => name !== 'postgres');
    expect(watchdogs).toHaveLength(1);
    watchdogs.forEach((watchdog) => process.kill(watchdog.pid, 'SIGKILL'));
    await kit.killChild(child);
    expect(kit.isAlive(pid)).toBe(true);
    expect(await kept(await start())).toEqual([{ note: 'ñandú' }]);
    expect(kit.isAlive(pid)).toBe(false);
    expect(existsSync(host)).toBe(false);
    expect(test.said).toEqual(['Cerrando un servidor de base de datos que había quedado de antes…']);
  });

  it('tells when it cannot keep the server alive, and goes on trying', async () => {
    const fatal: Error[] = [];
    const server = await start({ onFatal: (error) => fatal.push(error) });
    const control = join(clusterFolder(), 'global/pg_control');
    renameSync(control, `${control}.away`);
    process.kill(kit.serverPid(test.dataDir), 'SIGKILL');
    await kit.waitUntil('it gives up', () => fatal.length > 0, 20);
    expect(fatal[0]?.message).toMatch(/no arranca: .*could not find the database system/);
    renameSync(`${control}.away`, control);
    await kit.waitUntil('it is back', () => test.said.length === 2, 20);
    expect(await kept(server)).toHaveLength(1);
  });

  it('stops in the middle of a restart', async () => {
    const server = await start();
    process.kill(kit.serverPid(test.dataDir), 'SIGKILL');
    await kit.waitUntil('the death is noticed', () => test.said.length > 0, 0);
    await server.stop();
    expect(kit.processesIn(test.folder)).toEqual([]);
    expect(await kept(await start())).toEqual([{ note: 'ñandú' }]);
  });

  it.runIf(isLinux)('listens on no port of the network, whatever it is told', async () => {
    await start({ settings: { fsync: 'off', listen_addresses: '*' } });
    expect(kit.listensOnTcp(kit.serverPid(test.dataDir))).toBe(false);
  });

  it.runIf(isRoot && isLinux)('serves, recovers and restarts under a folder that only root may enter', async () => {
    const vault = join(test.folder, 'vault');
    mkdirSync(vault, { mode: 0o700 });
    for (const name of ['postgres', 'secrets']) renameSync(join(test.folder, name), join(vault, name));
    test.dataDir = vault;
    await kit.runSuperuserSql(vault, 'grant pg_checkpoint to pulso_app;');
    const first = await start();
    const pid = kit.serverPid(vault);
    expect(statSync(`/proc/${pid}`).uid).not.toBe(0);
    await kit.query(first.connection, `insert into kept select 'more' from generate_series(1, 10000)`);
    await kit.query(first.connection, 'checkpoint');
    await kit.query(first.connection, `insert into kept values ('last')`);
    process.kill(pid, 'SIGKILL');
    await kit.waitUntil('it is back', () => test.said.length === 2);
    expect(await kept(first)).toHaveLength(10_002);
    await first.stop();
    expect(await kept(await start())).toHaveLength(10_002);
    expect(statSync(vault)).toMatchObject({ uid: 0, mode: 0o40700 });
  });
});
