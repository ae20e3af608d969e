import { openLedger } from '@pulso/testing/chaos/ledger';
import { openSite, type Site } from '@pulso/testing/chaos/site';
import { strike, type Fault } from '@pulso/testing/chaos/strikes';
import type { Part, Run } from './run';

const BURSTS_A_ROUND = 10;
/** Faults in a row, before it is all looked at. */
const BURST = 5;

const addUsers = (site: Site, users: number) =>
  site.sql(
    `insert into users (name, gender, username, phone, password_hash)
     select 'Persona ' || n, 'Female', 'persona' || n, (1_100_000_000 + n)::text, 'x' from generate_series(1, $1::int) n`,
    [users],
  );

async function round(run: Run, faults: readonly Fault[]) {
  const { random, tally } = run;
  const site = await openSite(await run.installed());
  try {
    const base = await site.makeBase();
    if (run.users > 0) await addUsers(site, run.users);
    const ledger = openLedger();
    for (let nth = 0; nth < BURSTS_A_ROUND && !run.isOver(); nth += 1)
      await strike(
        site,
        Array.from({ length: BURST }, () => random.pick(faults)),
        { base, ledger, random, tally },
      );
    tally.found('looked at again in the end', await ledger.checkAll(site));
  } finally {
    await site.stop();
  }
}

const part = (what: string, ...faults: Fault[]): Part => ({ what, round: (run) => round(run, faults) });

export const killParts: Record<string, Part> = {
  kills: part(
    'kill -9 of node, of the postmaster, of one backend, of everything at once, by turns',
    'node',
    'everything',
    'postmaster',
    'backend',
  ),
  node: part('kill -9 of node', 'node'),
  everything: part('kill -9 of node and the whole database at once', 'everything'),
  postmaster: part('kill -9 of the postmaster', 'postmaster'),
  backend: part('kill -9 of one of the database’s processes', 'backend'),
  restarts: part('stopped by SIGTERM and started again', 'restart'),
  pause: part('SIGSTOP for some seconds', 'pause'),
  slow: part('a slow disk: the database stopped 95 of 100 ms', 'slow'),
};
