import { hostname } from 'node:os';
import { dirname, resolve } from 'node:path';
import { ALREADY_RUNNING } from '@pulso/contract/desk/backups';
import { checkBackupPath } from '#archive/write-backup-file';
import { readConfig } from '#config';
import { openDb, openPool } from '#db/connection/connect';
import { reachDatabase } from '#db/connection/reach-database';
import { becomeOwner } from '#db/data-dir/become-owner';
import { beginBackup, interruptBackups, hasBackupRecords } from '#features/desk/backups/backups.queries';
import { openStore } from '#files/open-store';
import { runCommand } from '#safekeeping/command';
import { runBackup } from '#safekeeping/run-backup';
import { outcomeInWords } from '#safekeeping/backup-texts';
import { StartupError } from '#startup-error';

const USAGE = 'Uso: npm run backup, o npm run backup -- --to ARCHIVO';
const APPLICATION_NAME = 'pulso-backup';
const MAX_CONNECTIONS = 2;

const print = (line: string) => process.stdout.write(`${line}\n`);

function readTarget(args: string[]): string | undefined {
  if (args.length === 0) return undefined;
  const [option, file] = args;
  if (args.length !== 2 || option !== '--to' || !file || file.startsWith('-')) throw new StartupError(USAGE);
  return resolve(file);
}

await runCommand(async (closing) => {
  const path = readTarget(process.argv.slice(2));
  const config = readConfig(process.env);
  await becomeOwner(config.DATA_DIR);
  if (path) await checkBackupPath(path);
  const { connection, alone } = await reachDatabase(config, closing, {
    print,
    holder: 'npm run backup',
    application_name: APPLICATION_NAME,
    purpose: 'no hay nada que copiar',
  });
  const pool = openPool({ ...connection, application_name: APPLICATION_NAME }, MAX_CONNECTIONS);
  closing.push(() => pool.end());
  const db = openDb(pool);
  const recorded = await hasBackupRecords(db);
  if (recorded && alone) await interruptBackups(db);
  const elsewhere = path !== undefined && dirname(path) !== config.BACKUP_DIR;
  const id = recorded ? await beginBackup(db, { node: hostname(), madeBy: 'command', elsewhere }) : undefined;
  if (recorded && id === undefined) throw new StartupError(ALREADY_RUNNING);
  const outcome = await runBackup({ config, db, connection, pictures: await openStore(config), id, path });
  (outcome.verified ? process.stdout : process.stderr).write(`${outcomeInWords(outcome)}\n`);
  if (outcome.unchecked) process.exitCode = 1;
});
