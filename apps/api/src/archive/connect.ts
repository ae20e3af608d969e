import { Client, type ClientConfig, type PoolConfig } from 'pg';

/**
 * Settings with which every server writes and reads the same, without the time-outs of requests. Per transaction, since
 * a pooler may be in between.
 */
const SESSION_SETTINGS: Record<string, string> = {
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

const BEGIN_STATEMENTS = {
  writing: 'begin transaction read write',
  /** All statements see one moment. */
  snapshot: 'begin transaction isolation level repeatable read, read only',
};

/** Runs the work in one transaction on its own connection, called `name`, and commits it unless the work throws. */
export async function inDedicatedTransaction<T>(
  connection: PoolConfig,
  name: string,
  kind: keyof typeof BEGIN_STATEMENTS,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ ...(connection as ClientConfig), application_name: name });
  // A lost connection without a listener would end the process; the statement under way reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(BEGIN_STATEMENTS[kind]);
    await client.query(
      'select set_config(name, value, true) from unnest($1::text[], $2::text[]) as setting (name, value)',
      [Object.keys(SESSION_SETTINGS), Object.values(SESSION_SETTINGS)],
    );
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    // Closing the connection rolls back an uncommitted transaction.
    await client.end().catch(() => undefined);
  }
}
