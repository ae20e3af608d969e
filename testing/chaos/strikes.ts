import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../apps/api/src/demo/random';
import { isAlive, processesIn } from '../embedded-kit';
import { databasePids, type Site } from './site';
import { settleEntries, waitForSomeWrites, runUnderLoad, type Workload } from './writers';

const sendSignal = (pids: number[], name: NodeJS.Signals) => {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch {
      // The process ended by itself meanwhile.
    }
};

const waitUntilGone = async (pids: number[]) => {
  while (pids.some(isAlive)) await sleep(5);
};

/** Node, the watchdog, the database and all its children. */
export const killAll = (site: Site) =>
  sendSignal([site.product().process.pid!, ...processesIn(site.folder).map(({ pid }) => pid)], 'SIGKILL');

/** Each breaks the product and has it running again; says when the recovery began. */
type FaultAction = (site: Site, random: Random) => Promise<number>;

const restartSite = async (site: Site, kill: () => void) => {
  const since = performance.now();
  kill();
  await site.product().ended;
  await site.restart();
  return since;
};

const FAULTS = {
  node: (site) => restartSite(site, () => site.product().process.kill('SIGKILL')),
  restart: (site) => restartSite(site, () => site.product().process.kill('SIGTERM')),
  everything: (site) => restartSite(site, () => killAll(site)),
  postmaster: async (site) => {
    const since = performance.now();
    const { postmaster, backends } = databasePids(site.folder);
    sendSignal([postmaster], 'SIGKILL');
    await waitUntilGone([postmaster, ...backends]);
    return since;
  },
  backend: async (site, random) => {
    const since = performance.now();
    const { backends } = databasePids(site.folder);
    if (backends.length > 0) sendSignal([random.pick(backends)], 'SIGKILL');
    // The postmaster ends the others too, because they share memory with the one that died.
    await waitUntilGone(backends);
    return since;
  },
  /** Stops processes, as an overloaded or suspended machine does. */
  pause: async (site, random) => {
    const { all } = databasePids(site.folder);
    const pids = random.chance(0.5) ? all : [site.product().process.pid!];
    sendSignal(pids, 'SIGSTOP');
    await sleep(random.int(1_000, 4_000));
    sendSignal(pids, 'SIGCONT');
    return performance.now();
  },
  /** A slow disk, as far as it goes without one: the database runs a twentieth of the time. */
  slow: async (site, random) => {
    for (const end = performance.now() + random.int(1_000, 3_000); performance.now() < end;) {
      const { all } = databasePids(site.folder);
      sendSignal(all, 'SIGSTOP');
      await sleep(95);
      sendSignal(all, 'SIGCONT');
      await sleep(5);
    }
    return performance.now();
  },
} satisfies Record<string, FaultAction>;

export type Fault = keyof typeof FAULTS;

/** Faults under load, and everything that was acknowledged looked for afterwards. */
export async function strikeAndCheck(site: Site, faults: Fault[], work: Workload) {
  const { random, tally } = work;
  const recoveries = await runUnderLoad(site, work, async () => {
    const taken: { fault: Fault; recoveryMs: number; acknowledged: number }[] = [];
    for (const fault of faults) {
      const before = tally.written();
      await waitForSomeWrites(work);
      const recoveryMs = await site.untilServing(await FAULTS[fault](site, random));
      taken.push({ fault, recoveryMs, acknowledged: tally.written() - before });
    }
    return taken;
  });
  for (const { fault, ...struck } of recoveries) tally.struck(fault, struck);
  tally.found([...new Set(faults)].join(', '), await settleEntries(site, work));
}
