import { readMigrations } from '#db/schema/migrate';

/** Names of all objects that our migrations have ever made, whatever version the database is of. */
async function made(kind: RegExp): Promise<string[]> {
  const migrations = await readMigrations();
  return [...new Set(migrations.flatMap(({ sql }) => [...sql.matchAll(kind)].map(([, name = '']) => name)))];
}

export const ownTables = async () => [...(await made(/^create table (\w+)/gm)), 'schema_migrations'];
export const ownFunctions = () => made(/^create (?:or replace )?function (\w+)/gm);
