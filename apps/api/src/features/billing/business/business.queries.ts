import { businessRow, type Business, type BusinessInput } from '@pulso/contract/billing/business';
import { sql } from 'kysely';
import { fieldsOf } from '#db/stores/columns';
import { changesOf, recordEvent } from '#db/writes/events';
import { staleVersion } from '#db/writes/refusal';
import type { Read, Write } from '#db/writes/write';

const BUSINESS_FIELDS = fieldsOf('b', businessRow);

/** `lock` is given where the row is going to be changed. */
async function readBusinessRow({ db }: Read, lock = sql``): Promise<Business> {
  const { rows } = await sql<Business>`select ${BUSINESS_FIELDS} from business b ${lock}`.execute(db);
  return rows[0]!;
}

export const readBusiness = (read: Read) => readBusinessRow(read);

/** A value equal to the stored one is no change: it leaves neither an event nor another version. */
export async function changeBusiness(
  write: Write,
  input: BusinessInput & { logo_image?: string },
  version?: number,
): Promise<Business> {
  const { db } = write;
  const before = await readBusinessRow(write, sql`for update`);
  if (version !== undefined && version !== before.version) throw staleVersion();
  const changes = changesOf(before, input);
  const assigned = Object.entries(changes).map(([name, [, value]]) => sql`${sql.ref(name)} = ${value}`);
  if (assigned.length === 0) return before;
  await sql`update business set ${sql.join(assigned)}`.execute(db);
  await recordEvent(write, { entity: 'business', action: 'change', changes });
  return readBusinessRow(write);
}
