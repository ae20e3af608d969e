import { randomBytes } from 'node:crypto';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runSuperuserSql, copyFolder, removeFolder, temporaryFolder, waitUntil } from '@pulso/testing/embedded-kit';
import type { Pool } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDb, openPool } from '#db/connection/connect';
import { startEmbedded } from '#db/embedded/embedded';
import { migrate } from '#db/schema/migrate';
import { createUser, quickPasswords } from '#test/people';
import { testApp, type TestApp } from '#test/test-app';

// `max_connections` as on a server without settings, or the replica refuses to follow.
const fastSettings = { fsync: 'off', full_page_writes: 'off', max_connections: '100' };

async function startServer(dataDir: string, settings: Record<string, string> = {}) {
  const server = await startEmbedded({ dataDir, print: () => undefined, settings: { ...fastSettings, ...settings } });
  onTestFinished(() => server.stop());
  return server;
}

/** A primary and its streaming replica, each a server of its own. */
async function startPair() {
  const [primaryFolder, replicaFolder] = [await temporaryFolder(), await temporaryFolder()];
  onTestFinished(async () => {
    await removeFolder(primaryFolder);
    await removeFolder(replicaFolder);
  });
  const first = await startEmbedded({ dataDir: primaryFolder, print: () => undefined, settings: fastSettings });
  await first.stop();
  const password = randomBytes(8).toString('hex');
  await runSuperuserSql(primaryFolder, `create role streamer replication login password '${password}';`);
  const pausing = 'pg_wal_replay_pause(), pg_wal_replay_resume()';
  await runSuperuserSql(primaryFolder, `grant execute on function ${pausing} to ${first.connection.user};`);
  await copyFolder(primaryFolder, replicaFolder);
  // Under root the server runs as another user, and wants to write to this file.
  await writeFile(join(replicaFolder, 'postgres', 'standby.signal'), '');
  await chmod(join(replicaFolder, 'postgres', 'standby.signal'), 0o666);
  const primary = await startServer(primaryFolder);
  const from = `host=${primary.connection.host} port=${primary.connection.port} user=streamer password=${password}`;
  const replica = await startServer(replicaFolder, { primary_conninfo: from, wal_retrieve_retry_interval: '50ms' });
  return { primary, replica };
}

/** Counts the queries of a pool since the last look. */
function countAcquires(pool: Pool) {
  let asked = 0;
  pool.on('acquire', () => (asked += 1));
  return () => {
    const since = asked;
    asked = 0;
    return since;
  };
}

const readUserTotal = async (app: TestApp) => (await app.get('/api/estadisticas')).body.data.usuarios.total;
const searchUsernames = async (app: TestApp, search: string) =>
  (await app.get(`/api/user?search=${search}`)).body.data.map(({ username }: { username: string }) => username);

describe('a read replica', () => {
  it('answers lists and statistics, but never without what was just written, and is not missed when it goes', async () => {
    const { primary, replica } = await startPair();
    const owner = openPool(primary.connection, 1);
    await migrate(owner);
    await owner.end();
    const behind = openPool(replica.connection, 2);
    const app = await testApp({ reach: () => primary.connection, replica: openDb(behind), passwords: quickPasswords });
    onTestFinished(() => behind.end());
    const asked = countAcquires(behind);
    const caughtUp = async () => {
      const { rows } = await app.pool.query<{ lsn: string }>('select pg_current_wal_flush_lsn() as lsn');
      const query = { text: 'select pg_last_wal_replay_lsn() >= $1 as done', values: [rows[0]?.lsn] };
      await waitUntil('caught up', async () => (await behind.query<{ done: boolean }>(query)).rows[0]?.done === true);
    };

    await createUser(app, { username: 'primera' });
    await caughtUp();
    asked();
    expect([await readUserTotal(app), await searchUsernames(app, 'primera')]).toEqual([2, ['primera']]);
    expect(asked()).toBe(2);

    // While the replica stands still, a client that has just saved somebody sees them, from the primary.
    await behind.query('select pg_wal_replay_pause()');
    await createUser(app, { username: 'segunda' });
    expect([await readUserTotal(app), await searchUsernames(app, 'segunda')]).toEqual([3, ['segunda']]);
    expect((await app.get('/api/user/3')).body.data.username).toBe('segunda');
    await behind.query('select pg_wal_replay_resume()');
    await caughtUp();
    asked();
    expect(await searchUsernames(app, 'segunda')).toEqual(['segunda']);
    expect(asked()).toBe(1);

    await replica.stop();
    expect([await readUserTotal(app), await searchUsernames(app, 'segunda')]).toEqual([3, ['segunda']]);
  });
});
