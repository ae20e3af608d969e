import { csvFile, csvLine } from '@pulso/contract/kit/csv';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';

/** Tables that are not exported, each with the reason; a tally is derived from the others, and tells so itself. */
export const OMITTED_TABLES: Record<string, string> = {
  access_links: 'secrets of entering',
  backups: 'what there is on this machine',
  client_training: 'derived from sessions, which are the clients’ own',
  deleted_rows: 'rows that were deleted',
  deliveries: 'a queue',
  devices: 'addresses of phones for notifications',
  downloads: 'secrets of a minute',
  event_seals: 'seals of events',
  idempotent_answers: 'answers that were given',
  import_mappings: 'what the columns of files were',
  import_rows: 'rows of files, which became clients',
  imports: 'files of a week',
  installation: 'of this installation',
  known_addresses: 'where people log in from',
  known_devices: 'secrets of devices',
  login_failures: 'counters of minutes',
  measures: 'weights and measures, which are the clients’ own',
  name_words: 'derived from names',
  own_business: 'of this installation',
  payment_receipts: 'pictures, which are files of their own',
  provider_troubles: 'found again at the next try',
  schema_migrations: 'the schema',
  sessions: 'secrets of sessions',
  workout_exercises: 'sets, which are the clients’ own',
  workout_names: 'other ids of a session',
  workouts: 'sessions, which are the clients’ own',
};
/** Columns that open something, or prove something, wherever they are. */
const SECRET_COLUMN = 'hash|secret|token|seal|salt|digest|p256dh';
/** Columns with what somebody noted, or that repeat it. */
export const NOTE_COLUMNS = ['notes', 'note', 'reason', 'changes', 'data'];

export type ExportedTable = { name: string; columns: string[]; key: string[] };

/** Every table but those that are left out, with its columns that are nobody's secret: a new one is among them by itself. */
export async function describeExport(db: Db, { notes }: { notes: boolean }): Promise<ExportedTable[]> {
  const { rows } = await sql<ExportedTable>`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.atttypid <> 'bytea'::regtype
          and a.attname !~ ${SECRET_COLUMN} and (${notes} or a.attname <> all(${NOTE_COLUMNS}::text[]))
        order by a.attnum) as columns,
      array(select a.attname::text from pg_index i cross join unnest(i.indkey) with ordinality k (attnum, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary order by place) as key
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all(${Object.keys(OMITTED_TABLES)}::text[])
      and not exists (select from pg_description d where d.objoid = c.oid and description = 'Sum of a tally.')
    order by 1`.execute(db);
  return rows;
}

const ROWS_AT_ONCE = 1_000;

type Value = string | number | boolean | object | null;

/** A cell as a person reads it: what is true or a list in words, and the rest as it is. */
function toCell(value: Value): string | number | null {
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** Rows in the order of their key, batch by batch: no connection is held while a slow reader takes them. */
export async function* tableCsv(db: Db, { name, columns, key }: ExportedTable): AsyncGenerator<string> {
  yield csvFile([csvLine(columns, 'excel')]);
  const selected = sql.join(columns.map((column) => sql.ref(`t.${column}`)));
  const ordered = sql.join(key.map((column) => sql.ref(`t.${column}`)));
  const keys = key.map((column, at) => sql`${sql.ref(`t.${column}`)}::text as ${sql.ref(`key ${at}`)}`);
  for (let last: string[] | undefined; ;) {
    // The columns say of which type these texts are.
    const after = last ? sql`where (${ordered}) > (${sql.join(last)})` : sql``;
    const { rows } = await sql<Record<string, Value>>`
      select ${selected}, ${sql.join(keys)} from ${sql.table(name)} t ${after} order by ${ordered} limit ${ROWS_AT_ONCE}`.execute(
      db,
    );
    if (rows.length === 0) return;
    yield rows
      .map(
        (row) =>
          `${csvLine(
            columns.map((column) => toCell(row[column]!)),
            'excel',
          )}\r\n`,
      )
      .join('');
    if (rows.length < ROWS_AT_ONCE) return;
    last = key.map((_, at) => rows.at(-1)![`key ${at}`] as string);
  }
}
