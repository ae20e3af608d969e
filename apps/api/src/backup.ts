import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { ALREADY_RUNNING } from '@pulso/contract/desk/backups';
import type { PoolConfig } from 'pg';
import { readConfig, type Config } from '#config';
import { openDb, openPool } from '#db/connect';
import { findHolder } from '#db/data-dir-lock';
import { clusterPaths } from '#db/embedded/cluster';
import { connectionTo } from '#db/embedded/embedded';
import { openDatabase } from '#db/open-database';
import { beginBackup, interruptBackups, recordsBackups } from '#features/desk/backups/backups.queries';
import { openStore } from '#files/open-store';
import { runCommand, type Step } from '#safekeeping/command';
import { runBackup } from '#safekeeping/run-backup';
import { outcomeInWords } from '#safekeeping/words';
import { StartupError } from '#startup-error';

const USAGE = 'Uso: npm run backup, o npm run backup -- --to ARCHIVO';
const NAME = 'pulso-backup';
const CONNECTIONS = 2;

const print = (line: string) => process.stdout.write(`${line}\n`);

function readTarget(args: string[]): string | undefined {
  if (args.length === 0) return undefined;
  const [option, file] = args;
  if (args.length !== 2 || option !== '--to' || !file || file.startsWith('-')) throw new StartupError(USAGE);
  return resolve(file);
}

/** Beside a server that runs, by its own socket; else by starting the database as the server would, and then nobody else has it. */
async function connect(config: Config, closing: Step[]): Promise<{ connection: PoolConfig; alone: boolean }> {
  if (!config.DATABASE_URL) {
    const holder = findHolder(config.DATA_DIR);
    const { cluster, passwordFile } = clusterPaths(config.DATA_DIR);
    if (!existsSync(cluster)) throw new StartupError(`No hay datos en ${config.DATA_DIR}: no hay nada que copiar.`);
    if (holder?.socketDir)
      return {
        connection: connectionTo(holder.socketDir, (await readFile(passwordFile, 'utf8')).trim()),
        alone: false,
      };
  }
  const { connection } = await openDatabase(config, closing, {
    print,
    holder: 'npm run backup',
    application_name: NAME,
  });
  return { connection, alone: !config.DATABASE_URL };
}

await runCommand(async (closing) => {
  const path = readTarget(process.argv.slice(2));
  const config = readConfig(process.env);
  const { connection, alone } = await connect(config, closing);
  const pool = openPool({ ...connection, application_name: NAME }, CONNECTIONS);
  closing.push(() => pool.end());
  const db = openDb(pool);
  const recorded = await recordsBackups(db);
  if (recorded && alone) await interruptBackups(db);
  const id = recorded ? await beginBackup(db, { node: hostname() }) : undefined;
  if (recorded && id === undefined) throw new StartupError(ALREADY_RUNNING);
  const outcome = await runBackup({ config, db, connection, pictures: await openStore(config), id, path });
  print(outcomeInWords(outcome));
});
