import { setPriority } from 'node:os';
import { openDb, openPool } from '#db/connection/connect';
import { openStore } from '#files/open-store';
import type { BackupOrder, FromBackup } from '#safekeeping/backup-process';
import { runBackup, sentenceOf } from '#safekeeping/run-backup';
import { outcomeInWords } from '#safekeeping/words';

const LOWEST_PRIORITY = 19;
const CONNECTIONS = 2;

/** Reports to the server, whose `openBackupProcess` started this process for one backup. */
const send = (message: FromBackup) =>
  new Promise<void>((resolve) => process.send?.(message, undefined, undefined, () => resolve()));

// Once the server is gone there is nobody to tell, and soon no database.
process.on('disconnect', () => process.exit(1));
// A terminal and systemd signal every process; the server says when to stop.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
try {
  setPriority(LOWEST_PRIORITY);
} catch {
  // With normal priority the backup competes with the other processes.
}

process.on('message', (order: BackupOrder) => void make(order));
await send({ kind: 'ready' });

async function make({ config, connection, id }: BackupOrder) {
  const pool = openPool(connection, CONNECTIONS);
  try {
    const pictures = await openStore(config);
    const outcome = await runBackup({ config, db: openDb(pool), connection, pictures, id });
    await send({ kind: 'done', line: outcomeInWords(outcome) });
  } catch (error) {
    await send({ kind: 'failed', line: `La copia de seguridad falló: ${sentenceOf(error)}` });
  }
  process.exit(0);
}
