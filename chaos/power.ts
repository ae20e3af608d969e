import { setTimeout as sleep } from 'node:timers/promises';
import { createLedger } from '@pulso/testing/chaos/ledger';
import { openSite } from '@pulso/testing/chaos/site';
import { killAll } from '@pulso/testing/chaos/strikes';
import { settleEntries, waitForSomeWrites, runUnderLoad } from '@pulso/testing/chaos/writers';
import { processesIn } from '@pulso/testing/embedded-kit';
import { findMountProblem, mountForgetfulDisk } from './disks';
import type { Part, Run } from './run';

const CUTS_PER_ROUND = 10;
const DISK_MB = 600;

async function runRound(run: Run) {
  const { random, tally } = run;
  const disk = await mountForgetfulDisk(run, DISK_MB);
  await run.installed(disk.folder);
  disk.sync();
  const site = await openSite(disk.folder);
  try {
    const base = await site.makeBase();
    const ledger = createLedger();
    const work = { base, ledger, random, tally };
    for (let nth = 0; nth < CUTS_PER_ROUND && !run.isOver(); nth += 1) {
      const before = tally.written();
      const recoveryMs = await runUnderLoad(site, work, async () => {
        await waitForSomeWrites(work);
        disk.cutPower();
        const since = performance.now();
        killAll(site);
        await site.product().ended;
        while (processesIn(disk.folder).length > 0) await sleep(10);
        disk.mountAgain();
        await site.restart();
        return site.untilServing(since);
      });
      tally.struck('power cut', { recoveryMs, acknowledged: tally.written() - before });
      tally.found('power cut', await settleEntries(site, work));
    }
    tally.found('power cut', await ledger.checkAll(site));
  } finally {
    await site.stop();
  }
}

/** P2: kill -9 still lets the kernel write what it has; this does not. */
export const powerPart: Part = {
  what: 'the power of the disk is cut, and what was not flushed is gone',
  missing: () => findMountProblem('mkfs.ext4', 'perl'),
  round: runRound,
};
