import { bodyKinds, measureFault, mergeMeasures, type BodyKind } from '@pulso/contract/coaching/measures.labels';
import type { MeasureCell, MeasuresAnswer, MeasuresInput, MyMeasures } from '@pulso/contract/coaching/measures';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { visibleUsers } from '#db/writes/visible-users';
import type { Read, Write } from '#db/writes/write';

/** Values of each kind that are answered. */
const VALUES_SHOWN = 400;
/** Arbitrary, but the same on every node. */
const MEASURES_LOCK = 7_285_012;

/** The kinds that the business asks for, and somebody's newest values of every kind; undefined if there is no such person. */
export async function readMeasures({ db, actor }: Read, userId: number): Promise<MyMeasures | undefined> {
  const { rows } = await sql<{ row: { measures: BodyKind[]; values: MyMeasures['values'] } }>`
    select json_build_object(
      'measures', coalesce((select measures from business), '{}'),
      'values', (
        select coalesce(json_object_agg(kind, values), '{}') from unnest(${[...bodyKinds]}::text[]) kind cross join lateral (
          select json_agg(m) as values from (
            select day, value, v, by from measures m
            where m.user_id = u.id and m.kind = kind.kind order by day desc limit ${sql.lit(VALUES_SHOWN)}) m) newest
        where values is not null)) as row
    from users u where u.id = ${userId} and ${visibleUsers(actor)}`.execute(db);
  const found = rows[0]?.row;
  return found && { kinds: ['weight', ...found.measures], values: found.values };
}

const keyOf = ({ kind, day }: Pick<MeasureCell, 'kind' | 'day'>) => `${kind} ${day}`;

/** Cells by kind and day; of several for one day what they become. */
function merged(cells: readonly MeasureCell[]): Map<string, MeasureCell> {
  const byKey = new Map<string, MeasureCell>();
  for (const cell of cells) {
    const known = byKey.get(keyOf(cell));
    byKey.set(keyOf(cell), known ? mergeMeasures(known, cell) : cell);
  }
  return byKey;
}

async function readStored(db: Db, userId: number, cells: readonly MeasureCell[]): Promise<MeasureCell[]> {
  const { rows } = await sql<MeasureCell>`
    select kind, day, value, v, by from measures
    where user_id = ${userId} and (kind, day) in (
      select kind, day from jsonb_to_recordset(${JSON.stringify(cells)}::jsonb) c (kind text, day date))`.execute(db);
  return rows;
}

/** Takes measures as a phone has them, as often as they are sent, and answers what they became. */
export async function storeMeasures({ db, actor }: Write, { cells }: MeasuresInput): Promise<MeasuresAnswer> {
  const judged = cells.map((cell) => ({ cell, message: measureFault(cell, actor.today) }));
  const refused = judged.flatMap(({ cell: { kind, day }, message }) => (message ? [{ kind, day, message }] : []));
  const sent = judged.flatMap(({ cell, message }) => (message ? [] : [cell]));
  await sql`select pg_advisory_xact_lock(${MEASURES_LOCK}, ${actor.id})`.execute(db);
  const kept = [...merged([...(await readStored(db, actor.id, sent)), ...sent]).values()];
  await sql`
    insert into measures as m (user_id, kind, day, value, v, by)
    select ${actor.id}::integer, kind, day, value, v, by
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) c (kind text, day date, value numeric, v integer, by text)
    on conflict (user_id, kind, day) do update set value = excluded.value, v = excluded.v, by = excluded.by
    where (m.value, m.v, m.by) is distinct from (excluded.value, excluded.v, excluded.by)`.execute(db);
  return { cells: kept, refused };
}

/** Removes everything that a person measured. */
export async function eraseMeasures({ db }: Write, userId: number): Promise<void> {
  await sql`delete from measures where user_id = ${userId}`.execute(db);
}
