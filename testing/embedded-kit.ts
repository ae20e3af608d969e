import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { findBinaries } from '../apps/api/src/db/embedded/binaries';
import { clusterPaths } from '../apps/api/src/db/embedded/cluster';
import type { EmbeddedServer } from '../apps/api/src/db/embedded/embedded';
import { chooseUser } from '../apps/api/src/db/embedded/process';
import { runAsSuperuser } from '../apps/api/src/db/embedded/superuser';

type Connection = EmbeddedServer['connection'];

const DEADLINE_MS = 20_000;
export const CHILD_SCRIPT = fileURLToPath(new URL('./embedded-child.ts', import.meta.url));

/** Polls a condition until it holds, and throws after the time-out. */
export async function waitUntil(what: string, holds: () => boolean | Promise<boolean>, pollMs = 2): Promise<void> {
  for (const deadline = Date.now() + DEADLINE_MS; !(await holds()); await sleep(pollMs)) {
    if (Date.now() > deadline) throw new Error(`nunca: ${what}`);
  }
}

export async function query(connection: Connection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** One statement as superuser, on a cluster without a running server. */
export async function runSuperuserSql(dataDir: string, statement: string): Promise<void> {
  const { cluster } = clusterPaths(dataDir);
  const runAs = await chooseUser(cluster);
  await runAsSuperuser({ cluster, runAs }, await findBinaries(runAs), statement);
}

export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'embedded-test-'));

export const removeFolder = (path: string): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 5 });

/** Owners and modes are part of a cluster. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}

export type Child = {
  process: ChildProcess;
  pid: number;
  said: string[];
  outcome: Promise<Record<string, unknown>>;
};

/** Starts the bundled `CHILD`; `outcome` is its connection or its refusal. */
export function startChild(script: string, dataDir: string, holder = ''): Child {
  const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit'];
  const child = spawn(process.execPath, [script, dataDir, holder], { stdio });
  const said: string[] = [];
  const outcome = new Promise<Record<string, unknown>>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const event = JSON.parse(line) as Record<string, unknown>;
      if (typeof event['said'] === 'string') said.push(event['said']);
      else resolve(event);
    });
    child.once('exit', (code, signal) => reject(new Error(`ended: ${signal ?? code}`)));
  });
  // A child that the test kills has no outcome.
  outcome.catch(() => undefined);
  return { process: child, pid: child.pid ?? 0, said, outcome };
}

export async function connectionOf(child: Child): Promise<Connection> {
  const { connection, refused } = await child.outcome;
  if (!connection) throw new Error(String(refused));
  return connection as Connection;
}

export async function killChild({ process: child }: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

export function serverPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie has ended already.
    return process.platform !== 'linux' || !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Every process with its working folder in the data folder: servers, their children, tools and watchdogs. */
export function processesIn(dataDir: string): { pid: number; name: string }[] {
  if (!existsSync('/proc/self/cwd')) return [];
  return readdirSync('/proc').flatMap((name) => {
    try {
      if (!/^\d+$/.test(name) || !readlinkSync(`/proc/${name}/cwd`).startsWith(dataDir)) return [];
      return [{ pid: Number(name), name: readFileSync(`/proc/${name}/comm`, 'utf8').trim() }];
    } catch {
      return [];
    }
  });
}

/** Compares the inodes of the kernel's listening TCP sockets with those of the process's open sockets. */
export function listensOnTcp(pid: number): boolean {
  const listening = ['tcp', 'tcp6'].flatMap((kind) => {
    const table = existsSync(`/proc/net/${kind}`) ? readFileSync(`/proc/net/${kind}`, 'utf8') : '';
    const rows = table.split('\n').map((line) => line.trim().split(/\s+/));
    return rows.filter((row) => row[3] === '0A').map((row) => Number(row[9]));
  });
  const open = readdirSync(`/proc/${pid}/fd`).map((fd) => statSync(`/proc/${pid}/fd/${fd}`, { throwIfNoEntry: false }));
  return open.some((entry) => entry?.isSocket() && listening.includes(entry.ino));
}
