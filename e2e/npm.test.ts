import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { isInstalled } from '../tools/install.mjs';
import { ROOT } from '../tools/steps.mjs';
import { databaseProcesses, createInstalledFolder, createTestFolder } from './data-folder';

// Processes that npm starts take a while on a busy machine.
const TIMEOUT_MS = 120_000;

beforeAll(() => {
  if (!isInstalled()) throw new Error('npm would install anew under the tests that run: node tools/build.mjs first');
});

type Command = { child: ChildProcess; folder: string; lines: string[]; end: Promise<number | NodeJS.Signals | null> };

/** Runs npm in a process group of its own, as a terminal does. */
function startNpm(args: string[], folder: string, env: Record<string, string> = {}): Command {
  const child = spawn('npm', args, {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: '', PORT: '0', DATA_DIR: folder, DATABASE_URL: '', DEMO: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => void lines.push(line));
  const end = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code)),
  );
  onTestFinished(async () => {
    if (isGroupAlive(child)) process.kill(-child.pid!, 'SIGKILL');
    await vi.waitFor(() => expect(databaseProcesses(folder)).toBe('0'), TIMEOUT_MS);
  });
  return { child, folder, lines, end };
}

const waitForOutput = ({ lines }: Command, wanted: string) =>
  vi.waitFor(() => expect(lines.join('\n')).toContain(wanted), { timeout: TIMEOUT_MS, interval: 50 });

/** True while any process of the child's group is alive. */
function isGroupAlive({ pid }: ChildProcess): boolean {
  try {
    return process.kill(-pid!, 0);
  } catch {
    return false;
  }
}

/** A process that ends once its parent is gone, like the compiler of `npm run dev`, may take a moment. */
const expectGone = ({ child, folder }: Command) =>
  vi.waitFor(() => expect([isGroupAlive(child), databaseProcesses(folder)]).toEqual([false, '0']), TIMEOUT_MS);

const terminateNpm = (child: ChildProcess) => child.kill('SIGTERM');
const interruptGroup = (child: ChildProcess) => process.kill(-child.pid!, 'SIGINT');

describe.each([
  ['npm start', ['start'], ['Listo: ']],
  ['npm run dev', ['run', 'dev'], ['Listo: ', 'Panel con recarga: ']],
])('%s', (_command, args, ready) => {
  it.each([
    ['SIGTERM to npm alone', terminateNpm],
    ['Ctrl+C', interruptGroup],
  ])('API-38 ends well by %s, and leaves no process behind', { timeout: TIMEOUT_MS }, async (_signal, send) => {
    const command = startNpm(args, await createInstalledFolder());
    for (const line of ready) await waitForOutput(command, line);
    expect(databaseProcesses(command.folder)).not.toBe('0');
    send(command.child);
    expect(await command.end).toBe(0);
    await expectGone(command);
  });
});

describe('npm start', () => {
  it('passes on that it could not start', { timeout: TIMEOUT_MS }, async () => {
    const command = startNpm(['start'], await createTestFolder(), { DATABASE_URL: 'mysql://x' });
    expect(await command.end).toBe(1);
    expect(command.lines.join('\n')).toContain('DATABASE_URL: debe empezar con postgres://');
  });
});

describe('npm run seed', () => {
  it('ends by SIGTERM to npm alone, and leaves no process behind', { timeout: TIMEOUT_MS }, async () => {
    const command = startNpm(['run', 'seed', '--', '--users', '1000000'], await createTestFolder(), { DEMO: '1' });
    await waitForOutput(command, 'Cargando datos de demostración');
    terminateNpm(command.child);
    expect(await command.end).toBe('SIGTERM');
    await expectGone(command);
  });
});
