import {
  BACKUP_UNDER_WAY,
  NO_FRESH_BACKUP,
  NOT_A_DEMO,
  addedRowsMessage,
  type FirstSteps,
  type OwnBusiness,
  type StartInput,
} from '@pulso/contract/desk/own-business';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { recordEvent, stopRecording } from '#db/writes/events';
import { endDemo, demoFilledAt, readStage } from '#features/accounts/auth/stage.queries';
import { Refusal } from '#db/writes/refusal';
import { visibleUsers } from '#db/writes/visible-users';
import type { Person, Read, Write } from '#db/writes/write';
import { lockPrices } from '#features/billing/prices/prices.queries';
import { blockNewBackups } from '#features/desk/backups/backups.queries';
import { pinFreshBackup } from '#features/desk/backups/backup-files.queries';
import {
  CONTENT_TABLES,
  countContent,
  emptyBusiness,
  lockEverything,
  isRetainedUser,
} from '#features/desk/own-business/empty-business.queries';

/** Maximum age of the backup, which is made for this: time enough for a person to hesitate. */
const MAX_BACKUP_AGE_MINUTES = 15;

export async function readOwnBusiness({ db, actor }: Read<Person>): Promise<OwnBusiness> {
  const going = sql`${visibleUsers(actor)} and not (${isRetainedUser(actor.id)})`;
  const { stage } = await readStage(db);
  const { rows } = await sql<OwnBusiness['going']>`
    select (select count(*)::int from users u where ${going}) as people,
      (select count(*)::int from user_subscriptions) + (select count(*)::int from user_packages) as subscriptions,
      (select count(*)::int from payments) as payments,
      (select count(*)::int from till_closes where id > 0) as tills,
      (select count(*)::int from notifications) as notifications`.execute(db);
  const { rows: ours } = await sql<OwnBusiness['ours']>`
    select (select count(*)::int from users u where ${going} and created_at > ${demoFilledAt}) as people,
      (select count(*)::int from payments where created_at > ${demoFilledAt}) as payments`.execute(db);
  return { is_demo: stage === 'demo', content: await countContent(db), going: rows[0]!, ours: ours[0]! };
}

/** True if rows are younger than the backup, and so in none. Dates of the demonstration's own rows are made up. */
async function hasRowsAfterBackup(db: Db, backupId: number): Promise<boolean> {
  const younger = sql`> greatest(backups.started_at, ${demoFilledAt})`;
  const changedColumns = ['users', ...Object.values(CONTENT_TABLES).flat()].map((table) => [table, 'updated_at']);
  const insertOnlyTables = ['payments', 'debts', 'user_subscriptions', 'user_packages', 'prices', 'notifications'];
  const youngerRowChecks = [...changedColumns, ...insertOnlyTables.map((table) => [table, 'created_at'])].map(
    ([table, moment]) => sql`exists (select from ${sql.table(table!)} where ${sql.ref(moment!)} ${younger})`,
  );
  const { rows } = await sql`
    select from backups where id = ${backupId} and (${sql.join(youngerRowChecks, sql` or `)}
      or exists (select from events where at ${younger} and action !~ 'login' and entity not in ('download', 'backup')))`.execute(
    db,
  );
  return rows.length > 0;
}

type Start = Omit<StartInput, 'password'>;

/** Empties the demonstration in the transaction that ends it: all or nothing. */
export async function startOwnBusiness(write: Write, start: Start): Promise<OwnBusiness> {
  const { db } = write;
  const { keep, backup_id, also_ours: confirmedRows = { people: 0, payments: 0 } } = start;
  await stopRecording(db);
  if (!(await endDemo(db))) throw new Refusal(NOT_A_DEMO);
  if (!(await pinFreshBackup(db, backup_id, MAX_BACKUP_AGE_MINUTES))) throw new Refusal(NO_FRESH_BACKUP);
  // The snapshot of a backup under way would lose the tables that are emptied.
  if (!(await blockNewBackups(db))) throw new Refusal(BACKUP_UNDER_WAY);
  await lockPrices(db);
  await lockEverything(db);
  if (await hasRowsAfterBackup(db, backup_id)) throw new Refusal(NO_FRESH_BACKUP);
  const { going, ours } = await readOwnBusiness(write);
  if (ours.people > confirmedRows.people || ours.payments > confirmedRows.payments)
    throw new Refusal(addedRowsMessage(ours));
  await emptyBusiness(write, keep);
  await recordEvent(write, { entity: 'business', action: 'start', data: { keep, backup_id, removed: going } });
  return readOwnBusiness(write);
}

/** First steps that are done, judged by the data. */
export async function readFirstSteps({ db, actor }: Read<Person>): Promise<FirstSteps> {
  const { stage, first_steps } = await readStage(db);
  const { rows } = await sql<Omit<FirstSteps, 'shown'>>`
    select (select password_changed_at is not null from users where id = ${actor.id}) as password,
      exists (select from business where name <> '') as business,
      exists (select from plans) as plan,
      exists (select from users u where u.role = 'CLIENT' and ${visibleUsers(actor)}) as client`.execute(db);
  return { shown: first_steps && stage !== 'demo', ...rows[0]! };
}
