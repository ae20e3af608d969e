import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { SHUTDOWN_STEPS } from '#db/embedded/process';
import { StartupError } from '#startup-error';

const POLL_MS = 20;
const POSTGRES_COMMAND = /^(postgres|initdb)\n$/;

type ClusterProcess = { pid: number; parent: number };

/**
 * Ends every PostgreSQL process of the cluster and removes the pid file. Only for the holder of the data folder's lock
 * while it runs no server: what is left then are orphans of a kill.
 */
export async function stopOrphans(cluster: string, onFound: () => void = () => undefined): Promise<void> {
  let left = await findClusterProcesses(cluster);
  if (left.length > 0) onFound();
  for (const { signal, timeoutMs } of SHUTDOWN_STEPS) {
    const pids = left.map(({ pid }) => pid);
    // The postmaster ends its children; without it they need the signal themselves.
    const targets = signal === 'SIGINT' ? left.filter(({ parent }) => !pids.includes(parent)) : left;
    targets.forEach(({ pid }) => sendSignal(pid, signal));
    left = await waitUntilGone(cluster, left, timeoutMs);
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
export async function waitUntilNoneLeft(cluster: string, timeoutMs: number): Promise<void> {
  await waitUntilGone(cluster, await findClusterProcesses(cluster), timeoutMs);
}

async function waitUntilGone(
  cluster: string,
  processes: ClusterProcess[],
  timeoutMs: number,
): Promise<ClusterProcess[]> {
  let left = processes;
  for (const deadline = Date.now() + timeoutMs; left.length > 0 && Date.now() < deadline;) {
    await sleep(POLL_MS);
    left = await findClusterProcesses(cluster);
  }
  return left;
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Already gone.
  }
}

/** Finds processes by name and working folder, because a pid in a file may belong to another program by now. */
async function findClusterProcesses(cluster: string): Promise<ClusterProcess[]> {
  if (process.platform !== 'linux') return findInPidFile(cluster);
  const home = statSync(cluster, { throwIfNoEntry: false });
  if (!home) return [];
  return readdirSync('/proc').flatMap((name) => {
    try {
      if (!/^\d+$/.test(name) || !POSTGRES_COMMAND.test(readFileSync(`/proc/${name}/comm`, 'utf8'))) return [];
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

async function findInPidFile(cluster: string): Promise<ClusterProcess[]> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Math.abs(Number.parseInt(text, 10)) || 0;
  if (pid <= 1) return [];
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-p', String(pid), '-o', 'command=']).catch(() => ({
    stdout: '',
  }));
  const isOurs = /(^|\/)postgres /.test(stdout) && stdout.includes(`-D ${cluster}`);
  return isOurs ? [{ pid, parent: 0 }] : [];
}
