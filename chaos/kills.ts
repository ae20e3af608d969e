import { createLedger } from '@pulso/testing/chaos/ledger';
import { openSite, type Site } from '@pulso/testing/chaos/site';
import { strikeAndCheck, type Fault } from '@pulso/testing/chaos/strikes';
import type { Part, Run } from './run';

const BURSTS_PER_ROUND = 10;
/** Faults in a row, before it is all looked at. */
const FAULTS_PER_BURST = 5;

const addUsers = (site: Site, users: number) =>
  site.sql(
    `insert into users (name, gender, username, phone, password_hash)
     select 'Persona ' || n, 'Female', 'persona' || n, (1_100_000_000 + n)::text, 'x' from generate_series(1, $1::int) n`,
    [users],
  );

async function runRound(run: Run, faults: readonly Fault[]) {
  const { random, tally } = run;
  const site = await openSite(await run.installed());
  try {
    const base = await site.makeBase();
    if (run.users > 0) await addUsers(site, run.users);
    const ledger = createLedger();
    for (let nth = 0; nth < BURSTS_PER_ROUND && !run.isOver(); nth += 1)
      await strikeAndCheck(
        site,
        Array.from({ length: FAULTS_PER_BURST }, () => random.pick(faults)),
        { base, ledger, random, tally },
      );
    tally.found('looked at again in the end', await ledger.checkAll(site));
  } finally {
    await site.stop();
  }
}

const killPart = (what: string, ...faults: Fault[]): Part => ({ what, round: (run) => runRound(run, faults) });

export const killParts: Record<string, Part> = {
  kills: killPart(
    'kill -9 of node, of the postmaster, of one backend, of everything at once, by turns',
    'node',
    'everything',
    'postmaster',
    'backend',
  ),
  node: killPart('kill -9 of node', 'node'),
  everything: killPart('kill -9 of node and the whole database at once', 'everything'),
  postmaster: killPart('kill -9 of the postmaster', 'postmaster'),
  backend: killPart('kill -9 of one of the database’s processes', 'backend'),
  restarts: killPart('stopped by SIGTERM and started again', 'restart'),
  pause: killPart('SIGSTOP for some seconds', 'pause'),
  slow: killPart('a slow disk: the database stopped 95 of 100 ms', 'slow'),
};
