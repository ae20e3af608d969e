import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTally } from '@pulso/testing/chaos/tally';
import { copyFolder } from '@pulso/testing/embedded-kit';
import { startProduct } from '@pulso/testing/product';
import { seededRandom } from '../apps/api/src/demo/random';

/** Something that can be broken, a round at a time. */
export type Part = {
  what: string;
  /** Reason why the part cannot be tried on this machine. */
  missing?: () => string | undefined;
  round: (run: Run) => Promise<void>;
};

type Options = {
  minutes?: number;
  kills?: number;
  seed: number;
  /** Users that are there before anything is broken. */
  users?: number;
};

/** State that all parts of one command share. */
export function openRun({ minutes, kills, seed, users = 0 }: Options) {
  const tally = createTally();
  const undo: (() => Promise<unknown>)[] = [];
  const deadline = minutes === undefined ? Infinity : performance.now() + minutes * 60_000;
  let isInterrupted = false;
  let installation: Promise<string> | undefined;

  const scratch = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pulso-chaos-'));
    undo.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    return folder;
  };
  const install = async () => {
    const folder = await scratch();
    const { stop } = await startProduct(folder);
    await stop();
    return folder;
  };

  return {
    tally,
    users,
    random: seededRandom(seed),
    say: (line: string) => void process.stdout.write(`${line}\n`),
    isOver: () => isInterrupted || performance.now() > deadline || tally.faults() >= (kills ?? Infinity),
    interrupt: () => (isInterrupted = true),
    scratch,
    /** A data folder as a first start leaves it. */
    installed: async (folder?: string) => {
      const from = await (installation ??= install());
      const to = folder ?? (await scratch());
      await copyFolder(from, to);
      return to;
    },
    /** Registers a step for the end of the command, whatever happens. */
    atEnd: (step: () => Promise<unknown>) => void undo.push(step),
    close: async () => {
      for (let step = undo.pop(); step; step = undo.pop()) await step();
    },
  };
}

export type Run = ReturnType<typeof openRun>;
