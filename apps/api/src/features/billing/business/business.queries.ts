import { EXTRAS } from '@pulso/contract/accounts/extras';
import type { Role } from '@pulso/contract/accounts/users.labels';
import { businessRow, type Business, type BusinessInput } from '@pulso/contract/billing/business';
import type { My } from '@pulso/contract/billing/client-app';
import { whatsappNumber } from '@pulso/contract/kit/whatsapp';
import { sql } from 'kysely';
import { DEFAULT_ACCENT } from '@pulso/contract/billing/business.labels';
import { fieldsOf } from '#db/stores/columns';
import type { Db } from '#db/schema/database';
import { changesOf, recordEvent } from '#db/writes/events';
import { staleVersion } from '#db/writes/refusal';
import type { Person, Read, Write } from '#db/writes/write';

const BUSINESS_FIELDS = fieldsOf('b', businessRow);

/** `lock` is given where the row is going to be changed. */
async function readBusinessRow({ db }: Pick<Read, 'db'>, lock = sql``): Promise<Business> {
  const { rows } = await sql<Business>`select ${BUSINESS_FIELDS} from business b ${lock}`.execute(db);
  return rows[0]!;
}

export const readBusiness = (read: Pick<Read, 'db'>) => readBusinessRow(read);

/** The asker's account, and the fields of the business that its clients may see. */
export async function readMine({ db, actor }: Read<Person>): Promise<My | undefined> {
  const { rows } = await sql<{ id: number; name: string; role: Role }>`
    select u.id, u.name, u.role from users u where u.id = ${actor.id}`.execute(db);
  const { name, logo_image, accent, phone, area_code, measures } = await readBusinessRow({ db });
  return (
    rows[0] && {
      ...rows[0],
      extras: [...EXTRAS],
      business: {
        name,
        logo: logo_image || null,
        accent,
        whatsapp: whatsappNumber(phone, area_code) ?? null,
        measures,
      },
    }
  );
}

/** Name, logo and colour of the business, shown to everybody who opens the clients' app. */
export async function readBrand(db: Db) {
  const { name, logo_image, accent } = await readBusinessRow({ db });
  return { name, logo: logo_image ?? '', accent: accent || DEFAULT_ACCENT };
}

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
