import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { PoolConfig } from 'pg';
import type { Config } from '#config';
import type { Db } from '#db/schema/database';
import { failBackup } from '#features/desk/backups/backups.queries';

/** Message to the process when it is ready; not in its environment, which others may read. */
export type BackupOrder = { config: Config; connection: PoolConfig; id: number };
export type BackupLog = Record<'info' | 'warn' | 'error', (line: string) => void>;
export type BackupMessage = { kind: 'ready' } | { kind: 'ended'; level: keyof BackupLog; line: string };

type Options = { file: URL; config: Config; connection: PoolConfig; db: Db; log: BackupLog };

/** Makes backups in a process of its own with the lowest priority, so that nobody's request waits for one. */
export function openBackupProcess({ file, config, connection, db, log }: Options) {
  const running = new Map<ChildProcess, Promise<void>>();
  let stopping = false;

  const run = async (child: ChildProcess, id: number) => {
    let ended = false;
    child.on('message', (message: BackupMessage) => {
      // The callback takes the error of a process that is gone.
      if (message.kind === 'ready')
        return void child.send({ config, connection, id } satisfies BackupOrder, () => undefined);
      ended = true;
      return log[message.level](message.line);
    });
    const failure = once(child, 'error').then(([error]: Error[]) => error?.message);
    const exited = once(child, 'exit').then(
      ([code, signal]: (number | string | null)[]) => `terminó (${signal ?? code})`,
    );
    const reason = await Promise.race([failure, exited]);
    if (ended) return;
    const problem = stopping ? 'Pulso se detuvo antes de que terminara.' : `El proceso que la hacía ${reason}.`;
    log.error(`La copia de seguridad falló: ${problem}`);
    await failBackup(db, id, problem).catch(() => undefined);
  };

  return {
    start: (id: number) => {
      const child = fork(fileURLToPath(file), [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      running.set(
        child,
        run(child, id).finally(() => running.delete(child)),
      );
    },
    /** Kills running backups; the next one removes their leftovers. */
    stop: async () => {
      stopping = true;
      for (const child of running.keys()) child.kill('SIGKILL');
      await Promise.all(running.values());
    },
  };
}
