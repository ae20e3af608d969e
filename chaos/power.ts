import { setTimeout as sleep } from 'node:timers/promises';
import { openLedger } from '@pulso/testing/chaos/ledger';
import { openSite } from '@pulso/testing/chaos/site';
import { killAll } from '@pulso/testing/chaos/strikes';
import { settle, someWrites, underLoad } from '@pulso/testing/chaos/writers';
import { processesIn } from '@pulso/testing/embedded-kit';
import { cannotMount, forgetfulDisk } from './disks';
import type { Part, Run } from './run';

const CUTS_A_ROUND = 10;
const DISK_MB = 600;

async function round(run: Run) {
  const { random, tally } = run;
  const disk = await forgetfulDisk(run, DISK_MB);
  await run.installed(disk.folder);
  disk.sync();
  const site = await openSite(disk.folder);
  try {
    const base = await site.makeBase();
    const ledger = openLedger();
    const work = { base, ledger, random, tally };
    for (let nth = 0; nth < CUTS_A_ROUND && !run.isOver(); nth += 1) {
      const before = tally.written();
      const recoveryMs = await underLoad(site, work, async () => {
        await someWrites(work);
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
      tally.found('power cut', await settle(site, work));
    }
    tally.found('power cut', await ledger.checkAll(site));
  } finally {
    await site.stop();
  }
}

/** P2: kill -9 still lets the kernel write what it has; this does not. */
export const power: Part = {
  what: 'the power of the disk is cut, and what was not flushed is gone',
  missing: () => cannotMount('mkfs.ext4', 'perl'),
  round,
};
