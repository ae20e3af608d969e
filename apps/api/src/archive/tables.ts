import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { listPulsoTables } from '#archive/pulso-objects';
import { dbForClient } from '#db/connection/connect';

/**
 * Tables that are not worth keeping: all in them belongs to the moment, or to the machine. A backup that has one of them is refused, so
 * that no table may be added here which earlier versions have kept.
 */
export const EXCLUDED_TABLES: Record<string, string> = {
  login_failures: 'counters of minutes',
  deliveries: 'notifications of the past are not sent again',
  provider_troubles: 'found again at the next try',
  downloads: 'worth a minute',
  backups: 'which files there are is a matter of the machine',
  schema_migrations: 'in the manifest',
};

/**
 * Tables of which some rows are worth keeping: those with a value in this column. Of a version that does not have the column yet
 * nothing is kept.
 */
export const KEPT_ROWS: Record<string, string> = {
  // A client's phone stays in the app; whoever was logged in to the panel logs in again.
  sessions: 'secret_hash',
};

type KeyColumn = { column: string; isText: boolean };
export type Table = { name: string; columns: string[]; key: KeyColumn[]; refers: string[] };

/** Our tables that are kept, each after those it refers to. */
export async function describeTables(client: Client): Promise<Table[]> {
  const includedTables = (await listPulsoTables()).filter((name) => !(name in EXCLUDED_TABLES));
  const columnOf = sql`a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`;
  const { rows } = await sql<Table>`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a where ${columnOf} order by a.attnum) as columns,
      (select json_agg(json_build_object('column', a.attname, 'isText', a.attcollation <> 0)
                       order by coalesce(array_position(i.indkey::int2[], a.attnum), a.attnum))
       from pg_attribute a left join pg_index i on i.indrelid = c.oid and i.indisprimary
       where ${columnOf} and (i.indkey is null or a.attnum = any(i.indkey))) as key,
      array(select r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
            where f.conrelid = c.oid and f.contype = 'f' and r.oid <> c.oid) as refers
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any(${includedTables})
    order by c.relname`.execute(dbForClient(client));
  const kept = rows.filter(({ name, columns }) => KEPT_ROWS[name] === undefined || columns.includes(KEPT_ROWS[name]));
  const sorted: Table[] = [];
  for (let left = kept; left.length > 0;) {
    const names = new Set(left.map(({ name }) => name));
    const next = left.filter(({ refers }) => !refers.some((name) => names.has(name)));
    if (next.length === 0) throw new Error(`tables refer to each other: ${[...names].join(', ')}`);
    sorted.push(...next);
    left = left.filter((table) => !next.includes(table));
  }
  return sorted;
}

const CHUNK_BYTES = 4 * 1024 * 1024;
/** More than three times the largest row there can be: a receipt in noise, 4.4 MB, of which each byte is two digits. */
const MAX_ROW_BYTES = 32 * 1024 * 1024;
/** A piece is full when it has reached its size, and then ends with a row. */
export const MAX_CHUNK_BYTES = CHUNK_BYTES + MAX_ROW_BYTES;
export const LINE_END = 0x0a;

const joinIdentifiers = (columns: string[]) => sql.join(columns.map((column) => sql.id(column)));

/** The rows as COPY writes them, sorted, in pieces that end with a row. Text sorts by its bytes: every server may have another locale. */
async function* copyOut(client: Client, { name, columns, key }: Table): AsyncGenerator<Buffer> {
  const order = key.map(({ column, isText }) => (isText ? sql`${sql.id(column)} collate "C"` : sql.id(column)));
  const marked = KEPT_ROWS[name];
  const which = marked === undefined ? sql`true` : sql`${sql.id(marked)} is not null`;
  const rows = sql`select ${joinIdentifiers(columns)} from ${sql.id(name)} where ${which} order by ${sql.join(order)}`;
  const { sql: text } = sql`copy (${rows}) to stdout`.compile(dbForClient(client));
  const stream = client.query(copyTo(text));
  let pendingChunks: Buffer[] = [];
  let size = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    pendingChunks.push(piece);
    size += piece.length;
    if (size < CHUNK_BYTES) continue;
    const all = Buffer.concat(pendingChunks);
    const end = all.lastIndexOf(LINE_END) + 1;
    if (end > 0) yield all.subarray(0, end);
    pendingChunks = [all.subarray(end)];
    size = all.length - end;
  }
  if (size > 0) yield Buffer.concat(pendingChunks);
}

/** Takes rows as they were written; frozen, so that no later clean-up has to write them again. */
export function copyIn(client: Client, name: string, columns: string[]) {
  const { sql: text } = sql`copy ${sql.id(name)} (${joinIdentifiers(columns)}) from stdin with (freeze)`.compile(
    dbForClient(client),
  );
  return client.query(copyFrom(text));
}

function countLines(text: Buffer): number {
  let lines = 0;
  for (let at = text.indexOf(LINE_END); at >= 0; at = text.indexOf(LINE_END, at + 1)) lines += 1;
  return lines;
}

/** Counts and hashes a table's rows as they pass. */
export function openRowTally() {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    add: (chunk: Buffer) => {
      hash.update(chunk);
      rows += countLines(chunk);
    },
    result: () => ({ rows, sha256: hash.copy().digest('hex') }),
  };
}

/** Hands over the rows of a table piece by piece, and answers how many there were and their hash. */
export async function readRows(client: Client, table: Table, use?: (chunk: Buffer, rows: number) => Promise<void>) {
  const rowTally = openRowTally();
  for await (const chunk of copyOut(client, table)) {
    rowTally.add(chunk);
    await use?.(chunk, rowTally.result().rows);
  }
  return rowTally.result();
}
