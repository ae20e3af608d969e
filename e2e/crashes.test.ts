import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createLedger } from '@pulso/testing/chaos/ledger';
import { databasePids, openSite } from '@pulso/testing/chaos/site';
import { killAll, strikeAndCheck } from '@pulso/testing/chaos/strikes';
import { createTally } from '@pulso/testing/chaos/tally';
import { settleEntries, waitForSomeWrites, runUnderLoad } from '@pulso/testing/chaos/writers';
import { processesIn } from '@pulso/testing/embedded-kit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { seededRandom } from '../apps/api/src/demo/random';
import { createInstalledFolder, waitUntil } from './data-folder';

/** P4: from the kill to the first answer, in starts without a kill before them on the same machine. */
const MAX_RECOVERY_STARTS = 5;
const WAL_PAGE_BYTES = 8_192;

/** The product with mixed writes, as in `npm run chaos`, but the same faults every time. */
async function openChaos(seed: number, env?: Record<string, string>) {
  const folder = await createInstalledFolder();
  const since = performance.now();
  const site = await openSite(folder, env);
  const startMs = performance.now() - since;
  onTestFinished(async () => {
    await site.stop();
  });
  const work = {
    base: await site.makeBase(),
    ledger: createLedger(),
    random: seededRandom(seed),
    tally: createTally(),
  };
  return { folder, site, startMs, work, ...work };
}

type Chaos = Awaited<ReturnType<typeof openChaos>>;

/** Forgets what the database's log has from here on, as a disk does whose power was cut. */
async function truncateLog({ folder }: Chaos, file: string, offset: number) {
  const log = join(folder, 'postgres/pg_wal');
  const later = (await readdir(log)).filter((name) => /^[0-9A-F]{24}$/.test(name) && name > file);
  for (const name of later) await rm(join(log, name));
  const handle = await open(join(log, file), 'r+');
  const { size } = await handle.stat();
  await handle.write(Buffer.alloc(size - offset), 0, size - offset, offset);
  await handle.close();
}

/** Position up to which the log is on the disk. */
async function readFlushPosition({ site }: Chaos) {
  const [at] = await site.sql<{ file: string; offset: number }>(
    `select file_name as file, file_offset as offset from pg_walfile_name_offset(pg_current_wal_flush_lsn())`,
  );
  return at!;
}

/** An address for alerts. */
async function startHook() {
  const alerts: unknown[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => alerts.push(JSON.parse(body)));
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { alerts, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

async function killEverything({ site }: Chaos) {
  killAll(site);
  await site.product().ended;
}

describe('crashes', () => {
  it('P1 P4 H1 H6 H8 M5 API-33 every kill -9 under mixed writes loses, halves and doubles nothing, is told, and it serves again soon', async () => {
    const hook = await startHook();
    const { site, startMs, work, ledger, tally } = await openChaos(1, { ALERT_URL: hook.url });
    await strikeAndCheck(site, ['node', 'postmaster', 'backend', 'everything'], work);
    const pid = site.product().process.pid;
    await strikeAndCheck(site, ['postmaster', 'backend'], work);
    expect(site.product().process.pid).toBe(pid);
    await waitUntil(() => expect(hook.alerts.at(-1)).toMatchObject({ trouble: 'database', over: false }));
    const metrics = await (await fetch(`${site.product().url}/api/metrics`)).text();
    expect(metrics).toMatch(/^pulso_database_restarts_total [1-9]/m);
    expect(await ledger.checkAll(site)).toEqual([]);
    expect(tally.isClean(), tally.toString()).toBe(true);
    expect(tally.written()).toBeGreaterThan(20);
    // Compared with the slower of two, as the machine may have been calm at the first.
    await site.stop();
    const since = performance.now();
    await site.restart();
    const slowerMs = Math.max(startMs, performance.now() - since);
    expect(tally.slowestRecoveryMs() / slowerMs).toBeLessThan(MAX_RECOVERY_STARTS);
  });

  it('P2 H2 H3 H10 a power cut takes nothing that was acknowledged, and a torn end of the log nothing before it', async () => {
    const chaos = await openChaos(2);
    const { site, work, ledger } = chaos;
    const settings = await site.sql<{ name: string; setting: string }>(
      `select name, setting from pg_settings where source <> 'session' and
       name in ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums') order by name`,
    );
    expect(settings.map(({ setting }) => setting)).toEqual(['on', 'on', 'on', 'on']);

    await runUnderLoad(site, work, () => waitForSomeWrites(work));
    const before = await readFlushPosition(chaos);
    await killEverything(chaos);
    await truncateLog(chaos, before.file, before.offset);
    await site.restart();
    expect(await settleEntries(site, work)).toEqual([]);

    // More than a page, so that the torn one holds nothing of what came before.
    const json = { name: 'Última', description: 'ñ'.repeat(WAL_PAGE_BYTES / 2) };
    const writeSome = async () => {
      const earlier = await readFlushPosition(chaos);
      for (let nth = 0; nth < 5; nth += 1) expect((await site.send('POST', '/type-diet', { json })).status).toBe(201);
      return { earlier, end: await readFlushPosition(chaos) };
    };
    let { earlier, end } = await writeSome();
    // A file of the log that ended between them is followed by one with room.
    if (end.file !== earlier.file) ({ earlier, end } = await writeSome());
    const torn = end.offset - (end.offset % WAL_PAGE_BYTES);
    expect([end.file, torn > earlier.offset]).toEqual([earlier.file, true]);
    await killEverything(chaos);
    await truncateLog(chaos, end.file, torn);
    await site.restart();
    expect(await ledger.checkAll(site)).toEqual([]);
  });
});

/** A list of shared memory: Linux has one, macOS does not. */
const HAS_IPCS = spawnSync('ipcs', ['-m', '-p']).status === 0;

const sharedMemoryOf = (pid: number) =>
  spawnSync('ipcs', ['-m', '-p'], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line.split(/\s+/)[2] === String(pid));

/** Leftovers of a product that has ended, outside of the database's own files. */
const findLeftovers = (folder: string, { postmaster, socket }: { postmaster: number; socket: string }) => ({
  files: readdirSync(folder).filter(
    (name) => !['postgres', 'postgres.log', 'pulso.lock', 'secrets', 'uploads'].includes(name),
  ),
  socket: existsSync(socket),
  sharedMemory: HAS_IPCS ? sharedMemoryOf(postmaster) : [],
  processes: processesIn(folder),
});

const countOpenFiles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;

describe('stopping and starting', () => {
  it('P32 H7 H12 ends well by SIGTERM, SIGINT and SIGHUP under load, loses nothing, cuts no answer short and leaves nothing behind', async () => {
    const { folder, site, work, ledger, tally } = await openChaos(3);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      await runUnderLoad(site, work, async () => {
        await waitForSomeWrites(work);
        const { socketDir } = JSON.parse(readFileSync(join(folder, 'pulso.lock'), 'utf8'));
        const started = { postmaster: databasePids(folder).postmaster, socket: socketDir };
        // The memory must be there first, or its absence afterwards would say nothing.
        if (HAS_IPCS) expect(sharedMemoryOf(started.postmaster)).toHaveLength(1);
        site.product().process.kill(signal);
        expect(await site.product().ended, signal).toBe(0);
        expect(findLeftovers(folder, started), signal).toEqual({
          files: [],
          socket: false,
          sharedMemory: [],
          processes: [],
        });
        await site.restart();
        await site.untilServing();
      });
      expect(await settleEntries(site, work), signal).toEqual([]);
    }
    expect(await ledger.checkAll(site)).toEqual([]);
    expect([tally.cutShort(), tally.isClean()]).toEqual([0, true]);
  });

  it.runIf(spawnSync('prlimit', ['--version']).status === 0)(
    'P31 F7 leaks no descriptor and no temporary file, and serves again after they ran out',
    async () => {
      const { folder, site, work, ledger } = await openChaos(4);
      const pid = site.product().process.pid!;
      await runUnderLoad(site, work, () => waitForSomeWrites(work));
      await settleEntries(site, work);
      const warm = countOpenFiles(pid);
      for (let nth = 0; nth < 3; nth += 1) await runUnderLoad(site, work, () => waitForSomeWrites(work));
      expect(await settleEntries(site, work)).toEqual([]);
      // Connections to the database may be opened, up to the size of the pool.
      expect(countOpenFiles(pid)).toBeLessThanOrEqual(warm + 12);
      expect(readdirSync(join(folder, 'uploads')).filter((name) => /^\.(?!installation$)/.test(name))).toEqual([]);

      const limit = countOpenFiles(pid) + 10;
      spawnSync('prlimit', [`--pid=${pid}`, `--nofile=${limit}:`]);
      const port = Number(new URL(site.url()).port);
      const flood = Array.from({ length: 60 }, () => connect(port, '127.0.0.1'));
      await Promise.all(flood.map(waitForSocket));
      // Nearly all descriptors are taken: a component that finds none left closes one.
      await waitUntil(() => expect(countOpenFiles(pid)).toBeGreaterThanOrEqual(limit - 3));
      for (const socket of flood) socket.destroy();
      await site.untilServing();
      await runUnderLoad(site, work, () => waitForSomeWrites(work));
      await settleEntries(site, work);
      expect(await ledger.checkAll(site)).toEqual([]);
      expect(site.product().process.exitCode).toBeNull();
    },
  );
});

const waitForSocket = (socket: Socket) =>
  new Promise<void>((resolve) => {
    socket.once('connect', resolve);
    socket.once('error', () => resolve());
  });
