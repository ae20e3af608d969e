import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { ALREADY_RUNNING } from '@pulso/contract/desk/backups';
import { readConfig } from '#config';
import { openDb, openPool } from '#db/connection/connect';
import { reachDatabase } from '#db/connection/reach-database';
import { beginBackup, interruptBackups, hasBackupRecords } from '#features/desk/backups/backups.queries';
import { becomeOwner } from '#db/data-dir/become-owner';
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
  const id = recorded ? await beginBackup(db, { node: hostname(), madeBy: 'command' }) : undefined;
  if (recorded && id === undefined) throw new StartupError(ALREADY_RUNNING);
  const outcome = await runBackup({ config, db, connection, pictures: await openStore(config), id, path });
  print(outcomeInWords(outcome));
});
