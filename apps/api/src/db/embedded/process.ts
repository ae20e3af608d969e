import { spawn } from 'node:child_process';
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { StartupError } from '#startup-error';

/** The unprivileged user that PostgreSQL runs as when we are root, which it refuses to be; otherwise nobody else. */
export type RunAs = { uid: number; gid: number } | undefined;

export type Workplace = { cluster: string; runAs: RunAs };

/** Fast shutdown first, which loses nothing and needs no recovery; each next step is for those that do not heed the last. */
export const SHUTDOWN = [
  { signal: 'SIGINT', patienceMs: 15_000 },
  { signal: 'SIGQUIT', patienceMs: 7_000 },
  { signal: 'SIGKILL', patienceMs: 5_000 },
] as const;

/** The first is nobody else's; of the others, other daemons may be too. */
const USERS = ['pulso', 'postgres', '_postgres', 'nobody'];

/** An existing cluster keeps its owner, even when a better-named user has appeared on the machine since. */
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
  const user = USERS.map((name) => users.find((candidate) => candidate.name === name && candidate.uid > 0)).find(
    Boolean,
  );
  if (user) return { uid: user.uid, gid: user.gid };
  throw new StartupError(
    'La base de datos no puede funcionar como root y no existe el usuario pulso, ni postgres, ni nobody. Inicie Pulso con un usuario común.',
  );
}

/** Before 16, programs of PostgreSQL leave the folder they are started in, and come back to it by its path. */
const FIRST_TO_STAY = 16;

/** Whether the server's user has to be able to come to the cluster by its path. */
export function walksToCluster(runAs: RunAs, major: string): runAs is NonNullable<RunAs> {
  return runAs !== undefined && (process.platform !== 'linux' || Number(major) < FIRST_TO_STAY);
}

/**
 * On Linux the working folder stands for the cluster, so that the server never walks the path that leads to it: an
 * unprivileged user could not enter /root, say. The folder is changed before privileges are dropped, and every child keeps it.
 */
export function clusterArguments(cluster: string): string[] {
  return ['-D', process.platform === 'linux' ? '/proc/self/cwd' : cluster];
}

/** A session of its own keeps the terminal's Ctrl+C away; the environment is bare so that no PG* variable or secret reaches it. */
export function spawnThere(
  { cluster, runAs }: Workplace,
  command: string,
  args: string[],
  stdio: StdioOptions,
): ChildProcess {
  const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  return spawn(command, args, { cwd: cluster, env, detached: true, stdio, ...runAs });
}

/** Runs a tool to its end, and gives what it printed; a failure carries it too. */
export async function runThere(place: Workplace, command: string, args: string[], input = ''): Promise<string> {
  const child = spawnThere(place, command, args, ['pipe', 'pipe', 'pipe']);
  let output = '';
  const keep = (chunk: Buffer) => (output += chunk.toString());
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  // A tool that ends early breaks the pipe; its exit code and output say why.
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
