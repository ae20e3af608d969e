import { addDays, BUSINESS_ZONE, type DateText } from '@pulso/contract/kit/dates';
import { sql, type RawBuilder } from 'kysely';
import { storeDeletedWithParts } from '#db/stores/deleted-rows';
import type { Db } from '#db/schema/database';

/** Fills the audit with the demonstration's past up to some days ago, and the trash with what was deleted since. */

const TOLD_UNTIL_DAYS_AGO = 4;

const authorId = sql`(select id from users where role = 'ADMIN' order by id limit 1)`;
const instantAt = (day: DateText, time: string) => sql`(${`${day} ${time}`}::timestamp at time zone ${BUSINESS_ZONE})`;

/** An event of each kind as its trigger or its call leaves it; what belongs to one sale is one act. */
const past = (today: DateText) => sql`
  with sales as materialized (
    select id, user_id, created_at as at, gen_random_uuid() as act from user_subscriptions where kind = 'plan' and continues_id is null),
  told (act, at, actor_id, entity, entity_id, user_id, action, changes, data) as (
    select gen_random_uuid(), created_at, ${authorId}, 'user', id, id, 'added',
      jsonb_build_object('name', jsonb_build_array(null, name), 'phone', jsonb_build_array(null, phone),
        'username', jsonb_build_array(null, username), 'role', jsonb_build_array(null, role)),
      jsonb_build_object('name', name)
    from users where role <> 'ADMIN'
    union all
    select s.act, s.at, ${authorId}, 'period', h.id, h.user_id, 'added',
      jsonb_build_object('subscription_id', jsonb_build_array(null, h.subscription_id),
        'start_date', jsonb_build_array(null, h.start_date), 'end_date', jsonb_build_array(null, h.end_date),
        'payment_amount', jsonb_build_array(null, h.payment_amount)), null
    from sales s join user_subscriptions h on h.id = s.id
    union all
    select s.act, s.at, ${authorId}, 'user', u.id, u.id, 'changed',
      jsonb_build_object('suscription_end', jsonb_build_array(before.end_date, h.end_date)), jsonb_build_object('name', u.name)
    from sales s join user_subscriptions h on h.id = s.id join users u on u.id = h.user_id
      left join lateral (
        select max(end_date) as end_date from user_subscriptions o
        where o.user_id = u.id and o.kind = 'plan' and o.created_at < h.created_at) before on true
    union all
    select coalesce(s.act, gen_random_uuid()), coalesce(s.at, p.created_at), ${authorId}, 'payment', p.id, p.user_id, 'added',
      jsonb_build_object('amount', jsonb_build_array(null, p.amount), 'payment_method', jsonb_build_array(null, p.payment_method)), null
    from payments p left join sales s on s.id = p.period_id where p.claim is null
    union all
    select s.act, s.at, ${authorId}, 'period', s.id, s.user_id, 'activate', null, null from sales s
    union all
    select act, at, null, 'plan', plan_id, null, 'changed',
      jsonb_build_object('amount', jsonb_build_array(before, amount)), jsonb_build_object('name', title, 'by', 'prices')
    from (
      select r.id, gen_random_uuid() as act, r.valid_from::timestamp at time zone ${BUSINESS_ZONE} as at
      from price_rises r where r.valid_from <= ${today}::date) rise
    join lateral (
      select p.id as plan_id, p.title, c.before, c.amount from prices c join plans p on p.id = c.plan_id where c.rise_id = rise.id) step on true)
  insert into events (act, at, actor_id, entity, entity_id, user_id, action, changes, data)
  select * from told where at < ${instantAt(addDays(today, -TOLD_UNTIL_DAYS_AGO), '00:00')} order by at, act`;

/** Something that was there until somebody deleted it. */
async function removeOne(
  db: Db,
  table: 'products' | 'exercises',
  entity: string,
  made: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
) {
  const { rows } = await sql<{ id: number; act: string }>`
    with made as (${made} returning id, title)
    insert into events (act, at, actor_id, entity, entity_id, action, data)
    select gen_random_uuid(), ${at}, ${authorId}, ${entity}, id, 'removed', jsonb_build_object('name', title) from made
    returning entity_id as id, act`.execute(db);
  const { id, act } = rows[0]!;
  if (table === 'exercises')
    await sql`
      insert into exercise_sets (exercise_id, set_number, reps, weight, rest_seconds)
      select ${id}, n, 12, 15, 90 from generate_series(1, 3) n`.execute(db);
  await storeDeletedWithParts(db, table, id);
  await sql`
    update deleted_rows set act = ${act}, deleted_at = ${at} where table_name = ${table} and row_id = ${id}`.execute(
    db,
  );
  await sql`delete from ${sql.table(table)} where id = ${id}`.execute(db);
}

/** Runs once people, sales and prices are written. */
export async function writeHistory(db: Db, today: DateText): Promise<void> {
  await past(today).execute(db);
  await removeOne(
    db,
    'products',
    'product',
    sql`
      insert into products (title, affiliate_link, price, category_id, description)
      select 'Remera de la temporada pasada', 'https://tienda.example.com/remera', 9800, min(id), 'Quedaban dos talles.'
      from product_categories`,
    instantAt(addDays(today, -4), '11:20'),
  );
  await removeOne(
    db,
    'exercises',
    'exercise',
    sql`
      insert into exercises (title, description, body_part_id)
      select 'Vuelos laterales con banda', 'De pie, sube los brazos hasta la altura de los hombros.', min(id) from body_parts`,
    instantAt(addDays(today, -3), '16:45'),
  );
}
