import { sql } from 'kysely';
import type { Db } from '#db/schema/database';

/**
 * Columns with secrets that some event tells: keys and hashes in every form, and what people typed as their password. Not tokens of
 * devices: generated ones are words that other fields have too (`audit.test.ts` sends one that nothing else has).
 */
export async function findSecretsInEvents(db: Db, passwords: string[]): Promise<string[]> {
  const { rows: bytes } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and table_name not like 'event%'`.execute(db);
  const secrets = [
    ...bytes.flatMap((one) =>
      ['hex', 'base64', 'escape'].map((form) => ({ ...one, value: sql`encode(${sql.ref(one.column)}, ${form})` })),
    ),
    { table: 'users', column: 'password_hash', value: sql`password_hash` },
    { table: 'sessions', column: 'id', value: sql`id::text` },
    ...passwords.map((password) => ({ table: 'users', column: 'password', value: sql`${password}::text` })),
  ];
  const found: string[] = [];
  for (const { table, column, value } of secrets) {
    const { rows } = await sql`
      select from (select distinct left(${value}, 40) as secret from ${sql.table(table)}) secrets join events
        on position(secret in concat(changes, data)) > 0 where length(secret) > 8 limit 1`.execute(db);
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}
