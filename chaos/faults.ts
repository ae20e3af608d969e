import { ensureBuilt } from '../tools/build.mjs';
import { clockPart } from './clock';
import { diskFullPart } from './disk-full';
import { externalParts } from './external';
import { flushPart } from './flush';
import { killParts } from './kills';
import { powerPart } from './power';
import { newSeed, readOptions } from './options';
import { openRun, type Part } from './run';

/** Parts in the order of their run; a part is one file, or one of its exports. */
const PARTS: Record<string, Part> = {
  ...killParts,
  power: powerPart,
  'disk-full': diskFullPart,
  ...externalParts,
  clock: clockPart,
  flush: flushPart,
};

/** Breaks the product in the ways that were asked for, or in all of them, and says whether nothing was lost. */
export async function runFaults(args: string[]): Promise<boolean> {
  const names = ['minutes', 'kills', 'seed', 'users'] as const;
  const { words: parts, seed = newSeed(), ...limits } = readOptions(args, names, Object.keys(PARTS));
  const run = openRun({ ...limits, seed });
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, run.interrupt);
  run.say(`Seed ${seed}. Ends with a table; Ctrl-C ends it sooner.`);
  await ensureBuilt();
  const wanted = Object.entries(PARTS).filter(([name]) => parts.length === 0 || parts.includes(name));
  const possible = wanted.filter(([name, { missing }]) => {
    const reason = missing?.();
    if (reason !== undefined) run.tally.note(`${name}: not tried. ${reason}`);
    return reason === undefined;
  });
  let isWhole = true;
  try {
    while (!run.isOver() && possible.length > 0)
      for (const [name, { what, round }] of possible) {
        if (run.isOver()) break;
        run.say(`${new Date().toISOString().slice(11, 19)}  ${name}: ${what}  (${run.tally.faults()} faults so far)`);
        await round(run);
      }
  } catch (error) {
    isWhole = false;
    run.tally.note(`Ended early: ${String((error as Error).stack)}`);
  } finally {
    await run.close();
  }
  run.say(`\n${run.tally.toString()}`);
  return isWhole && run.tally.isClean();
}
