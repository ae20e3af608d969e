import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeKindOf, type Kind } from '@pulso/testing/chaos/kinds';
import { databasePids, openSite } from '@pulso/testing/chaos/site';
import { findMissingPrograms } from './programs';
import type { Part, Run } from './run';

const WRITES_PER_ROUND = 200;
const WRITE_KINDS: Kind[] = ['category', 'sale', 'payment', 'picture', 'exercise', 'notification'];

/** One write after the other, each with a flush to the disk between its request and its answer. */
async function runRound(run: Run) {
  const { tally } = run;
  const site = await openSite(await run.installed());
  try {
    const base = await site.makeBase();
    const file = join(await run.scratch(), 'calls');
    const pids = [site.product().process.pid!, ...databasePids(site.folder).all];
    const args = [
      '-f',
      '-ttt',
      '-e',
      'trace=fsync,fdatasync',
      '-o',
      file,
      ...pids.flatMap((pid) => ['-p', String(pid)]),
    ];
    const tracer = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] });
    await once(tracer.stderr, 'data');
    const writes: { mark: string; from: number; to: number }[] = [];
    for (let nth = 0; nth < WRITES_PER_ROUND && !run.isOver(); nth += 1) {
      const kind = WRITE_KINDS[nth % WRITE_KINDS.length]!;
      const mark = `${kind}-flush-${nth}`;
      const { path, json, form } = writeKindOf(kind).request(mark, base, nth);
      const from = Date.now();
      const answer = await site.send('POST', path, { json, form });
      if (answer.status === undefined || answer.status >= 300) throw new Error(`${mark}: ${answer.status}`);
      writes.push({ mark, from, to: Date.now() });
      tally.answered(answer);
      // So that the flush of one is not taken for that of the next.
      await sleep(2);
    }
    tracer.kill('SIGINT');
    await once(tracer, 'exit');
    const flushes = (await readFile(file, 'utf8')).split('\n').map((line) => Number(line.split(/\s+/)[1]) * 1_000);
    const without = writes.filter(({ from, to }) => !flushes.some((at) => at >= from && at <= to + 1));
    tally.struck('flush audit', { acknowledged: writes.length });
    tally.found(
      'flush audit',
      without.map(({ mark }) => ({ what: 'not flushed', mark })),
    );
  } finally {
    await site.stop();
  }
}

/** P2, H3: nothing is acknowledged before it is on the disk. */
export const flushPart: Part = {
  what: 'every write is flushed between its request and its answer, as strace sees it',
  missing: () => findMissingPrograms('strace'),
  round: runRound,
};
