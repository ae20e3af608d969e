import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished, vi } from 'vitest';

const STEPS_URL = new URL('./steps.mjs', import.meta.url).href;
const CHILD_SCRIPT = `console.log(process.pid); setInterval(() => {}, 1_000)`;

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s to a tool alone ends all that it runs, then the tool itself',
  async (signal) => {
    const script = `
      import { run } from ${JSON.stringify(STEPS_URL)};
      const child = () => run(process.execPath, ['-e', ${JSON.stringify(CHILD_SCRIPT)}], { show: true });
      await Promise.all([child(), child()]);
      console.log('went on');`;
    const tool = spawn(process.execPath, ['--input-type=module', '-e', script]);
    const ended = once(tool, 'exit');
    const lines: string[] = [];
    createInterface({ input: tool.stdout }).on('line', (line) => void lines.push(line));
    await vi.waitFor(() => expect(lines).toHaveLength(2), { timeout: 20_000 });
    onTestFinished(() => {
      for (const pid of lines.map(Number).filter(isAlive)) process.kill(pid, 'SIGKILL');
    });
    tool.kill(signal);
    expect(await ended).toEqual([null, signal]);
    expect(lines.map(Number).filter(isAlive)).toEqual([]);
    expect(lines).toHaveLength(2);
  },
);
