import { Client, type ClientConfig, type PoolConfig } from 'pg';

/** As every server writes and reads the same, and without the limits of requests. For a transaction, since a pooler may be between. */
const SETTINGS: Record<string, string> = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  search_path: 'public',
  timezone: 'UTC',
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  client_encoding: 'UTF8',
};

/** Runs the work in one transaction on a connection of its own, and commits it unless it throws. The server knows it by `name`. */
export async function inOwnTransaction<T>(
  connection: PoolConfig,
  name: string,
  kind: 'read write' | 'isolation level repeatable read, read only',
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ ...(connection as ClientConfig), application_name: name });
  // Without a listener a lost connection would end the process; the statement under way reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`begin transaction ${kind}`);
    // Not by `select`, which would begin the snapshot.
    for (const [setting, value] of Object.entries(SETTINGS)) await client.query(`set local ${setting} = '${value}'`);
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    // What was not committed is rolled back with its connection.
    await client.end().catch(() => undefined);
  }
}
