import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { Trouble } from '#alerts/alerts.rules';
import { watchTroubles } from '#alerts/watch';
import { openDatabaseLink } from '#test/database-link';
import { testApp, type TestApp } from '#test/test-app';

type Alert = { text: string; trouble: Trouble; over: boolean };

/** A chat's address, which answers what the test says. */
async function startHook() {
  const received: Alert[] = [];
  const answer = { status: 200, tries: 0 };
  const server = createServer((request, response) => {
    answer.tries += 1;
    void text(request).then((body) => {
      if (answer.status === 200) received.push(JSON.parse(body) as Alert);
      response.writeHead(answer.status, { Location: '/otro' }).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const taken = () => received.splice(0).map(({ trouble, over }) => `${trouble}${over ? ' over' : ''}`);
  return { answer, received, taken, address: `http://127.0.0.1:${port}/secreto` };
}

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'pulso-alerts-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A node's watch. Its disks are not there, so that the test's own machine may be full. */
function watch(app: TestApp, folder: string, address: string, databaseUrl?: string) {
  const said: string[] = [];
  const missing = join(folder, 'no');
  const config = { DATA_DIR: folder, BACKUP_DIR: missing, BACKUP_EVERY: 86_400, DATABASE_URL: databaseUrl };
  const watching = watchTroubles({ config, address, db: app.db, warn: (line) => said.push(line), pausesMs: [0, 0, 0] });
  onTestFinished(watching.stop);
  return { ...watching, said };
}

const addBackup = (app: TestApp, state: 'done' | 'failed') =>
  sql`insert into backups (state, node, made_by, finished_at) values (${state}, 'n', 'schedule', now())`.execute(
    app.db,
  );

it('M5 a backup that failed is told once, by one of the nodes on a folder and over a restart, and once that it is over', async () => {
  const app = await testApp();
  const folder = await newFolder();
  const { address, taken, received } = await startHook();
  const databaseUrl = 'postgres://x';
  const nodes = [watch(app, folder, address, databaseUrl), watch(app, folder, address, databaseUrl)];
  const checkAll = () => Promise.all(nodes.map(({ check }) => check()));
  await checkAll();
  expect(taken()).toEqual([]);

  await addBackup(app, 'failed');
  await checkAll();
  await checkAll();
  expect(received[0]).toMatchObject({
    text: expect.stringContaining('la última copia de seguridad falló'),
    over: false,
  });
  expect(taken()).toEqual(['backup']);

  for (const { stop } of nodes.splice(0)) await stop();
  nodes.push(watch(app, folder, address, databaseUrl));
  await checkAll();
  expect(taken()).toEqual([]);
  await addBackup(app, 'done');
  await checkAll();
  await checkAll();
  expect(taken()).toEqual(['backup over']);
  await addBackup(app, 'failed');
  await checkAll();
  expect(taken()).toEqual(['backup']);
});

it('M5 a database that is away is told while it is, and a backup’s trouble neither begins nor ends meanwhile', async () => {
  const link = await openDatabaseLink();
  const app = await testApp({ reach: link.reach });
  const { address, taken } = await startHook();
  const { check, databaseCrashed } = watch(app, await newFolder(), address);
  await addBackup(app, 'failed');
  await check();
  expect(taken()).toEqual(['backup']);
  await link.cut();
  await check();
  expect(taken()).toEqual([]);
  await check();
  await check();
  expect(taken()).toEqual(['database']);
  await link.mend();
  await expect.poll(() => check().then(taken)).toEqual(['database over']);

  await databaseCrashed();
  await databaseCrashed();
  await check();
  expect(taken()).toEqual(['database']);
});

it('M5 an alert that nobody takes is sent three times, follows no redirect, is one line without the address in the log, and is tried again later', async () => {
  const app = await testApp();
  const { address, answer, taken } = await startHook();
  await addBackup(app, 'failed');
  answer.status = 307;
  const { check, said } = watch(app, await newFolder(), address);
  await check();
  expect(answer.tries).toBe(6);
  expect(said).toEqual([`No se pudo avisar a ${new URL(address).host} (ALERT_URL): respondió 307`]);
  expect(said[0]).not.toContain('secreto');
  answer.status = 200;
  await check();
  await check();
  expect(taken()).toEqual(['backup']);
  expect(said).toHaveLength(1);
});
