import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLedger } from '@pulso/testing/chaos/ledger';
import { openSite } from '@pulso/testing/chaos/site';
import { settleEntries, waitForSomeWrites, runUnderLoad } from '@pulso/testing/chaos/writers';
import { findBinaries } from '../apps/api/src/db/embedded/binaries';
import { chooseUser } from '../apps/api/src/db/embedded/process';
import type { Part, Run } from './run';

const STEPS_PER_ROUND = 10;
const HOUR_MS = 3_600_000;
/** Less than a session lasts, in either direction. */
const CLOCK_STEPS = ['+3h', '-2h', '+90m', '-1m', '+1s', '-30m', '+0'];

const findFaketimeLibrary = () =>
  ['/usr/lib', ...readdirSync('/usr/lib').map((name) => join('/usr/lib', name))]
    .map((folder) => join(folder, 'faketime/libfaketime.so.1'))
    .find((path) => existsSync(path));

/** Programs of the database that see another clock, for POSTGRES_BIN. */
async function createSteppedBinaries(folder: string, env: Record<string, string>) {
  const real = await findBinaries(await chooseUser(join(folder, 'none')));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const variables = Object.entries(env).map(([name, value]) => `${name}='${value}'`);
  for (const [name, path] of [
    ['postgres', real.postgres],
    ['initdb', real.initdb],
  ] as const) {
    writeFileSync(join(bin, name), `#!/bin/sh\nexec env ${variables.join(' ')} '${path}' "$@"\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return bin;
}

async function runRound(run: Run) {
  const { random, tally } = run;
  const folder = await run.scratch();
  chmodSync(folder, 0o755);
  const clockFile = join(folder, 'clock');
  const set = (step: string) => writeFileSync(clockFile, `${step}\n`, { mode: 0o644 });
  set('+0');
  const env = {
    LD_PRELOAD: findFaketimeLibrary()!,
    FAKETIME_TIMESTAMP_FILE: clockFile,
    FAKETIME_NO_CACHE: '1',
    // Time-outs go by the other clock, which nobody can set.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  const site = await openSite(await run.installed(), {
    ...env,
    POSTGRES_BIN: await createSteppedBinaries(folder, env),
  });
  try {
    const work = { base: await site.makeBase(), ledger: createLedger(), random, tally };
    set('+3h');
    // Node writes the header of the last second.
    await sleep(2_000);
    const [database] = await site.sql<{ now: Date }>('select now()');
    const node = (await fetch(`${site.url()}/api/health`)).headers.get('date') ?? '';
    if ([Number(database?.now), Date.parse(node)].some((seen) => !(seen - Date.now() > HOUR_MS * 2)))
      throw new Error('libfaketime does not move the clock here.');
    for (let nth = 0; nth < STEPS_PER_ROUND && !run.isOver(); nth += 1) {
      const before = tally.written();
      const recoveryMs = await runUnderLoad(site, work, async () => {
        await waitForSomeWrites(work);
        set(random.pick(CLOCK_STEPS));
        const taken = await site.untilServing();
        await waitForSomeWrites(work);
        return taken;
      });
      tally.struck('clock step', { recoveryMs, acknowledged: tally.written() - before });
      tally.found('clock step', await settleEntries(site, work));
    }
    tally.found('clock step', await work.ledger.checkAll(site));
  } finally {
    await site.stop();
  }
}

export const clockPart: Part = {
  what: 'the clock of node and of the database is set forwards and back, by hours',
  missing: () => (findFaketimeLibrary() === undefined ? 'It needs libfaketime (apt-get install faketime).' : undefined),
  round: runRound,
};
