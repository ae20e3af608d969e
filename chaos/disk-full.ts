import { rm, statfs } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLedger } from '@pulso/testing/chaos/ledger';
import { openSite, type Site } from '@pulso/testing/chaos/site';
import { settleEntries, waitForSomeWrites, runUnderLoad } from '@pulso/testing/chaos/writers';
import { runSuperuserSql } from '@pulso/testing/embedded-kit';
import { findMountProblem, mountSmallDisk } from './disks';
import type { Part, Run } from './run';

const DISK_MB = 256;
const FILLS_PER_ROUND = 4;
const FULL_DISK_MS = 6_000;
const LONG_WRITER_COUNT = 4;

/** Reads all the time; counts those that fail. */
async function readWhile(site: Site, work: () => Promise<void>) {
  let isReading = true;
  const reads = { all: 0, failed: 0 };
  const reading = (async () => {
    while (isReading) {
      reads.all += 1;
      if ((await site.send('GET', '/user?page=1&limit=10')).status !== 200) reads.failed += 1;
      await sleep(20);
    }
  })();
  await work();
  isReading = false;
  await reading;
  return reads;
}

async function fillDisk(folder: string) {
  const { bavail, bsize } = await statfs(folder);
  const filler = join(folder, 'filler');
  // Up to the last block, while others are writing too.
  try {
    execFileSync(
      'dd',
      ['if=/dev/zero', `of=${filler}`, 'bs=64k', `count=${Math.ceil((bavail * bsize) / 65_536) + 64}`],
      {
        stdio: 'ignore',
      },
    );
  } catch {
    // The write fails because the disk is full, as it should.
  }
  return filler;
}

/** Long texts use up what is left of the preallocated write-ahead log; says how long the slowest refusal took. */
async function writeLongTexts(site: Site): Promise<number> {
  const end = performance.now() + FULL_DISK_MS;
  let slowestMs = 0;
  const json = { name: 'Larga', description: 'x'.repeat(5_000) };
  const one = async () => {
    while (performance.now() < end) {
      const since = performance.now();
      const { status } = await site.send('POST', '/type-diet', { json });
      if (status !== 201) slowestMs = Math.max(slowestMs, performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: LONG_WRITER_COUNT }, one));
  return slowestMs;
}

async function runRound(run: Run) {
  const { random, tally } = run;
  const folder = await run.installed(await mountSmallDisk(run, DISK_MB));
  const site = await openSite(folder);
  try {
    const ledger = createLedger();
    let slowest = 0;
    const work = { base: await site.makeBase(), ledger, random, tally };
    for (let nth = 0; nth < FILLS_PER_ROUND && !run.isOver(); nth += 1) {
      const before = tally.written();
      const recoveryMs = await runUnderLoad(site, work, async () => {
        await waitForSomeWrites(work);
        const reads = await readWhile(site, async () => {
          const filler = await fillDisk(folder);
          slowest = Math.max(slowest, await writeLongTexts(site));
          await rm(filler);
        });
        if (reads.failed > 0) tally.note(`disk full: ${reads.failed} of ${reads.all} reads failed`);
        const since = performance.now();
        const written = tally.written();
        while (tally.written() === written) await sleep(10);
        return performance.now() - since;
      });
      tally.struck('disk full', { recoveryMs, acknowledged: tally.written() - before });
      tally.found('disk full', await settleEntries(site, work));
    }
    tally.found('disk full', await ledger.checkAll(site));
    tally.note(`disk full: the slowest refusal took ${Math.round(slowest)} ms`);
  } finally {
    await site.stop();
  }
  await checkIndexes(folder);
}

/** PostgreSQL's own look at every index, against its table. */
async function checkIndexes(folder: string) {
  await runSuperuserSql(folder, 'create extension if not exists amcheck;');
  await runSuperuserSql(
    folder,
    `do $$ begin perform bt_index_check(c.oid, true) from pg_class c join pg_index i on i.indexrelid = c.oid
     join pg_am a on a.oid = c.relam where a.amname = 'btree' and c.relpersistence = 'p' and i.indisvalid; end $$;`,
  );
}

export const diskFullPart: Part = {
  what: 'a disk that is full for some seconds',
  missing: () => findMountProblem('dd'),
  round: runRound,
};
