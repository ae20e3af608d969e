import { createHash } from 'node:crypto';
import { escapeIdentifier, type Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ownTables } from '#archive/own';

/** What is not worth keeping: all of it belongs to the moment, or to the machine. */
export const NOT_KEPT: Record<string, string> = {
  sessions: 'whoever was logged in logs in again',
  login_failures: 'counters of minutes',
  deliveries: 'notifications of the past are not sent again',
  provider_troubles: 'found again at the next try',
  backups: 'which files there are is a matter of the machine',
  schema_migrations: 'in the manifest',
};

export type Table = { name: string; columns: string[]; key: string[]; refers: string[] };

/** Text sorts by its bytes, because every server may have another locale. */
const DESCRIBE = `
  select c.relname as name,
    array(select a.attname::text from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
    array(select format(case when a.attcollation = 0 then '%I' else '%I collate "C"' end, a.attname)
          from pg_attribute a left join pg_index i on i.indrelid = c.oid and i.indisprimary
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
            and (i.indkey is null or a.attnum = any(i.indkey))
          order by coalesce(array_position(i.indkey::int2[], a.attnum), a.attnum)) as key,
    array(select r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
          where f.conrelid = c.oid and f.contype = 'f' and r.oid <> c.oid) as refers
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any($1)
  order by c.relname`;

/** Our tables that are kept, each after those it refers to. */
export async function describeTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(DESCRIBE, [(await ownTables()).filter((name) => !(name in NOT_KEPT))]);
  const sorted: Table[] = [];
  for (let left = rows; left.length > 0;) {
    const names = new Set(left.map(({ name }) => name));
    const next = left.filter(({ refers }) => !refers.some((name) => names.has(name)));
    if (next.length === 0) throw new Error(`tables refer to each other: ${[...names].join(', ')}`);
    sorted.push(...next);
    left = left.filter((table) => !next.includes(table));
  }
  return sorted;
}

const CHUNK_BYTES = 4 * 1024 * 1024;
const LINE_END = 0x0a;

const list = (columns: string[]) => columns.map(escapeIdentifier).join(', ');
export const columnsOf = (name: string, columns: string[]) => `${escapeIdentifier(name)} (${list(columns)})`;

/** The rows as COPY writes them, sorted, in pieces that end with a row. */
async function* copyOut(client: Client, { name, columns, key }: Table): AsyncGenerator<Buffer> {
  const select = `select ${list(columns)} from ${escapeIdentifier(name)} order by ${key.join(', ')}`;
  const stream = client.query(copyTo(`copy (${select}) to stdout`));
  let held: Buffer[] = [];
  let size = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    held.push(piece);
    size += piece.length;
    if (size < CHUNK_BYTES) continue;
    const all = Buffer.concat(held);
    const end = all.lastIndexOf(LINE_END) + 1;
    if (end > 0) yield all.subarray(0, end);
    held = [all.subarray(end)];
    size = all.length - end;
  }
  if (size > 0) yield Buffer.concat(held);
}

function countLines(text: Buffer): number {
  let lines = 0;
  for (let at = text.indexOf(LINE_END); at >= 0; at = text.indexOf(LINE_END, at + 1)) lines += 1;
  return lines;
}

/** Counts and hashes a table's rows as they pass. */
export function tally() {
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
  const passed = tally();
  for await (const chunk of copyOut(client, table)) {
    passed.add(chunk);
    await use?.(chunk, passed.result().rows);
  }
  return passed.result();
}
