import { CONTENT_DEPENDENCIES, contentKinds, type ContentKind } from '@pulso/contract/desk/own-business';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { queuePictureRemoval } from '#db/stores/deleted-rows';
import { imagesInUse, listImages } from '#db/stores/images-in-use';
import { catalogueTables } from '#db/stores/tables';
import { isNotDeleted } from '#db/writes/visible-users';
import { forgetGoneEntries } from '#features/content/library/library.queries';
import type { Write } from '#db/writes/write';

/** Tables of the content that may stay, each after those that refer to it; dependent rows go by cascade. */
export const CONTENT_TABLES: Record<ContentKind, readonly string[]> = {
  packages: ['packages'],
  trainings: ['trainings'],
  exercises: ['exercises'],
  diets: ['diets'],
  products: ['products'],
  plans: ['plans'],
  catalogues: catalogueTables.filter((table) => !(table in CONTENT_DEPENDENCIES)),
};

/** Tables emptied as a whole, their ids restarted: money, its history, and short-lived data. */
export const EMPTIED_TABLES = [
  'workout_names',
  'workout_exercises',
  'client_training',
  'measures',
  'workouts',
  'assignments',
  'link_payments',
  'fee_tally',
  'payment_links',
  'payment_receipts',
  'payments',
  'payment_days',
  'payment_months',
  'debts',
  'debt_tally',
  'promise_tally',
  'client_accounts',
  'till_closes',
  'client_milestones',
  'milestone_tally',
  'user_subscriptions',
  'user_packages',
  'prices',
  'price_rises',
  'ipc',
  'events',
  'event_seals',
  'downloads',
  'access_links',
  'user_tags',
  'tags',
  'segments',
  'import_rows',
  'imports',
  'import_mappings',
  'deliveries',
  'notification_recipients',
  'notifications',
  'idempotent_answers',
  'deleted_rows',
];

const USER_BATCH_SIZE = 5_000;
const joinTables = (names: readonly string[]) => sql.join(names.map((name) => sql.table(name)));

/** Locks users first, as every write about money does, then each table before those it refers to. Reads go on. */
export async function lockEverything(db: Db): Promise<void> {
  const names = ['users', 'payments', ...Object.values(CONTENT_TABLES).flat()];
  await sql`lock table ${joinTables(names)} in exclusive mode`.execute(db);
}

/** Payments are never deleted, row by row; TRUNCATE starts the ledger anew, with receipt number 1 and a till that is not open yet. */
async function emptyLedger(db: Db): Promise<void> {
  await sql`truncate ${joinTables(EMPTIED_TABLES)} restart identity`.execute(db);
  await sql`insert into till_closes default values`.execute(db);
  await sql`
    update business set name = default, alias = default, cuit = default, address = default, phone = default,
      area_code = default, receipt_footer = default, contact_days = default, pause_days_per_year = default,
      logo_image = default, accent = default, measures = default, lapsed_sees = default, grace_days = default,
      trainer_access = default`.execute(db);
}

/**
 * For queries over `users u`: whoever asks and every other administrator. Somebody invented is none, though made one: all of them
 * share the hash of a password that nobody knows.
 */
export const isRetainedUser = (actorId: number) => sql<boolean>`
  u.id = ${actorId} or (
    u.role = 'ADMIN' and ${isNotDeleted}
    and not exists (select from users other where other.password_hash = u.password_hash and other.id <> u.id))`;

/** Removes everybody who does not stay, with their sessions. */
async function removePeople({ db, actor }: Write): Promise<void> {
  const { rows: staying } = await sql<{ id: number }>`select id from users u where ${isRetainedUser(actor.id)}`.execute(
    db,
  );
  const ids = sql`any(${staying.map(({ id }) => id)}::int[])`;
  for (const table of ['known_addresses', 'devices', 'sessions'])
    await sql`delete from ${sql.table(table)} where not user_id = ${ids}`.execute(db);
  await sql`
    update users set "suscriptionId" = null, suscription_status = false, suscription_init = null, suscription_end = null
    where id = ${ids} and ("suscriptionId" is not null or suscription_status or suscription_end is not null)`.execute(
    db,
  );
  // Users are deleted in parts, each within the statement time-out.
  for (let removedCount = USER_BATCH_SIZE; removedCount === USER_BATCH_SIZE;) {
    const { rows } = await sql`
      delete from users where id in (select id from users where not id = ${ids} limit ${USER_BATCH_SIZE})
      returning 1`.execute(db);
    removedCount = rows.length;
  }
  await sql`truncate name_words`.execute(db);
  await sql`insert into name_words select distinct word from users, words_of_name(search) word`.execute(db);
}

/** Remaining items keep their current price, as a new version from today on. */
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
export async function emptyBusiness(write: Write, retainedKinds: readonly ContentKind[]): Promise<void> {
  const { db } = write;
  const images = await listImages(db);
  await emptyLedger(db);
  await sql`delete from trainings where owner_id is not null`.execute(db);
  await removePeople(write);
  const removedContent = Object.entries(CONTENT_TABLES).filter(
    ([kind]) => !retainedKinds.some((retainedKind) => retainedKind === kind),
  );
  for (const table of removedContent.flatMap(([, names]) => names))
    await sql`delete from ${sql.table(table)}`.execute(db);
  await forgetGoneEntries(db);
  await restartPrices(write);
  const usedImages = await imagesInUse(db, images);
  await queuePictureRemoval(
    db,
    images.filter((image) => !usedImages.has(image)),
  );
}

type Counts = Record<string, number>;

const countRows = (names: readonly string[]) =>
  sql.join(
    names.map((name) => sql`(select count(*)::int from ${sql.table(name)})`),
    sql` + `,
  );

/** How many rows there are of each kind of content. */
export async function countContent(db: Db): Promise<Record<ContentKind, number>> {
  const countColumns = contentKinds.map((kind) => sql`${countRows(CONTENT_TABLES[kind])} as ${sql.ref(kind)}`);
  const { rows } = await sql<Counts>`select ${sql.join(countColumns)}`.execute(db);
  return rows[0] as Record<ContentKind, number>;
}
