import { setTimeout as sleep } from 'node:timers/promises';
import { createLedger } from '@pulso/testing/chaos/ledger';
import { openSite } from '@pulso/testing/chaos/site';
import { settleEntries, waitForSomeWrites, runUnderLoad } from '@pulso/testing/chaos/writers';
import { isAlive } from '@pulso/testing/embedded-kit';
import { findPoolerProblem, findPostgresProblem, startPooler, startPostgres, startReplica } from './postgres';
import type { Part, Run } from './run';

const MAX_OUTAGE_MS = 60_000;
const POOLER_KILLS = 5;

/** The product on another database, with a fault that says when the recovery began. */
async function runFaultsOn(run: Run, databaseUrl: string, faults: { name: string; strike: () => Promise<number> }[]) {
  const { random, tally } = run;
  const site = await openSite(await run.scratch(), { DATABASE_URL: databaseUrl });
  try {
    const work = { base: await site.makeBase(), ledger: createLedger(), random, tally };
    for (const { name, strike } of faults) {
      const before = tally.written();
      const recoveryMs = await runUnderLoad(site, work, async () => {
        await waitForSomeWrites(work);
        const since = await strike();
        const taken = await site.untilServing(since);
        await waitForSomeWrites(work);
        return taken;
      });
      tally.struck(name, { recoveryMs, acknowledged: tally.written() - before });
      tally.found(name, await settleEntries(site, work));
    }
    tally.found('looked at again in the end', await work.ledger.checkAll(site));
  } finally {
    await site.stop();
  }
}

async function interruptServer(run: Run) {
  const server = await startPostgres(run);
  const strike = async () => {
    server.stop('immediate');
    await sleep(run.random.int(MAX_OUTAGE_MS / 4, MAX_OUTAGE_MS));
    server.start();
    return performance.now();
  };
  await runFaultsOn(run, server.url, [{ name: 'database away for a while', strike }]);
  server.stop('fast');
}

async function failOver(run: Run) {
  const primary = await startPostgres(run);
  const replica = await startReplica(run, primary);
  const pooler = await startPooler(run, primary);
  const strike = async () => {
    const since = performance.now();
    const postmaster = primary.postmaster();
    process.kill(postmaster, 'SIGKILL');
    while (isAlive(postmaster)) await sleep(10);
    replica.promote();
    await pooler.repoint(replica);
    return since;
  };
  await runFaultsOn(run, pooler.url, [{ name: `failover (pgbouncer, ${pooler.mode})`, strike }]);
  await pooler.kill();
  replica.stop('fast');
}

async function killPooler(run: Run) {
  const server = await startPostgres(run);
  const pooler = await startPooler(run, server);
  const strike = async () => {
    const since = performance.now();
    await pooler.kill();
    await pooler.start();
    return since;
  };
  const fault = { name: `pgbouncer killed (${pooler.mode})`, strike };
  await runFaultsOn(
    run,
    pooler.url,
    Array.from({ length: POOLER_KILLS }, () => fault),
  );
  await pooler.kill();
  server.stop('fast');
}

export const externalParts: Record<string, Part> = {
  away: {
    what: 'a database of DATABASE_URL that is away for up to a minute',
    missing: findPostgresProblem,
    round: interruptServer,
  },
  failover: {
    what: 'a primary that is killed, and its replica in its place',
    missing: findPoolerProblem,
    round: failOver,
  },
  pooler: {
    what: 'kill -9 of PgBouncer between the product and its database',
    missing: findPoolerProblem,
    round: killPooler,
  },
};
