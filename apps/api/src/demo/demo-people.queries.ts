import type { DateText } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { demoTillOpening, openDemoTill, writeMoney } from '#demo/demo-money.queries';
import { recordsetOf } from '#demo/demo.queries';
import type { DemoBusiness } from '#demo/demo-types';

/** All people share the hash of a random password that is kept nowhere. */
export async function writePeople(
  transaction: Db,
  people: DemoBusiness,
  { passwordHash, today }: { passwordHash: string; today: DateText },
): Promise<void> {
  await openDemoTill(transaction, today);
  await sql`
    insert into users (name, gender, username, phone, role, status, password_hash, email, profile_image, notes,
      birth_date, age, height, weight, "suscriptionId", suscription_status, suscription_init, suscription_end,
      created_at, updated_at)
    select name, gender, username, phone, role, r.status, ${passwordHash}, email, picture, notes, birth_date, age,
      height, weight, p.id, suscription_status, suscription_init, suscription_end, r.created_at, r.created_at
    from ${recordsetOf(people.users)} as r (name text, gender text, username text, phone text, role text, status boolean,
      email text, picture text, notes text, birth_date date, age int, height numeric, weight numeric, plan text,
      suscription_status boolean, suscription_init date, suscription_end date, created_at timestamptz)
    left join plans p on p.title = r.plan
    order by r.created_at, username`.execute(transaction);
  await sql`
    insert into user_subscriptions (user_id, subscription_id, start_date, end_date, anchor_day, status, payment_amount,
      price, payment_method, transaction_id, notes, created_at)
    select u.id, p.id, start_date, end_date, extract(day from start_date), r.status, payment_amount,
      payment_amount + owed, payment_method, transaction_id, r.notes, r.created_at
    from ${recordsetOf(people.history)} as r (username text, plan text, start_date date, end_date date, status text,
      payment_amount numeric, owed numeric, payment_method text, transaction_id text, notes text, created_at timestamptz)
    join users u on u.username = r.username
    join plans p on p.title = r.plan
    order by r.created_at, r.start_date`.execute(transaction);
  await sql`
    insert into user_packages (user_id, package_id, start_date, end_date, status, created_at)
    select u.id, p.id, start_date, end_date, r.status, r.created_at
    from ${recordsetOf(people.packages)} as r (username text, package text, start_date date, end_date date, status boolean,
      created_at timestamptz)
    join users u on u.username = r.username
    join packages p on p.title = r.package
    order by r.created_at`.execute(transaction);
  await sql`
    insert into payments (user_id, type, item_id, amount, payment_method, status, transaction_id, payment_url,
      concept, period_id, recorded_by, close_id, created_at)
    select u.id, type, coalesce(s.id, p.id, o.id, 0), r.amount, r.payment_method, r.status, r.transaction_id, payment_url,
      coalesce(r.item, ''), h.id, (select id from users where role = 'ADMIN' order by id limit 1),
      case when r.status = 'completed' and r.created_at <= ${demoTillOpening(today)} then 0 end, r.created_at
    from ${recordsetOf(people.payments)} as r (username text, type text, item text, amount numeric, payment_method text,
      status text, transaction_id text, payment_url text, created_at timestamptz)
    join users u on u.username = r.username
    left join plans s on r.type = 'subscription' and s.title = r.item
    left join packages p on r.type = 'package' and p.title = r.item
    left join products o on r.type = 'product' and o.title = r.item
    left join user_subscriptions h on h.user_id = u.id and h.subscription_id = s.id and h.created_at = r.created_at
    order by r.created_at`.execute(transaction);
  await writeMoney(transaction, today);
  // In turns, and every fifth client is nobody's yet.
  await sql`
    with trainers as (
      select id, row_number() over (order by id) as place, count(*) over () as several from users where role = 'TRAINER' and status),
    clients as (select id, row_number() over (order by id) as place from users where role = 'CLIENT')
    update users u set trainer_id = t.id from clients c join trainers t on t.place = 1 + c.place % t.several
    where u.id = c.id and c.place % 5 > 0`.execute(transaction);
}
