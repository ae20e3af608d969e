import type { Kept } from '@pulso/contract/desk/own-business';
import { keptKinds } from '@pulso/contract/desk/own-business';
import { sql } from 'kysely';
import type { Db } from '#db/database';
import { keepPictures } from '#db/deleted-rows';
import { imagesInUse } from '#db/images-in-use';
import { imageColumns } from '#db/tables';
import type { Write } from '#db/write';

/** The tables of what may stay, each after those that refer to it; what belongs to a row goes with it. */
export const CONTENT_TABLES: Record<Kept, readonly string[]> = {
  packages: ['packages'],
  trainings: ['trainings'],
  exercises: ['exercises'],
  diets: ['diets'],
  products: ['products'],
  plans: ['plans'],
  catalogues: ['levels', 'training_types', 'machines', 'body_parts', 'product_categories', 'diet_categories'],
};

/** Emptied as a whole, with their numbers: money, what is told of it, and what belongs to the moment. */
export const EMPTIED_TABLES = [
  'payment_receipts',
  'payments',
  'payment_days',
  'debts',
  'debt_tally',
  'promise_tally',
  'client_accounts',
  'till_closes',
  'user_subscriptions',
  'user_packages',
  'prices',
  'price_rises',
  'events',
  'downloads',
  'deliveries',
  'notifications',
  'idempotent_answers',
  'deleted_rows',
];

const USERS_AT_ONCE = 5_000;
const tables = (names: readonly string[]) => sql.join(names.map((name) => sql.table(name)));

/** Users first, as every write about money does; then each before those that it refers to. Readers go on. */
async function lockEverything(db: Db): Promise<void> {
  const names = ['users', ...Object.values(CONTENT_TABLES).flat()];
  await sql`lock table ${tables(names)} in exclusive mode`.execute(db);
}

async function listImages(db: Db): Promise<string[]> {
  const columns = imageColumns.map(
    ([table, column]) => sql`select ${sql.ref(column)} as url from ${sql.table(table)} where ${sql.ref(column)} <> ''`,
  );
  const { rows } = await sql<{ url: string }>`${sql.join(columns, sql` union `)}`.execute(db);
  return rows.map(({ url }) => url);
}

/** Payments are never deleted, row by row; TRUNCATE starts the ledger anew, with receipt number 1 and a till that is not open yet. */
async function emptyMoney(db: Db): Promise<void> {
  await sql`truncate ${tables(EMPTIED_TABLES)} restart identity`.execute(db);
  await sql`insert into till_closes default values`.execute(db);
  await sql`
    update business set name = default, alias = default, cuit = default, address = default, phone = default,
      area_code = default, receipt_footer = default, contact_days = default, pause_days_per_year = default`.execute(db);
}

/** Everybody but whoever asks, whose other sessions end. */
async function removePeople({ db, actor }: Write): Promise<void> {
  for (const table of ['known_addresses', 'devices'])
    await sql`delete from ${sql.table(table)} where user_id <> ${actor.id}`.execute(db);
  await sql`delete from sessions where user_id <> ${actor.id}`.execute(db);
  await sql`
    update sessions set ended_at = now()
    where user_id = ${actor.id} and ended_at is null and id <> ${actor.sessionId}`.execute(db);
  await sql`
    update users set "suscriptionId" = null, suscription_status = false, suscription_init = null, suscription_end = null
    where id = ${actor.id} and ("suscriptionId" is not null or suscription_status or suscription_end is not null)`.execute(
    db,
  );
  // In parts, each within the time that a statement has.
  for (let removed = USERS_AT_ONCE; removed === USERS_AT_ONCE;) {
    const { rows } = await sql`
      delete from users where id in (select id from users where id <> ${actor.id} limit ${USERS_AT_ONCE})
      returning 1`.execute(db);
    removed = rows.length;
  }
}

/** What stays costs what it costs now, from today on. */
async function restartPrices({ db, actor }: Write): Promise<void> {
  await sql`
    insert into prices (kind, item_id, valid_from, amount, created_by)
    select kind, id, ${actor.today}, amount, ${actor.id} from (
      select 'plan' as kind, id, amount from plans
      union all select 'package', id, amount from packages
      union all select 'product', id, price from products
    ) items order by kind, id`.execute(db);
}

/** Removes people, money and whatever content is not to stay, and has the pictures of all that cleared away. */
export async function emptyBusiness(write: Write, keep: readonly Kept[]): Promise<void> {
  const { db } = write;
  await lockEverything(db);
  const images = await listImages(db);
  await emptyMoney(db);
  await removePeople(write);
  const going = Object.entries(CONTENT_TABLES).filter(([kind]) => !keep.some((kept) => kept === kind));
  for (const table of going.flatMap(([, names]) => names)) await sql`delete from ${sql.table(table)}`.execute(db);
  await restartPrices(write);
  const used = await imagesInUse(db, images);
  await keepPictures(
    db,
    images.filter((image) => !used.has(image)),
  );
}

type Counts = Record<string, number>;

const rowsOf = (names: readonly string[]) =>
  sql.join(
    names.map((name) => sql`(select count(*)::int from ${sql.table(name)})`),
    sql` + `,
  );

/** How many rows there are of each kind of content. */
export async function countContent(db: Db): Promise<Record<Kept, number>> {
  const counted = keptKinds.map((kind) => sql`${rowsOf(CONTENT_TABLES[kind])} as ${sql.ref(kind)}`);
  const { rows } = await sql<Counts>`select ${sql.join(counted)}`.execute(db);
  return rows[0] as Record<Kept, number>;
}
