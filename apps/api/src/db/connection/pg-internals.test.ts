import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { databaseErrorKind, type DatabaseError } from '#db/connection/errors';

const readPackage = (path: string | URL) =>
  JSON.parse(readFileSync(path, 'utf8')) as { version: string; dependencies: Record<string, string> };

it('pg stays at the minor version whose private parts are used below, until somebody has looked at the next', () => {
  const { dependencies } = readPackage(new URL('../../../package.json', import.meta.url));
  const [, minor = 'none'] = /^~(\d+\.\d+)\.\d+$/.exec(dependencies.pg ?? '') ?? [];
  const { version } = readPackage(createRequire(import.meta.url).resolve('pg/package.json'));
  expect(version.split('.').slice(0, 2).join('.')).toBe(minor);
});

it('pg has a socket inside its connection that is corked, so that statements go in one packet', async () => {
  const client = new pg.Client(inject('server').connection);
  await client.connect();
  onTestFinished(() => client.end());
  const { stream } = client.connection;
  stream.cork();
  expect(stream.writableCorked).toBe(1);
  const answer = client.query('select 1 as one');
  expect(stream.writableLength).toBeGreaterThan(0);
  stream.uncork();
  expect((await answer).rows).toEqual([{ one: 1 }]);
});

it('P6 pg says in known words, without a code, that a connection is lost', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const open = async (options: pg.ClientConfig = {}) => {
    const client = new pg.Client({ ...inject('server').connection, ...options });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const [slow, cut, ended] = [await open({ query_timeout: 1 }), await open(), await open()];
  const { port } = silent.address() as AddressInfo;
  const pool = new pg.Pool({ host: '127.0.0.1', port, max: 1, connectionTimeoutMillis: 1 });
  const errors: unknown[] = [];
  const fail = (work: Promise<unknown>) => work.catch((error: unknown) => errors.push(error));
  await fail(slow.query('select pg_sleep(1)'));
  cut.connection.stream.destroy();
  await fail(cut.query('select 1'));
  await fail(cut.query('select 1'));
  await ended.end();
  await fail(ended.query('select 1'));
  // The first waits for the server, and the other one for the first.
  await Promise.all([fail(pool.connect()), fail(pool.connect())]);
  await pool.end();
  await fail(pool.connect());
  slow.connection.stream.destroy();
  expect(errors).toHaveLength(7);
  expect(errors.filter((error) => databaseErrorKind(error) !== 'unavailable')).toEqual([]);
  expect(errors.filter((error) => (error as DatabaseError).code !== undefined)).toEqual([]);
});
