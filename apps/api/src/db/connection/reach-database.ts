import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { PoolConfig } from 'pg';
import type { Config } from '#config';
import { findHolder } from '#db/data-dir/data-dir-lock';
import { clusterPaths } from '#db/embedded/cluster';
import { connectionTo } from '#db/embedded/embedded';
import { refuseForgottenAddress } from '#db/connection/external-database';
import { openDatabase } from '#db/connection/open-database';
import { StartupError } from '#startup-error';

type CommandContext = { print: (line: string) => void; holder: string; application_name: string; purpose: string };

/**
 * The database for a command: beside a server that runs, by its own socket; else by starting it as the server would, and
 * then nobody else has it.
 */
export async function reachDatabase(
  config: Config,
  closing: (() => Promise<unknown>)[],
  { purpose, ...reporting }: CommandContext,
): Promise<{ connection: PoolConfig; alone: boolean }> {
  if (!config.DATABASE_URL) {
    await refuseForgottenAddress(config);
    const holder = findHolder(config.DATA_DIR);
    const { cluster, passwordFile } = clusterPaths(config.DATA_DIR);
    if (!existsSync(cluster)) throw new StartupError(`No hay datos en ${config.DATA_DIR}: ${purpose}.`);
    if (holder?.socketDir)
      return {
        connection: connectionTo(holder.socketDir, (await readFile(passwordFile, 'utf8')).trim()),
        alone: false,
      };
  }
  const { connection } = await openDatabase(config, closing, reporting);
  return { connection, alone: !config.DATABASE_URL };
}
