import { dirname } from 'node:path';
import { spawnThere } from '#db/embedded/process';

/**
 * Reads process numbers until the pipe ends, which it does when we are no more, kill -9 included; then stops the last one
 * named, once postmaster.pid names it too: a server that is only just starting writes that file a moment later, and a
 * number that has passed to another program is not there, or not with that name. Last it removes the socket's folders.
 */
const SCRIPT = `
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

/** Ends the server when this process ends without having done so. As whoever we are: the server's user could end it. */
export function startWatchdog(cluster: string, socketDir: string): Watchdog {
  const args = ['-c', SCRIPT, 'pulso', socketDir, dirname(socketDir)];
  const child = spawnThere({ cluster, runAs: undefined }, '/bin/sh', args, ['pipe', 'ignore', 'ignore']);
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
