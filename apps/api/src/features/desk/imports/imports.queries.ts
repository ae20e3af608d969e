import { createHash } from 'node:crypto';
import {
  IMPORT_KEPT_DAYS,
  SHOWN_ROWS,
  type Import,
  type ImportChange,
  type ImportField,
  type ImportGroup,
  type ImportKept,
  type ImportMapping,
  type ImportProblem,
  type ImportRowShown,
  type ImportSummary,
} from '@pulso/contract/desk/imports';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { jsonArrayOf } from '#db/stores/json-list';
import { recordEvent } from '#db/writes/events';
import { Refusal } from '#db/writes/refusal';
import { removeInBatches } from '#db/writes/remove-in-batches';
import type { Read, Write } from '#db/writes/write';
import type { GuessedTable } from '#features/desk/imports/guess-columns.rules';
import { judgeImport, type ImportHead } from '#features/desk/imports/judge-import.queries';
import { textsOf, type StoredRow } from '#features/desk/imports/judge-rows.rules';
import { foldText } from '#features/desk/imports/read-cells.rules';

const ROWS_AT_ONCE = 1_000;
const SAMPLES = 3;
const MAX_LISTED = 20;
const MAX_GROUPS = 60;
const MAX_LEFT = 200;
export const ALREADY_UNDONE = 'Esta importación se deshizo. Sube el archivo otra vez para empezar de nuevo.';

const hashOf = (content: Buffer | string) => createHash('sha256').update(content).digest();

const COUNTS = sql`(
  select json_build_object('ready', count(*) filter (where state = 'ready'), 'wrong', count(*) filter (where state = 'wrong'),
    'existing', count(*) filter (where state = 'existing'), 'imported', count(*) filter (where state = 'imported'),
    'undone', count(*) filter (where state = 'undone'), 'kept', count(*) filter (where state = 'kept'))
  from import_rows r where r.import_id = i.id)`;
const SUMMARY = sql`
  i.id, i.file, i.created_at, ${COUNTS} as counts, (select name from users a where a.id = i.created_by) as author`;

/** The imports that are kept, the latest first. */
export async function listImports({ db }: Read): Promise<ImportSummary[]> {
  const { rows } = await sql<ImportSummary>`
    select ${SUMMARY} from imports i where not i.undone order by i.created_at desc, i.id desc limit ${MAX_LISTED}`.execute(
    db,
  );
  return rows;
}

/** An import in numbers. */
export async function findImport({ db }: Read, id: number): Promise<ImportSummary | undefined> {
  const { rows } = await sql<ImportSummary>`select ${SUMMARY} from imports i where i.id = ${id}`.execute(db);
  return rows[0];
}

type WholeHead = ImportHead & Pick<Import, 'columns' | 'remembered'>;

async function findHead({ db }: Read, id: number): Promise<WholeHead | undefined> {
  const { rows } = await sql<WholeHead>`
    select id, mapping, rules, undone, file, columns, remembered from imports where id = ${id}`.execute(db);
  return rows[0];
}

/** The import, which nobody else changes, runs or takes back meanwhile. */
export async function lockImport(write: Write, id: number): Promise<ImportHead | undefined> {
  await sql`select from imports where id = ${id} for no key update`.execute(write.db);
  return findHead(write, id);
}

type ShownRow = StoredRow & Pick<ImportRowShown, 'state' | 'problems' | 'include'>;

const showRow = ({ row, state, problems, include, ...texts }: ShownRow, mapping: ImportMapping): ImportRowShown => ({
  row,
  state,
  problems,
  include,
  cells: textsOf(texts, mapping),
});

/** One mend is for one text where a text is nothing that there is. */
const GROUP_VALUE = sql`case when p ->> 'code' = 'unknown' then p ->> 'value' end`;

type StoredGroup = Omit<ImportGroup, 'rows'> & { rows: ShownRow[] };

/** The rows that wait for a person, by what mends them; the largest groups first. */
async function listGroups({ db }: Read, { id, mapping }: ImportHead): Promise<ImportGroup[]> {
  const { rows } = await sql<StoredGroup>`
    with wrong as materialized (
      select r.*, p ->> 'field' as of_field, p ->> 'code' as of_code, ${GROUP_VALUE} as of_value, p ->> 'message' as of_message,
        fold(${GROUP_VALUE}) as of_fold,
        row_number() over (partition by p ->> 'field', p ->> 'code', fold(${GROUP_VALUE}) order by r.row) as place
      from import_rows r cross join jsonb_array_elements(r.problems) p
      where r.import_id = ${id} and (r.state in ('wrong', 'existing') or r.state = 'ready' and r.include)
    )
    select g.of_field as field, g.of_code as code, min(g.of_value) as value, min(g.of_message) as message, count(*)::int as count,
      json_agg(json_build_object('row', g.row, 'cells', g.cells, 'typed', g.typed, 'state', g.state, 'problems', g.problems,
        'include', g.include) order by g.row) filter (where g.place <= ${sql.lit(SHOWN_ROWS)}) as rows
    from wrong g group by g.of_field, g.of_code, g.of_fold order by count desc, field, value limit ${MAX_GROUPS}`.execute(
    db,
  );
  return rows.map((group) => ({ ...group, rows: group.rows.map((row) => showRow(row, mapping)) }));
}

/** An import as a person looks at it. Undefined when there is no such import. */
export async function readImport(read: Read, id: number, again = false): Promise<Import | undefined> {
  const head = await findHead(read, id);
  if (!head) return undefined;
  const { rows } = await sql<ImportSummary & { left: ImportKept[]; preview: ShownRow[]; first: Import['first'] }>`
    select ${SUMMARY},
      ${jsonArrayOf(sql`
        select row, cells, typed, state, problems, include from import_rows r where r.import_id = i.id
        order by row limit ${SHOWN_ROWS}`)} as preview,
      (select json_build_object('user_id', u.id, 'name', u.name) from import_rows r join users u on u.id = r.user_id
       where r.import_id = i.id and r.state in ('imported', 'kept') and u.deleted_at is null order by r.row limit 1) as first,
      ${jsonArrayOf(sql`
        select u.id as user_id, u.name, r.touched ->> 'entity' as entity, r.touched ->> 'action' as action,
          r.touched ->> 'at' as at, r.touched ->> 'by' as by
        from import_rows r join users u on u.id = r.user_id where r.import_id = i.id and r.state = 'kept'
        order by r.row limit ${MAX_LEFT}`)} as left
    from imports i where i.id = ${id}`.execute(read.db);
  const { preview, ...row } = rows[0]!;
  const { columns, mapping, rules, remembered } = head;
  const shown = { columns, mapping, rules, remembered, again, rows: preview.map((one) => showRow(one, mapping)) };
  return { ...row, ...shown, groups: await listGroups(read, head) };
}

const samplesOf = ({ rows }: GuessedTable, column: number) =>
  rows.flatMap(({ cells }) => cells[column]?.slice(0, 80) || []).slice(0, SAMPLES);

async function storeRows(db: Db, id: number, { rows }: GuessedTable): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = JSON.stringify(rows.slice(at, at + ROWS_AT_ONCE));
    await sql`
      insert into import_rows (import_id, row, cells)
      select ${id}, number, cells from jsonb_to_recordset(${some}::jsonb) as r (number int, cells jsonb)`.execute(db);
  }
}

/** Rehearses a file: nothing of it is written to anywhere else. The same file is the same import, until that was taken back. */
export async function createImport(
  write: Write,
  { file, bytes, table }: { file: string; bytes: Buffer; table: GuessedTable },
): Promise<Import> {
  const { db, actor } = write;
  const fileHash = hashOf(bytes);
  await sql`select pg_advisory_xact_lock(hashtextextended(${fileHash.toString('hex')}, 35))`.execute(db);
  const { rows: earlier } = await sql<{ id: number }>`
    select id from imports where file_hash = ${fileHash} and not undone order by id desc limit 1`.execute(db);
  if (earlier[0]) {
    await recordEvent(write, { entity: 'import', entityId: earlier[0].id, action: 'again', data: { file } });
    return (await readImport(write, earlier[0].id, true))!;
  }
  const headingsHash = hashOf(JSON.stringify(table.headings.map(foldText)));
  const { rows: known } = await sql<{ mapping: ImportMapping }>`
    select mapping from import_mappings where headings_hash = ${headingsHash}`.execute(db);
  const mapping = known[0]?.mapping ?? table.mapping;
  const columns = table.headings.map((heading, column) => ({
    heading: heading.slice(0, 100),
    samples: samplesOf(table, column),
  }));
  const { rows } = await sql<{ id: number }>`
    insert into imports (file, file_hash, headings_hash, columns, mapping, remembered, created_by)
    values (${file}, ${fileHash}, ${headingsHash}, ${JSON.stringify(columns)}::jsonb, ${JSON.stringify(mapping)}::jsonb,
      ${known.length > 0}, ${actor.id})
    returning id`.execute(db);
  const { id } = rows[0]!;
  await storeRows(db, id, table);
  await judgeImport(write, (await lockImport(write, id))!);
  await recordEvent(write, {
    entity: 'import',
    entityId: id,
    action: 'upload',
    data: { file, rows: table.rows.length },
  });
  return (await readImport(write, id))!;
}

/** Rows that were not imported yet take what was typed over them. */
async function typeOver(db: Db, id: number, cells: NonNullable<ImportChange['cells']>): Promise<void> {
  const byRow = new Map<number, { row: number; put: Record<string, string>; drop: ImportField[] }>();
  for (const { row, field, value } of cells) {
    const one = byRow.get(row) ?? { row, put: {}, drop: [] };
    if (value === null) one.drop.push(field);
    else one.put[field] = value;
    byRow.set(row, one);
  }
  const { rows } = await sql`
    update import_rows r set typed = (r.typed - c.drop) || c.put
    from (
      select row, put, array(select jsonb_array_elements_text("drop")) as drop
      from jsonb_to_recordset(${JSON.stringify([...byRow.values()])}::jsonb) as c (row int, put jsonb, "drop" jsonb)
    ) c
    where r.import_id = ${id} and r.row = c.row and r.state in ('ready', 'wrong', 'existing') returning 1`.execute(db);
  if (rows.length < byRow.size) throw new Refusal('Una de esas filas ya se importó, o no está en el archivo');
}

/** Changes how a file is read, and judges it again. Undefined when there is no such import. */
export async function changeImport(write: Write, id: number, change: ImportChange): Promise<Import | undefined> {
  const { db } = write;
  const head = await lockImport(write, id);
  if (!head) return undefined;
  if (head.undone) throw new Refusal(ALREADY_UNDONE);
  const { mapping = head.mapping, rules = head.rules, cells, include } = change;
  if (mapping.length !== head.mapping.length) throw new Refusal({ mapping: 'Faltan columnas, o sobran' });
  await sql`
    update imports set mapping = ${JSON.stringify(mapping)}::jsonb, rules = ${JSON.stringify(rules)}::jsonb,
      remembered = remembered and ${change.mapping === undefined}
    where id = ${id}`.execute(db);
  if (cells && cells.length > 0) await typeOver(db, id, cells);
  if (include && include.length > 0)
    await sql`
      update import_rows r set include = c.include
      from jsonb_to_recordset(${JSON.stringify(include)}::jsonb) as c (row int, include boolean)
      where r.import_id = ${id} and r.row = c.row and r.state in ('ready', 'existing')`.execute(db);
  await judgeImport(write, { ...head, mapping, rules });
  await recordEvent(write, { entity: 'import', entityId: id, action: 'change', data: { file: head.file } });
  return readImport(write, id);
}

type WrongRow = Pick<StoredRow, 'row' | 'cells' | 'typed'> & { problems: ImportProblem[] };
export type WrongRows = { headings: string[]; mapping: ImportMapping; rows: WrongRow[] };

/** The rows that cannot be imported as they are. Undefined when there is no such import. */
export async function readWrongRows(read: Read, id: number): Promise<WrongRows | undefined> {
  const head = await findHead(read, id);
  if (!head) return undefined;
  const { rows } = await sql<WrongRow>`
    select row, cells, typed, problems from import_rows where import_id = ${id} and state = 'wrong' order by row`.execute(
    read.db,
  );
  return { headings: head.columns.map(({ heading }) => heading), mapping: head.mapping, rows };
}

export async function removeOldImports(db: Db): Promise<void> {
  await removeInBatches(db, 'imports', sql`created_at < now() - make_interval(days => ${sql.lit(IMPORT_KEPT_DAYS)})`);
  await removeInBatches(db, 'import_mappings', sql`used_at < now() - interval '1 year'`);
}

/** Removes what files told of a person who is erased. */
export async function eraseImports({ db }: Write, userId: number): Promise<void> {
  await sql`
    update import_rows set cells = '[]', typed = '{}', problems = '[]', touched = null
    where user_id = ${userId} or same_as = ${userId}`.execute(db);
}
