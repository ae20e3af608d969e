import { setPriority } from 'node:os';
import { openDb, openPool } from '#db/connection/connect';
import { openStore } from '#files/open-store';
import type { BackupOrder, BackupMessage } from '#safekeeping/backup-process';
import { runBackup, messageOf, type Outcome } from '#safekeeping/run-backup';
import { outcomeInWords } from '#safekeeping/backup-texts';

const LOWEST_PRIORITY = 19;
const MAX_CONNECTIONS = 2;

/** Reports to the server, whose `openBackupProcess` started this process for one backup. */
const send = (message: BackupMessage) =>
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

process.on('message', (order: BackupOrder) => void makeBackup(order));
await send({ kind: 'ready' });

/** One that could not be checked may be an accident; the next one is none. */
const levelOf = ({ verified, unchecked }: Outcome) => (verified ? 'info' : unchecked ? 'error' : 'warn');

async function makeBackup({ config, connection, id }: BackupOrder) {
  const pool = openPool(connection, MAX_CONNECTIONS);
  try {
    const pictures = await openStore(config);
    const outcome = await runBackup({ config, db: openDb(pool), connection, pictures, id });
    await send({ kind: 'ended', level: levelOf(outcome), line: outcomeInWords(outcome) });
  } catch (error) {
    await send({ kind: 'ended', level: 'error', line: `La copia de seguridad falló: ${messageOf(error)}` });
  }
  process.exit(0);
}
