import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { SHUTDOWN } from '#db/embedded/process';
import { StartupError } from '#startup-error';

const POLL_MS = 20;
const OURS = /^(postgres|initdb)\n$/;

type Found = { pid: number; parent: number };

/**
 * Ends every PostgreSQL process of the cluster and removes the pid file. Only for the holder of the data folder's lock
 * while it runs no server: what is left then are orphans of a kill.
 */
export async function stopOrphans(cluster: string, found: () => void = () => undefined): Promise<void> {
  let left = await clusterProcesses(cluster);
  if (left.length > 0) found();
  for (const { signal, timeoutMs } of SHUTDOWN) {
    const pids = left.map(({ pid }) => pid);
    // The postmaster ends its children; without it they need the signal themselves.
    const targets = signal === 'SIGINT' ? left.filter(({ parent }) => !pids.includes(parent)) : left;
    targets.forEach(({ pid }) => send(pid, signal));
    left = await untilGone(cluster, left, timeoutMs);
  }
  if (left.length > 0) {
    const pids = left.map(({ pid }) => pid).join(', ');
    throw new StartupError(
      `Un servidor de base de datos anterior no se cierra (proceso ${pids}). Ciérralo y vuelve a iniciar.`,
    );
  }
  // PostgreSQL would not start if the stale pid belonged to another program by now.
  await rm(join(cluster, 'postmaster.pid'), { force: true });
}

/** Resolves when no PostgreSQL process of the cluster is left, or after the time-out. */
export async function untilNoneLeft(cluster: string, timeoutMs: number): Promise<void> {
  await untilGone(cluster, await clusterProcesses(cluster), timeoutMs);
}

async function untilGone(cluster: string, processes: Found[], timeoutMs: number): Promise<Found[]> {
  let left = processes;
  for (const deadline = Date.now() + timeoutMs; left.length > 0 && Date.now() < deadline;) {
    await sleep(POLL_MS);
    left = await clusterProcesses(cluster);
  }
  return left;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Already gone.
  }
}

/** Finds processes by name and working folder, because a pid in a file may belong to another program by now. */
async function clusterProcesses(cluster: string): Promise<Found[]> {
  if (process.platform !== 'linux') return namedInPidFile(cluster);
  const home = statSync(cluster, { throwIfNoEntry: false });
  if (!home) return [];
  return readdirSync('/proc').flatMap((name) => {
    try {
      if (!/^\d+$/.test(name) || !OURS.test(readFileSync(`/proc/${name}/comm`, 'utf8'))) return [];
      const work = statSync(`/proc/${name}/cwd`);
      if (work.ino !== home.ino || work.dev !== home.dev) return [];
      // «pid (name) state parent …», where the name may hold spaces and parentheses.
      const status = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
      return [{ pid: Number(name), parent }];
    } catch {
      // The process has ended, or belongs to another user.
      return [];
    }
  });
}

async function namedInPidFile(cluster: string): Promise<Found[]> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Math.abs(Number.parseInt(text, 10)) || 0;
  if (pid <= 1) return [];
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-p', String(pid), '-o', 'command=']).catch(() => ({
    stdout: '',
  }));
  const ours = /(^|\/)postgres /.test(stdout) && stdout.includes(`-D ${cluster}`);
  return ours ? [{ pid, parent: 0 }] : [];
}
