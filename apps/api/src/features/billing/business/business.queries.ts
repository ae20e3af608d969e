import { businessRow, type Business, type BusinessInput } from '@pulso/contract/billing/business';
import { sql } from 'kysely';
import { fieldsOf } from '#db/columns';
import type { Db } from '#db/database';
import { changesOf, recordEvent } from '#db/events';
import { staleVersion } from '#db/refusal';
import type { Write } from '#db/write';

const FIELDS = fieldsOf('b', businessRow);

/** Locked where it is going to be changed. */
async function read(db: Db, lock = sql``): Promise<Business> {
  const { rows } = await sql<Business>`select ${FIELDS} from business b ${lock}`.execute(db);
  return rows[0]!;
}

export const readBusiness = (db: Db) => read(db);

/** What is said already is no change: it leaves neither an event nor another version. */
export async function changeBusiness(write: Write, input: BusinessInput, version?: number): Promise<Business> {
  const { db } = write;
  const before = await read(db, sql`for update`);
  if (version !== undefined && version !== before.version) throw staleVersion();
  const changes = changesOf(before, input);
  const assigned = Object.entries(changes).map(([name, [, value]]) => sql`${sql.ref(name)} = ${value}`);
  if (assigned.length === 0) return before;
  await sql`update business set ${sql.join(assigned)}`.execute(db);
  await recordEvent(write, { entity: 'business', action: 'change', changes });
  return read(db);
}
