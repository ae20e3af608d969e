import type { Backup } from '@pulso/contract/desk/backups';
import { tooSoonMessage } from '@pulso/contract/desk/backups';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { Refusal } from '#db/writes/refusal';
import { inTransaction } from '#db/writes/transaction';

// Arbitrary, but the same on every node.
const BACKUP_LOCK = 7_285_006;
/** A backup without a heartbeat for this long has ended. */
const MAX_SILENCE_SECONDS = 60;
/** Retry delay after a failed backup, shorter than the usual interval. */
const RETRY_SECONDS = 900;
/** Pause between two backups from the panel, which leaves time for a scheduled one. */
const MIN_PAUSE_SECONDS = 120;
/** Newest attempts listed, failed ones too; a backup that has a file stays listed, and its row kept, beyond these. */
const MAX_LISTED = 20;
const MAX_ROWS = 200;
const INTERRUPTED = 'Se interrumpió antes de terminar.';

const isAlive = sql<boolean>`state in ('copying', 'checking') and beat_at > now() - make_interval(secs => ${MAX_SILENCE_SECONDS})`;

export type BackupRow = Omit<Backup, 'available'> & { node: string };

// A killed backup reads as failed, before anybody has written that down.
const columns = sql`
  id, case when state in ('copying', 'checking') and not (${isAlive}) then 'failed' else state end as state, progress, started_at,
  finished_at, file, size, row_count as rows, image_count as images, missing_images, verified_at, node, made_by, pinned,
  case when state in ('copying', 'checking') and not (${isAlive}) then ${INTERRUPTED} else problem end as problem`;

export async function listBackups(db: Db): Promise<BackupRow[]> {
  const { rows } = await sql<BackupRow>`
    select ${columns} from backups
    where (file is not null or id > (select max(id) from backups) - ${MAX_LISTED}::int)
      and (not elsewhere or ${isAlive}) order by id desc`.execute(db);
  return rows;
}

export async function findBackup(db: Db, id: number): Promise<BackupRow | undefined> {
  const { rows } = await sql<BackupRow>`select ${columns} from backups where id = ${id}`.execute(db);
  return rows[0];
}

type LastGoodBackup = { last: BackupRow | undefined; secondsAgo: number };

/** The last good backup in the folder and the seconds since it began; without one, the age of the installation. */
export async function findLastGoodBackup(db: Db): Promise<LastGoodBackup> {
  const { rows } = await sql<BackupRow>`
    select ${columns} from backups where state = 'done' and not elsewhere order by id desc limit 1`.execute(db);
  const [last] = rows;
  const since = last ? sql`${last.started_at}::timestamptz` : sql`(select min(applied_at) from schema_migrations)`;
  const { rows: age } = await sql<{ seconds: number }>`
    select extract(epoch from now() - ${since})::float8 as seconds`.execute(db);
  return { last, secondsAgo: age[0]?.seconds ?? 0 };
}

/** The number of backups in a row that could not be checked, up to the last one; those elsewhere count for themselves. */
export async function countUnchecked(db: Db, { elsewhere }: { elsewhere: boolean }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from backups
    where state = 'done' and elsewhere = ${elsewhere} and id > coalesce(
      (select max(id) from backups where verified_at is not null and elsewhere = ${elsewhere}), 0)`.execute(db);
  return rows[0]?.count ?? 0;
}

async function hasColumn(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_attribute where attrelid = to_regclass('public.backups') and attname = ${name}`.execute(db);
  return rows.length > 0;
}

/** True if the database records backups as this version does: one of an earlier version does not. */
export const hasBackupRecords = (db: Db) => hasColumn(db, 'elsewhere');

/** True while a backup copies pictures. Backups begun later no longer see rows deleted before this query. */
export async function isCopying(db: Db): Promise<boolean> {
  const { rows } = await sql`select from backups where state = 'copying' and ${isAlive} limit 1`.execute(db);
  return rows.length > 0;
}

/** Blocks new backups until the transaction ends; false if one is being copied. */
export async function blockNewBackups(transaction: Db): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${BACKUP_LOCK})`.execute(transaction);
  return !(await isCopying(transaction));
}

/** Marks unfinished backups as interrupted; for a caller who knows that no other process is making one. */
export async function interruptBackups(db: Db): Promise<void> {
  await sql`
    update backups set state = 'failed', finished_at = now(), problem = ${INTERRUPTED}
    where state in ('copying', 'checking')`.execute(db);
}

/** Backups made by hand neither replace a scheduled one nor put it off. */
const isDue = (intervalSeconds: number) => sql<boolean>`
  not exists (
    select from backups where made_by = 'schedule' and state = 'done'
      and started_at > now() - make_interval(secs => ${intervalSeconds}))
  and not exists (
    select from backups where made_by = 'schedule'
      and started_at > now() - make_interval(secs => ${Math.min(intervalSeconds, RETRY_SECONDS)}))`;

async function refuseTooSoon(transaction: Db): Promise<void> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from max(finished_at) - now()) + ${MIN_PAUSE_SECONDS}::int)::int as seconds
    from backups where made_by = 'panel' and state = 'done'`.execute(transaction);
  const seconds = rows[0]?.seconds ?? 0;
  if (seconds > 0) throw new Refusal(tooSoonMessage(seconds), 'conflict', seconds);
}

type BackupStart = { node: string } & (
  | { madeBy: 'panel' }
  | { madeBy: 'command'; /** Into another file than one of the folder of backups. */ elsewhere?: boolean }
  | { madeBy: 'schedule'; /** Begun only if the last good scheduled one is older. */ intervalSeconds: number }
);

/** The number of the backup that the caller makes now; undefined if another one is being made, or none is due. */
export async function beginBackup(db: Db, begin: BackupStart): Promise<number | undefined> {
  const { node, madeBy } = begin;
  return inTransaction(db, async (transaction) => {
    await sql`select pg_advisory_xact_lock(${BACKUP_LOCK})`.execute(transaction);
    await sql`
      update backups set state = 'failed', finished_at = now(), problem = ${INTERRUPTED}
      where state in ('copying', 'checking') and not (${isAlive})`.execute(transaction);
    if (madeBy === 'panel') await refuseTooSoon(transaction);
    const due = madeBy === 'schedule' ? isDue(begin.intervalSeconds) : sql`true`;
    const elsewhere = madeBy === 'command' && (begin.elsewhere ?? false);
    const { rows } = await sql<{ id: number }>`
      insert into backups (node, made_by, elsewhere) select ${node}, ${madeBy}, ${elsewhere}
      where ${due} and not exists (select from backups where state in ('copying', 'checking')) returning id`.execute(
      transaction,
    );
    await sql`
      delete from backups where file is null and id <= (select max(id) from backups) - ${MAX_ROWS}::int`.execute(
      transaction,
    );
    return rows[0]?.id;
  });
}

type Progress = { state: 'copying' | 'checking'; progress: number };

/** False if the backup was taken for dead meanwhile. */
export async function recordHeartbeat(db: Db, id: number, { state, progress }: Progress): Promise<boolean> {
  const { rows } = await sql`
    update backups set beat_at = now(), state = ${state}, progress = ${progress}
    where id = ${id} and state in ('copying', 'checking') returning 1`.execute(db);
  return rows.length > 0;
}

type SavedFile = {
  /** Null if the file is not in the folder of backups. */ file: string | null;
  size: number;
  rows: number;
  images: number;
  missingImages: number;
};

export async function saveFile(
  db: Db,
  id: number,
  { file, size, rows, images, missingImages }: SavedFile,
): Promise<void> {
  await sql`
    update backups set file = ${file}, size = ${size}, row_count = ${rows}, image_count = ${images},
      missing_images = ${missingImages}
    where id = ${id}`.execute(db);
}

type Outcome = { verified: boolean; problem: string | null };

export async function finishBackup(db: Db, id: number, { verified, problem }: Outcome): Promise<void> {
  await sql`
    update backups set state = 'done', progress = 100, finished_at = now(), problem = ${problem},
      verified_at = ${verified ? sql`now()` : null}
    where id = ${id}`.execute(db);
}

/** Marks a backup as failed, unless it has ended already. */
export async function failBackup(db: Db, id: number, problem: string): Promise<void> {
  await sql`
    update backups set state = 'failed', finished_at = now(), problem = ${problem}
    where id = ${id} and state in ('copying', 'checking')`.execute(db);
}

type StoredRows = { kept: object[] };

/** All rows of `backups`, to be put back after everything was restored. */
export async function readBackupRows(db: Db): Promise<object[]> {
  if (!(await hasColumn(db, 'id'))) return [];
  const { rows } = await sql<StoredRows>`select coalesce(json_agg(b order by id), '[]') as kept from backups b`.execute(
    db,
  );
  return rows[0]?.kept ?? [];
}

export async function restoreBackupRows(db: Db, kept: object[]): Promise<void> {
  if (kept.length === 0) return;
  const text = JSON.stringify(kept);
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'backups'::regclass and attnum > 0 and attname = any(${Object.keys(kept[0]!)})`.execute(db);
  const names = sql.join(rows.map(({ name }) => sql.ref(name)));
  await sql`
    insert into backups (${names}) overriding system value
    select ${names} from json_populate_recordset(null::backups, ${text}::json)`.execute(db);
  await sql`select setval(pg_get_serial_sequence('backups', 'id'), max(id)) from backups`.execute(db);
}
