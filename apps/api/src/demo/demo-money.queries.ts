import { addDays, BUSINESS_ZONE, type DateText } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { writeHistory } from '#demo/demo-history.queries';

/** The demonstration's money besides client payments: price rises, tills, expenses, debts, collection messages and pauses. */

const TILL_OPENED_DAYS_AGO = 12;
const OPENING_FUND = 20_000;
const MISSING_CHANGE = 500;

const authorId = sql`(select id from users where role = 'ADMIN' order by id limit 1)`;
const instantAt = (day: DateText, time: string) => sql`(${`${day} ${time}`}::timestamp at time zone ${BUSINESS_ZONE})`;

/** Runs before any payment is written: earlier payments belong to the time before the till. */
export async function openDemoTill(db: Db, today: DateText): Promise<void> {
  await sql`
    update business set name = 'Pulso Entrenamiento', alias = 'pulso.entrena.mp', cuit = '30-71234567-8',
      address = 'Av. Corrientes 1234, CABA', phone = '1123456789', area_code = '11',
      receipt_footer = 'Gracias por entrenar con nosotros.', measures = '{waist}', price_settled_on = ${today}`.execute(
    db,
  );
  await sql`
    update till_closes set closed_at = ${instantAt(addDays(today, -TILL_OPENED_DAYS_AGO), '08:00')}, closed_by = ${authorId},
      left_over = ${OPENING_FUND} where id = 0`.execute(db);
}

/** The moment up to which a payment belongs to the time before the till. */
export const demoTillOpening = (today: DateText) => instantAt(addDays(today, -TILL_OPENED_DAYS_AGO), '08:00');

const EXPENSES: [daysAgo: number, amount: number, method: string, category: string, concept: string][] = [
  [64, 420_000, 'transferencia', 'Alquiler', 'Alquiler del salón'],
  [61, 310_000, 'transferencia', 'Sueldos', 'Sueldo de la recepción'],
  [40, 38_500, 'efectivo', 'Insumos', 'Toallas y productos de limpieza'],
  [34, 420_000, 'transferencia', 'Alquiler', 'Alquiler del salón'],
  [31, 310_000, 'transferencia', 'Sueldos', 'Sueldo de la recepción'],
  [20, 64_200, 'mercadopago', 'Servicios', 'Luz e internet'],
  [9, 15_000, 'efectivo', 'Servicios', 'Limpieza'],
  [6, 9_800, 'efectivo', 'Insumos', 'Agua para el dispenser'],
  [2, 15_000, 'efectivo', 'Servicios', 'Limpieza'],
];

async function writeExpenses(db: Db, today: DateText) {
  for (const [daysAgo, amount, method, category, concept] of EXPENSES) {
    const day = addDays(today, -daysAgo);
    await sql`
      insert into payments (kind, type, item_id, amount, payment_method, status, category, concept, paid_on, created_at,
        close_id, recorded_by)
      values ('expense', 'other', 0, ${-amount}, ${method}, 'completed', ${category}, ${concept}, ${day},
        ${instantAt(day, '13:30')}, ${daysAgo >= TILL_OPENED_DAYS_AGO ? 0 : null}, ${authorId})`.execute(db);
  }
}

/** Closes the till every evening until yesterday, except Sundays; once a bill of change was missing. */
async function closeTills(db: Db, today: DateText) {
  let left = OPENING_FUND;
  for (let daysAgo = TILL_OPENED_DAYS_AGO; daysAgo > 0; daysAgo -= 1) {
    const day = addDays(today, -daysAgo);
    if (new Date(`${day}T12:00:00Z`).getUTCDay() === 0) continue;
    const missing = daysAgo === 5 ? MISSING_CHANGE : 0;
    const { rows } = await sql<{ id: number }>`
      insert into till_closes (closed_at, closed_by, opening, note)
      values (${instantAt(day, '21:30')}, ${authorId}, ${left}, ${missing ? 'Faltó un vuelto de la mañana' : ''})
      returning id`.execute(db);
    const { id } = rows[0]!;
    await sql`
      update payments set close_id = ${id}
      where close_id is null and status = 'completed' and created_at <= ${instantAt(day, '21:30')}`.execute(db);
    const { rows: updatedCloses } = await sql<{ left: number }>`
      update till_closes c set rows = found.rows, expected = found.expected, left_over = least(${OPENING_FUND}, found.cash),
        counted = jsonb_build_object('efectivo', found.cash)
      from (
        select count(y.id) as rows, greatest(0, ${left} + coalesce(sum(y.amount) filter (where y.payment_method = 'efectivo'), 0)
            - ${missing}) as cash,
          jsonb_build_object(
            'efectivo', ${left} + coalesce(sum(y.amount) filter (where y.payment_method = 'efectivo'), 0),
            'tarjeta', coalesce(sum(y.amount) filter (where y.payment_method = 'tarjeta'), 0),
            'transferencia', coalesce(sum(y.amount) filter (where y.payment_method = 'transferencia'), 0),
            'mercadopago', coalesce(sum(y.amount) filter (where y.payment_method = 'mercadopago'), 0)) as expected
        from payments y where y.close_id = ${id}
      ) found
      where c.id = ${id} returning c.left_over as left`.execute(db);
    ({ left } = updatedCloses[0]!);
  }
}

/** Debts: some clients paid less than the price, others took a product without paying. */
async function writeDebts(db: Db, today: DateText) {
  await sql`
    insert into debts (user_id, type, item_id, period_id, amount, owed, created_by, created_at)
    select h.user_id, 'subscription', h.subscription_id, h.id, h.price - h.payment_amount, h.price - h.payment_amount,
      ${authorId}, h.created_at
    from user_subscriptions h where h.price > h.payment_amount`.execute(db);
  await sql`
    insert into debts (user_id, type, item_id, amount, owed, note, due_on, created_by, created_at)
    select u.id, 'other', 0, amount, amount, note, ${addDays(today, 10)}, ${authorId}, ${instantAt(addDays(today, -4), '19:10')}
    from (select id, row_number() over (order by id) - 20 as nth from users
          where role = 'CLIENT' and status and suscription_status and suscription_end > ${today} order by id offset 20 limit 3) u
    join (values (1, 12500, 'Remera'), (2, 8900.50, 'Barras de proteína'), (3, 6000, 'Clase suelta')) as owed (nth, amount, note)
      using (nth)`.execute(db);
}

/** Plans rose by a tenth every four months; the next rise is announced for the first of next month. */
async function writePrices(db: Db, today: DateText) {
  await sql`
    with rises as (
      insert into price_rises (percent, rounding, valid_from, reason, created_by, created_at)
      select 11.12, 100, day, 'Aumento de costos', ${authorId}, (day - 12)::timestamp at time zone ${BUSINESS_ZONE}
      from unnest(array[${addDays(today, -244)}, ${addDays(today, -122)}]::date[]) day
      returning id, valid_from
    ), steps as (
      select id, valid_from, row_number() over (order by valid_from desc) as back from rises
    )
    insert into prices (kind, item_id, valid_from, before, amount, rise_id, created_by, created_at)
    select 'plan', p.id, s.valid_from, round(p.amount * power(0.9, s.back), -2), round(p.amount * power(0.9, s.back - 1), -2),
      s.id, ${authorId}, (s.valid_from - 12)::timestamp at time zone ${BUSINESS_ZONE}
    from plans p cross join steps s`.execute(db);
  await sql`
    update prices set valid_from = ${addDays(today, -500)}, created_at = ${instantAt(addDays(today, -500), '10:00')},
      created_by = ${authorId},
      amount = case when kind = 'plan' then round(amount * 0.81, -2) else amount end
    where rise_id is null`.execute(db);
  await sql`
    with rise as (
      insert into price_rises (percent, rounding, valid_from, reason, created_by)
      values (8, 100, (date_trunc('month', ${today}::date) + interval '1 month')::date, 'Actualización mensual', ${authorId})
      returning id, valid_from)
    insert into prices (kind, item_id, valid_from, before, amount, rise_id, created_by)
    select 'plan', p.id, rise.valid_from, p.amount, ceil(p.amount * 1.08 / 100) * 100, rise.id, ${authorId}
    from plans p cross join rise where p.status`.execute(db);
}

/** Clients whose plan ended this recently alternate between a message and a promise, so that few make some of each. */
export const RECENTLY_ENDED_DAYS = 60;

/** Messages to clients whose plan has ended, and their promises to pay; the oldest first, as events are. */
async function writeContacts(db: Db, today: DateText) {
  const due = sql`
    select u.id, u.name, p.title, u.suscription_end, row_number() over (order by u.suscription_end desc, u.id) as nth
    from users u join plans p on p.id = u."suscriptionId"
    where u.role = 'CLIENT' and u.status and u.suscription_status and u.deleted_at is null
      and u.suscription_end between ${addDays(today, -RECENTLY_ENDED_DAYS)}::date and ${addDays(today, -1)}::date`;
  const text = sql`
    'Hola ' || split_part(name, ' ', 1) || ', tu plan ' || title || ' venció el ' || to_char(suscription_end, 'DD/MM/YYYY') || '.'`;
  await sql`
    with promised as (
      insert into events (act, at, actor_id, entity, entity_id, user_id, action, data)
      select gen_random_uuid(), ${instantAt(addDays(today, -2), '18:00')}, ${authorId}, 'client', id, id, 'promise',
        jsonb_build_object('on', (${today}::date + (nth / 2 - 3)::int)::text, 'amount', null)
      from (${due}) due where nth % 2 = 0 and nth <= 10
      returning user_id, (data ->> 'on')::date as on_day)
    insert into client_accounts as a (user_id, promised_on)
    select user_id, on_day from promised
    on conflict (user_id) do update set promised_on = excluded.promised_on`.execute(db);
  await sql`
    with written as (
      insert into events (act, at, actor_id, entity, entity_id, user_id, action, data)
      select gen_random_uuid(), ${instantAt(addDays(today, -1), '18:20')} + nth * interval '3 minutes', ${authorId}, 'client', id, id,
        'contact', jsonb_build_object('channel', 'whatsapp', 'template_id', 3, 'text', ${text})
      from (${due}) due where nth % 2 = 1 and nth <= 11
      returning id, user_id, at, actor_id)
    insert into client_accounts as a (user_id, contact_id, contacted_at, contacted_by)
    select user_id, id, at, actor_id from written
    on conflict (user_id) do update
    set contact_id = excluded.contact_id, contacted_at = excluded.contacted_at, contacted_by = excluded.contacted_by`.execute(
    db,
  );
}

/** Transfers that two clients told in their app: one whose plan has just ended, and one who owes for something. */
async function writeClaims(db: Db, today: DateText) {
  const yesterday = addDays(today, -1);
  await sql`
    insert into payments (user_id, type, item_id, amount, payment_method, status, transaction_id, concept, claim, claimed_on, debt_id,
      created_at, recorded_by)
    select user_id, type, item_id, amount, 'transferencia', 'pending', number, 'Transferencia avisada por el cliente', claim,
      ${yesterday}, debt_id, ${instantAt(yesterday, '20:10')} + at, user_id
    from (
      (select u.id as user_id, 'subscription' as type, p.id as item_id, p.amount, 'MP-40277193' as number, 'renewal' as claim,
         null::integer as debt_id, interval '0' as at
       from users u join plans p on p.id = u."suscriptionId" and p.status
       where u.role = 'CLIENT' and u.status and u.suscription_status and u.deleted_at is null and u.suscription_end < ${today}
         and not exists (select from payments y where y.user_id = u.id and y.status in ('pending', 'processing'))
       order by u.suscription_end desc, u.id limit 1)
      union all
      (select d.user_id, d.type, d.item_id, d.owed, null, 'debt', d.id, interval '25 minutes' from debts d
       join users u on u.id = d.user_id
       where u.status and u.deleted_at is null and d.closed_on is null order by d.id limit 1)
    ) told`.execute(db);
}

/** Some clients who are away, each for another time: their paid days wait. */
async function writePauses(db: Db, today: DateText) {
  const paused = sql`
    select h.id, h.user_id, h.subscription_id, h.payment_method, h.end_date, ${addDays(today, -4)}::date as first_day,
      ${today}::date + 5 * row_number() over (order by u.id)::int as return_day
    from users u join user_subscriptions h on h.user_id = u.id and h.status = 'active' and h.end_date = u.suscription_end
    where u.role = 'CLIENT' and u.status and u.suscription_status and h.start_date < ${addDays(today, -8)}
      and h.end_date > ${addDays(today, 8)} order by u.id limit 3`;
  await sql`
    with paused as materialized (${paused}),
    cut as (
      update user_subscriptions h set closed_on = first_day from paused where paused.id = h.id),
    pauses as (
      insert into user_subscriptions (user_id, subscription_id, kind, start_date, end_date, continues_id, notes, created_by, created_at)
      select user_id, subscription_id, 'pause', first_day, return_day, id, 'Se va de vacaciones', ${authorId},
        ${instantAt(addDays(today, -4), '09:40')}
      from paused),
    rest as (
      insert into user_subscriptions (user_id, subscription_id, start_date, end_date, anchor_day, payment_amount, payment_method,
        continues_id, created_by, created_at)
      select user_id, subscription_id, return_day, end_date + (return_day - first_day),
        extract(day from end_date + (return_day - first_day)), 0, payment_method, id, ${authorId},
        ${instantAt(addDays(today, -4), '09:40')}
      from paused)
    update users u set suscription_end = end_date + (return_day - first_day) from paused where paused.user_id = u.id`.execute(
    db,
  );
}

/** Invented, of the last two years up to the month before the last: the newest is for the owner to type. */
const INFLATION = [
  2.4, 2.7, 2.2, 2.4, 3.7, 2.8, 1.5, 1.6, 1.9, 1.9, 2.1, 2.3, 2.5, 2.8, 2.9, 2.4, 2.1, 1.8, 1.9, 2.0, 1.7, 1.9, 2.2,
];

async function writeIpc(db: Db, today: DateText) {
  await sql`
    insert into ipc (month, percent, source)
    select (date_trunc('month', ${today}::date) - make_interval(months => ${INFLATION.length}::int + 2 - nth::int))::date, percent, 'typed'
    from unnest(${INFLATION}::numeric[]) with ordinality as inflation (percent, nth)`.execute(db);
}

/** Runs after the people are written, in the same transaction. */
export async function writeMoney(db: Db, today: DateText): Promise<void> {
  await writeExpenses(db, today);
  await closeTills(db, today);
  await writeDebts(db, today);
  await writePrices(db, today);
  await writePauses(db, today);
  // Before what was done since, because the ids of events grow with time.
  await writeHistory(db, today);
  await writeContacts(db, today);
  await writeClaims(db, today);
  await writeIpc(db, today);
}
