import type { ByMethod, LedgerRow } from '@pulso/contract/billing/ledger';
import { paymentMethods } from '@pulso/contract/billing/payments.labels';
import type { Till, TillClose, TillCloseDetail, TillCloseInput } from '@pulso/contract/billing/till';
import { formatMoney } from '@pulso/contract/kit/money';
import { sql, type RawBuilder } from 'kysely';
import { recordEvent } from '#db/writes/events';
import { Refusal, staleValue } from '#db/writes/refusal';
import { inSnapshot } from '#db/writes/transaction';
import type { Read, Write } from '#db/writes/write';
import { claimPayments, readLedger } from '#features/billing/ledger/ledger.queries';

// Arbitrary, but the same on every node.
const TILL_LOCK = 7_285_011;
const MAX_SHOWN_ROWS = 200;

const ZERO_BY_METHOD: ByMethod = { efectivo: 0, tarjeta: 0, transferencia: 0, mercadopago: 0 };
/** Only cash is kept from one till to the next. */
const cashOnly = (efectivo: number): ByMethod => ({ ...ZERO_BY_METHOD, efectivo });

const CLOSE_FIELDS = sql`
  c.id, (select closed_at from till_closes o where o.id < c.id order by o.id desc limit 1) as opened_at, c.closed_at,
  (select json_build_object('id', id, 'name', name) from users where id = c.closed_by) as closed_by,
  c.opening, c.expected, c.counted, c.left_over as left, c.note, c.rows as rows_total,
  (select coalesce(jsonb_object_agg(key, value::numeric - (c.expected ->> key)::numeric), '{}')
   from jsonb_each_text(c.counted)) as differences`;

type StoredClose = Omit<TillClose, 'opening'> & { opening: number };

async function readCloses({ db }: Read, tail: RawBuilder<unknown>): Promise<TillClose[]> {
  const { rows } = await sql<StoredClose>`select ${CLOSE_FIELDS} from till_closes c ${tail}`.execute(db);
  return rows.map((close) => ({ ...close, opening: cashOnly(close.opening) }));
}

type MethodFlow = { payment_method: keyof ByMethod; came: number; went: number; net: number; rows: number };

/** Money in and out since the last close. PostgreSQL adds `opening`, so that cents stay exact. */
async function readOpenTill({ db }: Read, opening: number) {
  const { rows } = await sql<MethodFlow>`
    select m.method as payment_method, coalesce(sum(amount) filter (where amount > 0), 0) as came,
      coalesce(-sum(amount) filter (where amount < 0), 0) as went,
      coalesce(sum(amount), 0) + case m.method when 'efectivo' then ${opening}::numeric else 0 end as net,
      count(y.amount)::int as rows
    from unnest(${[...paymentMethods]}::text[]) as m (method)
      left join payments y on y.payment_method = m.method and y.close_id is null and y.status = 'completed'
    group by m.method`.execute(db);
  const figure = (name: 'came' | 'went' | 'net') => ({
    ...ZERO_BY_METHOD,
    ...Object.fromEntries(rows.map((flow) => [flow.payment_method, flow[name]])),
  });
  return {
    in: figure('came'),
    out: figure('went'),
    expected: figure('net'),
    rows_total: rows.reduce((sum, flow) => sum + flow.rows, 0),
  };
}

const findLastClose = async (read: Read) =>
  (await readCloses(read, sql`where c.closed_at is not null order by c.id desc limit 1`))[0];

const readRows = (read: Read, condition: RawBuilder<unknown>): Promise<LedgerRow[]> =>
  readLedger(read, sql`where ${condition} order by y.id desc limit ${MAX_SHOWN_ROWS}`);

/** Null before the till was first opened. */
export function readTill({ db, actor }: Read): Promise<Till> {
  return inSnapshot(db, async (transaction) => {
    const snapshot = { db: transaction, actor };
    const last = await findLastClose(snapshot);
    if (!last) return null;
    return {
      since: last.closed_at,
      opening: cashOnly(last.left),
      ...(await readOpenTill(snapshot, last.left)),
      rows: await readRows(snapshot, sql`y.close_id is null and y.status = 'completed'`),
      last_close: last.id === 0 ? null : last,
    };
  });
}

async function lockTill({ db }: Write): Promise<void> {
  await sql`select pg_advisory_xact_lock(${TILL_LOCK})`.execute(db);
}

/** Opens the till; payments recorded before belong to close number 0. */
export async function openTill(write: Write, opening: number): Promise<Till> {
  const { db, actor } = write;
  await lockTill(write);
  if (await findLastClose(write)) throw new Refusal('La caja ya está abierta');
  await sql`
    update till_closes set closed_at = clock_timestamp(), closed_by = ${actor.id}, left_over = ${opening}::numeric
    where id = 0`.execute(db);
  await recordEvent(write, { entity: 'till', entityId: 0, action: 'open', data: { opening } });
  const last = (await findLastClose(write))!;
  return {
    since: last.closed_at,
    opening: cashOnly(opening),
    ...(await readOpenTill(write, opening)),
    rows: [],
    last_close: null,
  };
}

const expectedChanged = (expected: number) =>
  staleValue(
    `Entraron movimientos mientras contabas: ahora se esperan ${formatMoney(expected)}. Revisa y cierra otra vez.`,
  );

/** Claims every unclaimed payment: one that commits a second later belongs to the next close. */
export async function closeTill(write: Write, input: TillCloseInput): Promise<TillClose> {
  const { db, actor } = write;
  await lockTill(write);
  const last = await findLastClose(write);
  if (!last) throw new Refusal('La caja todavía no está abierta');
  const { rows } = await sql<{ id: number }>`
    insert into till_closes (closed_at, closed_by, opening, counted, left_over, note)
    values (clock_timestamp(), ${actor.id}, ${last.left}::numeric, ${JSON.stringify(input.counted)}::jsonb,
      ${input.left}::numeric, ${input.note ?? ''})
    returning id`.execute(db);
  const { id } = rows[0]!;
  const claimed = await claimPayments(write, id);
  const { rows: updatedCloses } = await sql<{ expected: ByMethod }>`
    update till_closes set rows = ${claimed.reduce((sum, flow) => sum + flow.rows, 0)}, expected = (
      select json_object_agg(m.method, coalesce(c.amount, 0) + case m.method when 'efectivo' then opening else 0 end)
      from unnest(${[...paymentMethods]}::text[]) as m (method)
        left join json_to_recordset(${JSON.stringify(claimed)}::json) as c (payment_method text, amount numeric)
          on c.payment_method = m.method)
    where id = ${id} returning expected`.execute(db);
  const { expected } = updatedCloses[0]!;
  if (paymentMethods.some((method) => expected[method] !== input.expected[method]))
    throw expectedChanged(expected.efectivo);
  await recordEvent(write, { entity: 'till', entityId: id, action: 'close' });
  return (await readCloses(write, sql`where c.id = ${id}`))[0]!;
}

export async function listCloses(read: Read, { page, limit }: { page: number; limit: number }) {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from till_closes where id > 0`.execute(read.db);
  const data = await readCloses(
    read,
    sql`where c.id > 0 order by c.id desc limit ${limit} offset ${(page - 1) * limit}`,
  );
  return { success: true, data, meta: { total: rows[0]!.total, page, limit } };
}

/** Undefined when there is no such close. */
export async function findClose(read: Read, id: number): Promise<TillCloseDetail | undefined> {
  const [close] = await readCloses(read, sql`where c.id = ${id} and c.id > 0`);
  if (!close) return undefined;
  return { ...close, rows: await readLedger(read, sql`where y.close_id = ${id} order by y.id`) };
}
