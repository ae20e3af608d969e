import {
  riseDayProblem,
  type PriceRise,
  type PriceRiseDetail,
  type PriceRiseInput,
  type RiseRow,
} from '@pulso/contract/billing/prices';
import { formatDate, type DateText } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { recordEvent } from '#db/writes/events';
import { pricedTables } from '#features/billing/prices/priced-tables.queries';
import { Refusal, staleValue } from '#db/writes/refusal';
import { visibleUsers } from '#db/writes/visible-users';
import type { Read, Write } from '#db/writes/write';
import { promisePrices, listPromisedPrices } from '#features/billing/prices/client-prices.queries';
import { copyDuePrices, readCurrentDay } from '#features/billing/prices/price-day.queries';
import { readNotices } from '#features/billing/prices/price-notices.queries';
import { listPriceOn, lockPrices, personJson, pricedItems } from '#features/billing/prices/prices.queries';

type TitledRiseRow = RiseRow & { title: string };

/** The prices of the rise `r` as it was announced; those of one that came without its event are the versions it made. */
const announcedRows = sql`coalesce(
  (select e.data -> 'rows' from events e where e.entity = 'price-rise' and e.entity_id = r.id and e.action = 'create'),
  (select jsonb_agg(jsonb_build_object('kind', i.kind, 'id', i.id, 'title', i.title, 'before', p.before, 'after', p.amount)
     order by i.kind, i.title, i.id)
   from prices p join ${pricedItems} i on i.kind = p.kind and i.id = p.item_id
   where p.rise_id = r.id and p.user_id is null),
  '[]')`;

async function readRises<Row = PriceRise>({ db, actor }: Read, id?: number, more = sql``): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.id, r.percent, r.increase, r.rounding, r.valid_from, r.reason,
      case when r.canceled_at is not null then 'undone' when r.valid_from <= ${actor.today}::date then 'in_effect'
        else 'scheduled' end as state,
      jsonb_array_length(${announcedRows}) as items,
      ${personJson('r.created_by')} as created_by, r.created_at, ${personJson('r.canceled_by')} as canceled_by, r.canceled_at
      ${more}
    from price_rises r ${id === undefined ? sql`` : sql`where r.id = ${id}`} order by r.id desc`.execute(db);
  return rows;
}

export const listRises = (read: Read): Promise<PriceRise[]> => readRises(read);

type RiseWithPlans = PriceRise & { rows: TitledRiseRow[]; plans: number[] };

/** A rise with the plans whose price it raises. Undefined when there is no such rise. */
export async function findRiseWithPlans(read: Read, id: number): Promise<RiseWithPlans | undefined> {
  const [rise] = await readRises<PriceRise & { rows: TitledRiseRow[] }>(read, id, sql`, ${announcedRows} as rows`);
  return rise && { ...rise, plans: rise.rows.filter(({ kind }) => kind === 'plan').map((row) => row.id) };
}

/** The items of a rise whose price was set again for the same day. */
async function listOverwritten({ db }: Read, id: number) {
  const { rows } = await sql<{ kind: string; item_id: number }>`
    select p.kind, p.item_id from prices p
    where p.rise_id = ${id} and p.user_id is null and exists (
      select from prices later where (later.kind, later.item_id, later.valid_from) = (p.kind, p.item_id, p.valid_from)
        and later.user_id is null and later.id > p.id)`.execute(db);
  return rows;
}

/** Undefined when there is no such rise. */
export async function findRise(read: Read, id: number): Promise<PriceRiseDetail | undefined> {
  const riseWithPlans = await findRiseWithPlans(read, id);
  if (!riseWithPlans) return undefined;
  const { plans: _, rows, ...rise } = riseWithPlans;
  const overwritten = await listOverwritten(read, id);
  const isOverwritten = (row: RiseRow) =>
    overwritten.some(({ kind, item_id }) => kind === row.kind && item_id === row.id);
  return {
    ...rise,
    rows: rows.map((row) => ({ ...row, overwritten: isOverwritten(row) })),
    kept: await listPromisedPrices(read, riseWithPlans),
    ...(await readNotices(read, riseWithPlans)),
  };
}

/** Locks the items until the end of the transaction, in the order of their ids, which avoids deadlocks. */
async function lockItems(db: Db, rows: RiseRow[]): Promise<void> {
  for (const { kind, table } of pricedTables) {
    const ids = rows.filter((row) => row.kind === kind).map(({ id }) => id);
    if (ids.length > 0)
      await sql`select 1 from ${sql.table(table)} where id = any(${ids}::int[]) order by id for no key update`.execute(
        db,
      );
  }
}

type CheckedRow = TitledRiseRow & { scheduled: boolean; same: boolean };

/** The rows with their names; refused unless each price on that day is the one that the person saw. */
async function checkRows(db: Db, { rows, valid_from }: PriceRiseInput, today: DateText): Promise<TitledRiseRow[]> {
  const { rows: checkedRows } = await sql<CheckedRow>`
    select i.kind, i.id, i.title, row.before, row.after, ${listPriceOn(valid_from)} = row.before as same,
      exists (select from prices p where p.kind = i.kind and p.item_id = i.id and p.user_id is null
              and p.valid_from = ${valid_from}::date) as scheduled
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (kind text, id integer, before numeric, after numeric))
        with ordinality as row (kind, id, before, after, number)
      join ${pricedItems} i on i.kind = row.kind and i.id = row.id
    order by row.number`.execute(db);
  if (checkedRows.length < rows.length)
    throw new Refusal('Uno de los precios ya no existe. Revisa la tabla.', 'not-found');
  // Today's price may be overwritten, since the last change counts; an announced one may not.
  const scheduledRow = valid_from > today ? checkedRows.find(({ scheduled }) => scheduled) : undefined;
  if (scheduledRow)
    throw new Refusal(`${scheduledRow.title} ya tiene un precio programado para el ${formatDate(valid_from)}.`);
  const changedRow = checkedRows.find(({ same }) => !same);
  if (changedRow) throw staleValue(`El precio de ${changedRow.title} cambió. Revisa la tabla.`);
  return checkedRows.map(({ kind, id, title, before, after }) => ({ kind, id, title, before, after }));
}

async function lockClients({ db, actor }: Write, ids: number[]): Promise<void> {
  const { rows } = await sql`
    select 1 from users u where u.id = any(${ids}::int[]) and ${visibleUsers(actor)} order by u.id for key share`.execute(
    db,
  );
  if (rows.length < ids.length) throw new Refusal('Uno de los clientes ya no existe.', 'not-found');
}

export async function createRise(write: Write, input: PriceRiseInput): Promise<PriceRiseDetail> {
  const { db, actor } = write;
  const { percent = null, increase = null, rounding, valid_from, reason, keep } = input;
  if (keep) await lockClients(write, keep.user_ids);
  await lockPrices(db);
  const today = await readCurrentDay(db, actor.today);
  const problem = riseDayProblem(valid_from, today);
  if (problem) throw new Refusal(problem);
  await lockItems(db, input.rows);
  const rows = await checkRows(db, input, today);
  const { rows: insertedRises } = await sql<{ id: number }>`
    insert into price_rises (percent, increase, rounding, valid_from, reason, created_by)
    values (${percent}, ${increase}, ${rounding}, ${valid_from}, ${reason ?? ''}, ${actor.id}) returning id`.execute(
    db,
  );
  const { id } = insertedRises[0]!;
  await sql`
    insert into prices (kind, item_id, valid_from, before, amount, rise_id, created_by)
    select kind, id, ${valid_from}::date, before, after, ${id}, ${actor.id}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (kind text, id integer, before numeric, after numeric)`.execute(
    db,
  );
  if (keep)
    await promisePrices(write, { rise: id, valid_from, plans: rows.filter(({ kind }) => kind === 'plan'), ...keep });
  if (valid_from <= today) await copyDuePrices(db, today);
  await recordEvent(write, { entity: 'price-rise', entityId: id, action: 'create', data: { rows, keep } });
  return (await findRise({ db, actor: { ...actor, today } }, id))!;
}

/** Undefined when there is no such rise. */
export async function undoRise(write: Write, id: number): Promise<PriceRiseDetail | undefined> {
  const { db, actor } = write;
  await lockPrices(db);
  const today = await readCurrentDay(db, actor.today);
  const reading = { db, actor: { ...actor, today } };
  const [rise] = await readRises(reading, id);
  if (!rise) return undefined;
  if (rise.state === 'undone') throw new Refusal('Este aumento ya está deshecho.');
  if (rise.state === 'in_effect')
    throw new Refusal(`Este aumento ya rige desde el ${formatDate(rise.valid_from)}. Programa otro cambio.`);
  // Marked before the prices go: an item restored at this moment brings its price, or finds the rise undone.
  await sql`
    update price_rises set canceled_at = clock_timestamp(), canceled_by = ${actor.id} where id = ${id}`.execute(db);
  await sql`delete from prices where rise_id = ${id}`.execute(db);
  await recordEvent(write, { entity: 'price-rise', entityId: id, action: 'undo' });
  return findRise(reading, id);
}
