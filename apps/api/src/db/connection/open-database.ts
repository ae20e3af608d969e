import type { Pool, PoolConfig } from 'pg';
import type { Config } from '#config';
import { checkServer, openPool } from '#db/connection/connect';
import { refuseForgottenAddress } from '#db/connection/external-database';
import { startEmbedded, type EmbeddedOptions } from '#db/embedded/embedded';
import { poolSizes } from '#db/connection/pool-sizes';
import { StartupError } from '#startup-error';

type DatabaseOptions = Pick<EmbeddedOptions, 'print' | 'warn' | 'holder' | 'onFatal' | 'onCrash'> & {
  /** Name of our connections at the server; by default `pulso`. */
  application_name?: string;
};
type OpenDatabase = { pool: Pool; connection: PoolConfig };

/** A pooler may drop the settings of a connection; then dates would shift and statements never time out. */
export async function checkSettings(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ kept: boolean }>(
    `select current_setting('TimeZone') in ('UTC', 'Etc/UTC') and current_setting('search_path') = 'public'
       and '0' not in (current_setting('statement_timeout'), current_setting('lock_timeout'),
                       current_setting('idle_in_transaction_session_timeout')) as kept`,
  );
  if (!rows[0]?.kept)
    throw new StartupError(
      'Algo entre Pulso y la base de datos descarta los ajustes de cada conexión: dáselos al usuario de la base, como dice ' +
        '«PgBouncer» en docs/operations.md.',
    );
}

/** The configured database, or the embedded one. Steps to close it again are added to `closing`. */
export async function openDatabase(
  config: Config,
  closing: (() => Promise<unknown>)[],
  { application_name, ...reporting }: DatabaseOptions,
): Promise<OpenDatabase> {
  const { DATABASE_URL, DATA_DIR, POSTGRES_BIN, WEB_CONCURRENCY } = config;
  const open = (connection: PoolConfig): OpenDatabase => {
    const pool = openPool(connection, poolSizes({ processes: WEB_CONCURRENCY }).primary);
    closing.push(() => pool.end());
    return { pool, connection };
  };
  if (DATABASE_URL) {
    const openedDatabase = open({ connectionString: DATABASE_URL, ...(application_name && { application_name }) });
    await checkServer(openedDatabase.pool, DATABASE_URL);
    await checkSettings(openedDatabase.pool);
    return openedDatabase;
  }
  await refuseForgottenAddress(config);
  const server = await startEmbedded({ dataDir: DATA_DIR, binaries: POSTGRES_BIN, ...reporting });
  closing.push(() => server.stop());
  return open(server.connection);
}
