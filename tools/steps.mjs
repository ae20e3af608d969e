import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Plain JavaScript: this runs before anything is installed.

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Says what is being done, and that it is still being done.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 */
export async function runStep(label, work) {
  const started = Date.now();
  const live = process.stdout.isTTY;
  process.stdout.write(live ? label : `${label}\n`);
  const timer = setInterval(() => process.stdout.write(live ? '.' : `${label} (sigue)\n`), live ? 1_000 : 15_000);
  try {
    const result = await work();
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    if (live) process.stdout.write(` listo (${seconds} s)\n`);
    return result;
  } catch (error) {
    if (live) process.stdout.write(' falló\n');
    throw error;
  } finally {
    clearInterval(timer);
  }
}

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * A signal that ends this process ends the child first: who sends it to one process alone, as npm does, means both.
 * @param {import('node:child_process').ChildProcess} child
 */
function forwardSignals(child) {
  /** @type {NodeJS.Signals | undefined} */
  let received;
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    received = signal;
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, pass);
  child.on('close', () => {
    for (const signal of SIGNALS) process.off(signal, pass);
    if (received) process.kill(process.pid, received);
  });
}

/**
 * Runs a command; what it prints is shown only if it fails, or at once with `show`. One that can wait takes only the
 * processor's time that nobody else wants.
 * @param {string} command
 * @param {string[]} args
 * @param {{ show?: boolean, env?: Record<string, string>, canWait?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { show = false, env = {}, canWait = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    if (canWait && child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    forwardSignals(child);
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
export async function runOrThrow(command, args, env) {
  const { code, output } = await run(command, args, { env });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} terminó con ${code}:\n${output}`);
}

/**
 * npm by the way it was called with, so that the same one is used.
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
export function runNpm(args) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js') ? [process.execPath, [cli, ...args]] : ['npm', args];
}

/**
 * Hash of the contents of these files and folders.
 * @param {string[]} paths
 */
export function hashOf(paths) {
  const hash = createHash('sha256');
  /** @param {string} path */
  const add = (path) => {
    const absolute = join(ROOT, path);
    try {
      for (const entry of readdirSync(absolute, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1)))
        if (entry.name !== 'node_modules' && !entry.name.startsWith('dist')) add(join(path, entry.name));
    } catch {
      hash.update(path).update(readFileSync(absolute));
    }
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}
