import type { Pool, PoolConfig } from 'pg';
import type { Config } from '#config';
import { checkServer, openPool } from '#db/connect';
import { startEmbedded, type EmbeddedOptions } from '#db/embedded/embedded';
import { poolSizes } from '#db/pool-sizes';

type Reporting = Pick<EmbeddedOptions, 'print' | 'holder' | 'onFatal'>;
type Opened = { pool: Pool; connection: PoolConfig };

/** The configured database, or the embedded one. What has to be closed again is added to `closing`. */
export async function openDatabase(
  { DATABASE_URL, DATA_DIR, POSTGRES_BIN, WEB_CONCURRENCY }: Config,
  closing: (() => Promise<unknown>)[],
  reporting: Reporting,
): Promise<Opened> {
  const open = (connection: PoolConfig): Opened => {
    const pool = openPool(connection, poolSizes({ processes: WEB_CONCURRENCY }).primary);
    closing.push(() => pool.end());
    return { pool, connection };
  };
  if (DATABASE_URL) {
    const opened = open({ connectionString: DATABASE_URL });
    await checkServer(opened.pool, DATABASE_URL);
    return opened;
  }
  const server = await startEmbedded({ dataDir: DATA_DIR, binaries: POSTGRES_BIN, ...reporting });
  closing.push(() => server.stop());
  return open(server.connection);
}
