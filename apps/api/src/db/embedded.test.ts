import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startEmbedded } from '#db/embedded';
import type { EmbeddedOptions, EmbeddedServer } from '#db/embedded';
import { StartupError } from '#startup-error';
import * as kit from '#test/embedded-kit';
import type { Child } from '#test/embedded-kit';

const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';
const passwordFile = 'secrets/postgres-password';

let template: string;
let folder: string;
let dataDir: string;
let said: string[];
let servers: EmbeddedServer[];
let children: Child[];

const start = async (options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedServer> => {
  const say = (line: string) => void said.push(line);
  const server = await startEmbedded({ dataDir, say, settings: { fsync: 'off' }, ...options });
  servers.push(server);
  return server;
};
const startChild = (holder?: string): Child => {
  const child = kit.startChild(dataDir, holder);
  children.push(child);
  return child;
};
const kept = (server: { connection: EmbeddedServer['connection'] }) =>
  kit.query(server.connection, 'select note from kept');
const refusal = async (options?: Partial<EmbeddedOptions>): Promise<string> => {
  const error: unknown = await start(options).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartupError);
  return (error as StartupError).message;
};

describe('the embedded server', { timeout: 40_000 }, () => {
  beforeAll(async () => {
    template = dataDir = await kit.temporaryFolder();
    said = [];
    servers = [];
    const server = await start();
    await kit.query(server.connection, `create table kept as select 'ñandú' as note`);
    await server.stop();
  }, 40_000);
  beforeEach(async () => {
    dataDir = folder = await kit.temporaryFolder();
    said = [];
    servers = [];
    children = [];
  });
  afterEach(async () => {
    await Promise.all(children.map(kit.killChild));
    await Promise.all(servers.map((server) => server.stop()));
    await kit.until('no process is left', () => kit.processesIn(folder).length === 0);
    await kit.removeFolder(folder);
  });
  afterAll(() => kit.removeFolder(template));

  describe('on a new folder', () => {
    it('makes a cluster, keeps its data across restarts and leaves nothing running', async () => {
      dataDir = join(dataDir, `it's a "folder"`, 'ñ'.repeat(60));
      const first = await start({ settings: {} });
      expect(said).toEqual(['Preparando la base de datos…']);
      expect(statSync(join(dataDir, passwordFile)).mode & 0o777).toBe(0o600);
      expect(statSync(first.connection.host).mode & 0o777).toBe(0o700);
      const [made] = await kit.query(
        first.connection,
        `select lower('ÑÁ') as lower, current_setting('listen_addresses') as addresses, current_setting('data_checksums') as sums,
           current_setting('server_encoding') as encoding, current_setting('fsync') as fsync`,
      );
      expect(made).toEqual({ lower: 'ñá', addresses: '', sums: 'on', encoding: 'UTF8', fsync: 'on' });
      await kit.query(first.connection, `create table kept as select 'x' as note`);

      const pid = kit.serverPid(dataDir);
      await first.stop();
      expect(kit.isAlive(pid)).toBe(false);
      expect(kit.processesIn(dataDir)).toEqual([]);
      expect(existsSync(first.connection.host)).toBe(false);
      await first.stop();

      expect(await kept(await start())).toEqual([{ note: 'x' }]);
      expect(said).toHaveLength(1);
    });

    it.runIf(isLinux)('H4 begins again after being killed at any instant of its first start', async () => {
      const inFresh = (path: string) => () =>
        readdirSync(dataDir).some((name) => name.startsWith('postgres.new-') && existsSync(join(dataDir, name, path)));
      const there = (path: string) => () => existsSync(join(dataDir, path));
      const instants: [string, () => boolean][] = [
        ['the folder is made', inFresh('.')],
        ['initdb has begun', inFresh('PG_VERSION')],
        ['initdb is half done', inFresh('base/4')],
        ['the database is being made', inFresh('base/16384')],
        ['the cluster has its name', there('postgres')],
        ['the password is kept', there(passwordFile)],
        ['the server is starting', there('postgres/postmaster.pid')],
      ];
      for (const [instant, reached] of instants) {
        const child = startChild();
        await kit.until(instant, reached, 0);
        await kit.killChild(child);
      }
      const server = await start();
      expect(await kit.query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
      expect(readdirSync(dataDir).filter((name) => name.includes('.new'))).toEqual([]);
    });
  });

  describe('on a folder with a cluster', () => {
    beforeEach(() => kit.copyFolder(template, dataDir));

    it('P3 refuses a second process at once and names the first', async () => {
      const first = startChild('http://127.0.0.1:3000');
      const connection = await kit.connectionOf(first);
      const before = performance.now();
      const message = `está en uso por otro Pulso (proceso ${first.pid}, http://127.0.0.1:3000).`;
      expect(await refusal()).toContain(message);
      expect(performance.now() - before).toBeLessThan(1_000);
      expect((await startChild().next())['refused']).toContain(message);

      rmSync(join(dataDir, 'pulso.lock'));
      expect(await refusal()).toContain('está en uso por otro Pulso');
      expect(await kept({ connection })).toEqual([{ note: 'ñandú' }]);
    });

    it('H8 ends with a parent that is killed, and the next one finds all it was told to keep', async () => {
      const child = startChild();
      const connection = await kit.connectionOf(child);
      await kit.query(connection, `update kept set note = 'last'`);
      const pid = kit.serverPid(dataDir);
      await kit.killChild(child);
      await kit.until('the server ends by itself', () => !kit.isAlive(pid));
      await kit.until('its watchdog ends', () => kit.processesIn(dataDir).length === 0);
      expect(existsSync(connection.host)).toBe(false);
      expect(await kept(await start())).toEqual([{ note: 'last' }]);
    });

    it('H8 restarts a server that is killed, behind the same connection settings', async () => {
      const server = await start();
      for (let round = 1; round <= 3; round++) {
        const pid = kit.serverPid(dataDir);
        await kit.query(server.connection, `insert into kept values ('${round}')`);
        process.kill(pid, 'SIGKILL');
        await kit.until('it is back', () => said.length === 2 * round);
        expect(await kept(server)).toHaveLength(1 + round);
        expect(kit.isAlive(pid)).toBe(false);
      }
      expect(said[0]).toContain('se detuvo de forma inesperada');
    });

    it('H8 stops a server that was left behind, watchdog and all, and starts its own', async () => {
      const child = startChild();
      const { host } = await kit.connectionOf(child);
      const pid = kit.serverPid(dataDir);
      const watchdog = kit.processesIn(dataDir).find(({ name }) => name !== 'postgres');
      if (watchdog) process.kill(watchdog.pid, 'SIGKILL');
      await kit.killChild(child);
      expect(kit.isAlive(pid)).toBe(isLinux);
      expect(await kept(await start())).toEqual([{ note: 'ñandú' }]);
      expect(kit.isAlive(pid)).toBe(false);
      expect(existsSync(host)).toBe(false);
      expect(said).toEqual(isLinux ? ['Cerrando un servidor de base de datos que había quedado de antes…'] : []);
    });

    it('H9 sees through a pid file that lies, and signals no other program', async () => {
      const { uid, gid } = statSync(join(dataDir, 'postgres'));
      const bystander = spawn('sleep', ['600'], { stdio: 'ignore', ...(isRoot && { uid, gid }) });
      try {
        const lies = ['', 'garbage\n', '-1\n', '0\n', '1\n', '99999999\n', `${bystander.pid}\n`, `-${bystander.pid}\n`];
        for (const lie of lies) {
          writeFileSync(join(dataDir, 'postgres/postmaster.pid'), lie);
          const server = await start();
          expect(await kept(server), lie).toHaveLength(1);
          await server.stop();
        }
        expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
      } finally {
        bystander.kill();
      }
    });

    it.runIf(isLinux)('listens on no port of the network', async () => {
      await start({ settings: { fsync: 'off', listen_addresses: '*' } });
      expect(kit.listensOnTcp(kit.serverPid(dataDir))).toBe(false);
    });

    it('tells when it cannot keep the server alive, and goes on trying', async () => {
      const fatal: Error[] = [];
      const server = await start({ onFatal: (error) => fatal.push(error) });
      const control = join(dataDir, 'postgres/global/pg_control');
      renameSync(control, `${control}.away`);
      process.kill(kit.serverPid(dataDir), 'SIGKILL');
      await kit.until('it gives up', () => fatal.length > 0, 20);
      expect(fatal[0]?.message).toMatch(/no arranca: .*could not find the database system/);
      renameSync(`${control}.away`, control);
      await kit.until('it is back', () => said.length === 2, 20);
      expect(await kept(server)).toHaveLength(1);
    });

    it('stops in the middle of a restart', async () => {
      const server = await start();
      process.kill(kit.serverPid(dataDir), 'SIGKILL');
      await kit.until('the death is noticed', () => said.length > 0, 0);
      await server.stop();
      expect(kit.processesIn(dataDir)).toEqual([]);
      expect(await kept(await start())).toEqual([{ note: 'ñandú' }]);
    });

    it('gives a cluster whose password was lost a new one', async () => {
      rmSync(join(dataDir, passwordFile));
      expect(await kept(await start())).toEqual([{ note: 'ñandú' }]);
      expect(readFileSync(join(dataDir, passwordFile))).not.toEqual(readFileSync(join(template, passwordFile)));
    });

    it('says what to do about a password that does not fit', async () => {
      writeFileSync(join(dataDir, passwordFile), 'wrong');
      expect(await refusal()).toContain('Borre el archivo secrets/postgres-password');
      expect(kit.processesIn(dataDir)).toEqual([]);
    });

    it('H11 refuses a cluster of another version, and touches nothing', async () => {
      writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n');
      expect(await refusal()).toContain('es de PostgreSQL 17 y este Pulso trae PostgreSQL 18');
      expect(readFileSync(join(dataDir, 'postgres/PG_VERSION'), 'utf8')).toBe('17\n');
    });

    it('H11 refuses a cluster that it may not write, or that others may read', async () => {
      chmodSync(join(dataDir, 'postgres'), 0o500);
      expect(await refusal()).toContain('es de solo lectura');
      chmodSync(join(dataDir, 'postgres'), 0o755);
      expect(await refusal()).toContain('chmod 700');
      expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o755);
    });

    it('H11 refuses a folder of other things', async () => {
      rmSync(join(dataDir, 'postgres/PG_VERSION'));
      expect(await refusal()).toContain('no contiene una base de datos de PostgreSQL');
    });

    it.runIf(isRoot)('H11 refuses a cluster that belongs to root, which the server cannot be', async () => {
      chownSync(join(dataDir, 'postgres'), 0, 0);
      expect(await refusal()).toContain('pertenece a otro usuario (uid 0)');
      expect(statSync(join(dataDir, 'postgres')).uid).toBe(0);
    });

    it.runIf(isRoot && isLinux)('serves, recovers and restarts under a folder that only root may enter', async () => {
      const vault = join(folder, 'vault');
      mkdirSync(vault, { mode: 0o700 });
      renameSync(join(folder, 'postgres'), join(vault, 'postgres'));
      renameSync(join(folder, 'secrets'), join(vault, 'secrets'));
      dataDir = vault;
      const first = await start();
      const pid = kit.serverPid(dataDir);
      expect(statSync(`/proc/${pid}`).uid).not.toBe(0);
      await kit.query(first.connection, `insert into kept select 'more' from generate_series(1, 10000)`);
      await kit.query(first.connection, 'checkpoint');
      await kit.query(first.connection, `insert into kept values ('last')`);
      process.kill(pid, 'SIGKILL');
      await kit.until('it is back', () => said.length === 2);
      expect(await kept(first)).toHaveLength(10_002);
      await first.stop();
      expect(await kept(await start())).toHaveLength(10_002);
      expect(statSync(vault)).toMatchObject({ uid: 0, mode: 0o40700 });
    });

    it('H11 refuses a folder that has lost its cluster, until its password is deleted too', async () => {
      renameSync(join(dataDir, 'postgres'), join(dataDir, 'elsewhere'));
      expect(await refusal()).toContain(`borre ${join(dataDir, passwordFile)}`);
      mkdirSync(join(dataDir, 'postgres'));
      expect(await refusal()).toContain('Falta la base de datos');
      expect(readdirSync(join(dataDir, 'postgres'))).toEqual([]);
      rmSync(join(dataDir, passwordFile));
      const server = await start();
      await expect(kept(server)).rejects.toThrow('"kept" does not exist');
    });
  });
});
