import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '#db/embedded/server';
import { StartupError } from '#startup-error';

const FIRST_TRIES = 5;
const FATAL_FAILURES = 10;
const SETTLED_MS = 1_000;
const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 1_000;

type Supervision = { stop: () => Promise<void> };

type Supervised = {
  /** Makes room for a new server: nothing of an earlier one may be left. */
  clear: () => Promise<void>;
  spawn: () => ServerProcess;
  /** Resolves when it serves, rejects with the reason if it does not come to that. */
  ready: (server: ServerProcess) => Promise<void>;
  say: (line: string) => void;
  onFatal?: (error: Error) => void;
};

const growing = (failures: number): number => Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** (failures - 1));

/** Starts the server and keeps it alive until `stop`. After the tenth failure in a row it tells, and goes on trying. */
export async function supervise({ clear, spawn, ready, say, onFatal }: Supervised): Promise<Supervision> {
  const stopping = new AbortController();
  const stopped = () => stopping.signal.aborted;
  let server: ServerProcess | undefined;
  // Starts in a row that came to nothing.
  let failures = 0;

  const launch = async () => {
    await clear();
    if (stopped()) return;
    // In one go with the check, so that `stop` always knows the server it has to end.
    server = spawn();
    await ready(server);
    failures = 0;
  };
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
  const failed = (error: unknown) => {
    failures += 1;
    if (failures % FATAL_FAILURES === 0) onFatal?.(error instanceof Error ? error : new Error(String(error)));
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
      await pause(growing(failures));
    }
  };
  const keepAlive = async () => {
    for (let since = Date.now(); server; since = Date.now()) {
      await server.exited;
      if (stopped()) return;
      say('La base de datos se detuvo de forma inesperada. Reiniciándola…');
      // One that dies as soon as it serves, again and again, must not keep the machine busy.
      if (Date.now() - since < SETTLED_MS) await pause(MIN_PAUSE_MS);
      await relaunch();
      if (!stopped()) say('La base de datos vuelve a funcionar.');
    }
  };

  for (let tries = 1; ; tries++) {
    try {
      await launch();
      break;
    } catch (error) {
      await server?.end();
      if (error instanceof StartupError || tries === FIRST_TRIES) throw error;
      await pause(growing(tries));
    }
  }
  const kept = keepAlive();
  return {
    stop: async () => {
      stopping.abort();
      await server?.end();
      await kept;
    },
  };
}
