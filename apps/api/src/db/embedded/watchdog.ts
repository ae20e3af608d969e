import { dirname } from 'node:path';
import { spawnInCluster } from '#db/embedded/process';

/**
 * Reads pids until the pipe closes, which it also does after kill -9 of our process; then stops the last one, once
 * postmaster.pid has it too: a starting server writes that file a moment later, and a pid that another program has
 * taken over is not in it. Last it removes the socket's folders.
 */
const WATCHDOG_SCRIPT = `
pid= told= tries=0
while read -r line; do pid=$line; done
while [ -n "$pid" ] && kill -0 "$pid" && [ "$tries" -lt 100 ]; do
  named=
  name=postgres
  [ -r postmaster.pid ] && read -r named <postmaster.pid
  [ -r "/proc/$pid/comm" ] && read -r name <"/proc/$pid/comm"
  if [ -z "$told" ] && [ "$named" = "$pid" ] && [ "$name" = postgres ]; then kill -INT "$pid" && told=yes; fi
  tries=$((tries + 1))
  sleep 0.1
done
rmdir "$1" "$2"
`;

type Watchdog = { watch: (pid: number) => void; end: () => Promise<void> };

/** Ends the server if this process ends without doing so. Runs as our user: the server's user could kill it. */
export function startWatchdog(cluster: string, socketDir: string): Watchdog {
  const args = ['-c', WATCHDOG_SCRIPT, 'pulso', socketDir, dirname(socketDir)];
  const child = spawnInCluster({ cluster, runAs: undefined }, '/bin/sh', args, ['pipe', 'ignore', 'ignore']);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  child.stdin?.on('error', () => undefined);
  return {
    watch: (pid) => child.stdin?.write(`${pid}\n`),
    end: () => {
      child.kill('SIGKILL');
      return exited;
    },
  };
}
