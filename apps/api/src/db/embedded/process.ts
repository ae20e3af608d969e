import { spawn } from 'node:child_process';
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { StartupError } from '#startup-error';

/** The unprivileged user for PostgreSQL under root, which it refuses; otherwise undefined. */
export type RunAs = { uid: number; gid: number } | undefined;

export type RunContext = { cluster: string; runAs: RunAs };

/** Fast shutdown first, which needs no recovery; each next step is for processes that ignore the last. */
export const SHUTDOWN_STEPS = [
  { signal: 'SIGINT', timeoutMs: 15_000 },
  { signal: 'SIGQUIT', timeoutMs: 7_000 },
  { signal: 'SIGKILL', timeoutMs: 5_000 },
] as const;

/** Our own user first: other daemons may run as the others. */
const SERVER_USERS = ['pulso', 'postgres', '_postgres', 'nobody'];

/** An existing cluster keeps its owner, even if a preferred user was created since. */
export async function chooseUser(cluster: string, passwd = '/etc/passwd'): Promise<RunAs> {
  if (process.getuid?.() !== 0) return undefined;
  const users = (await readFile(passwd, 'utf8')).split('\n').map((line) => {
    const [name = '', , uid, gid] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) {
    const { uid, gid } = users.find((user) => user.uid === owner.uid) ?? owner;
    return { uid, gid };
  }
  const user = SERVER_USERS.map((name) => users.find((candidate) => candidate.name === name && candidate.uid > 0)).find(
    Boolean,
  );
  if (user) return { uid: user.uid, gid: user.gid };
  throw new StartupError(
    'La base de datos no puede funcionar como root y no existe el usuario pulso, ni postgres, ni nobody. Inicia Pulso con un usuario común.',
  );
}

/** Before 16, PostgreSQL's programs leave their working folder and return to it by its path. */
const MIN_MAJOR_FOR_WORKING_FOLDER = 16;

/** True if the server's user must be able to traverse the path to the cluster. */
export function needsPathToCluster(runAs: RunAs, major: string): runAs is NonNullable<RunAs> {
  return runAs !== undefined && (process.platform !== 'linux' || Number(major) < MIN_MAJOR_FOR_WORKING_FOLDER);
}

/**
 * On Linux the cluster is the working folder, so that the server's user need not traverse the path, for example /root:
 * the folder is changed before privileges are dropped.
 */
export function clusterArguments(cluster: string): string[] {
  return ['-D', process.platform === 'linux' ? '/proc/self/cwd' : cluster];
}

/** A process detached from the terminal's Ctrl+C, with a bare environment: no PG* variable or secret reaches it. */
export function spawnInCluster(
  { cluster, runAs }: RunContext,
  command: string,
  args: string[],
  stdio: StdioOptions,
): ChildProcess {
  const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  return spawn(command, args, { cwd: cluster, env, detached: true, stdio, ...runAs });
}

/** Runs a program to its end and returns its output; an error carries it too. */
export async function runInCluster(context: RunContext, command: string, args: string[], input = ''): Promise<string> {
  const child = spawnInCluster(context, command, args, ['pipe', 'pipe', 'pipe']);
  let output = '';
  const appendOutput = (chunk: Buffer) => (output += chunk.toString());
  child.stdout?.on('data', appendOutput);
  child.stderr?.on('data', appendOutput);
  // A program that ends early breaks the pipe; its exit code and output say why.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) return resolve(output.trim());
      reject(new Error(`${command} (${signal ?? code}): ${output.trim()}`));
    });
  });
}
