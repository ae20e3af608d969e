import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '#db/embedded/server';
import { StartupError } from '#startup-error';

const MAX_FIRST_ATTEMPTS = 5;
const MAX_FAILURES = 10;
const MIN_UPTIME_MS = 1_000;
const MIN_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 1_000;

type Supervisor = { stop: () => Promise<void> };

type SupervisorOptions = {
  /** Removes what is left of an earlier server. */
  clear: () => Promise<void>;
  spawn: () => ServerProcess;
  /** Resolves when it accepts connections, rejects with the reason if it ends first. */
  ready: (server: ServerProcess) => Promise<void>;
  /** Told of restarts. */
  warn: (line: string) => void;
  onFatal?: (error: Error) => void;
  /** Called when a server that was ready has ended by itself. */
  onCrash?: () => void;
};

const backoffMs = (failures: number): number => Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** (failures - 1));

/** Starts the server and restarts it until `stop`. Every tenth failure in a row is reported to `onFatal`. */
export async function supervise({
  clear,
  spawn,
  ready,
  warn,
  onFatal,
  onCrash,
}: SupervisorOptions): Promise<Supervisor> {
  const stopping = new AbortController();
  const stopped = () => stopping.signal.aborted;
  let server: ServerProcess | undefined;
  let failures = 0;

  const launch = async () => {
    await clear();
    if (stopped()) return;
    // Synchronously after the check, so that `stop` always knows the server it has to end.
    server = spawn();
    await ready(server);
    failures = 0;
  };
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
  const failed = (error: unknown) => {
    failures += 1;
    if (failures % MAX_FAILURES === 0) onFatal?.(error instanceof Error ? error : new Error(String(error)));
  };
  const relaunch = async () => {
    for (;;) {
      if (stopped()) return;
      try {
        return await launch();
      } catch (error) {
        await server?.end();
        if (!stopped()) failed(error);
      }
      await pause(backoffMs(failures));
    }
  };
  const keepAlive = async () => {
    for (let since = Date.now(); server; since = Date.now()) {
      await server.exited;
      if (stopped()) return;
      onCrash?.();
      warn('La base de datos se detuvo de forma inesperada. Reiniciándola…');
      // A crash loop must not keep the machine busy.
      if (Date.now() - since < MIN_UPTIME_MS) await pause(MIN_BACKOFF_MS);
      await relaunch();
      if (!stopped()) warn('La base de datos vuelve a funcionar.');
    }
  };

  for (let attempt = 1; ; attempt++) {
    try {
      await launch();
      break;
    } catch (error) {
      await server?.end();
      if (error instanceof StartupError || attempt === MAX_FIRST_ATTEMPTS) throw error;
      await pause(backoffMs(attempt));
    }
  }
  const keepAliveTask = keepAlive();
  return {
    stop: async () => {
      stopping.abort();
      await server?.end();
      await keepAliveTask;
    },
  };
}
