import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { readMigrations } from '#db/schema/migrate';

const CHECK_MS = 5_000;

type SchemaWatch = {
  /** True once another node has brought the database to a schema that this version does not know. */
  isOutdated: () => boolean;
  /** Resolves after a look at the database. */
  check: () => Promise<void>;
  stop: () => void;
};

/** Looks now and then for migrations of a newer version, whose tables this one would write wrongly. */
export async function watchSchema(db: Db, log: { error: (line: string) => void }): Promise<SchemaWatch> {
  const knownNames = (await readMigrations()).map(({ name }) => name);
  let newer: string | undefined;
  const check = async () => {
    const { rows } = await sql<{ name: string }>`
      select name from schema_migrations where name <> all(${knownNames}) limit 1`.execute(db);
    const found = rows[0]?.name;
    if (found !== undefined && newer === undefined)
      log.error(`La base de datos ya es de una versión más nueva de Pulso (tiene ${found}): actualiza este servidor.`);
    newer = found;
  };
  // A database that is away is looked at again.
  const timer = setInterval(() => void check().catch(() => undefined), CHECK_MS).unref();
  return { isOutdated: () => newer !== undefined, check, stop: () => clearInterval(timer) };
}
