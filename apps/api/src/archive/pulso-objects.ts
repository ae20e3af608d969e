import { readMigrations } from '#db/schema/migrate';

/** Names of all objects that our migrations have ever made, whatever version the database is of. */
async function listCreatedNames(kind: RegExp): Promise<string[]> {
  const migrations = await readMigrations();
  return [...new Set(migrations.flatMap(({ sql }) => [...sql.matchAll(kind)].map(([, name = '']) => name)))];
}

export const listPulsoTables = async () => [...(await listCreatedNames(/^create table (\w+)/gm)), 'schema_migrations'];
export const listPulsoFunctions = () =>
  listCreatedNames(/^(?:create (?:or replace )?function |select (?:make_tally|audit_table)\(')(\w+)/gm);
