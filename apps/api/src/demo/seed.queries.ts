import { BUSINESS_ZONE, type DateText } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { isNotDeleted } from '#db/writes/visible-users';
import { toPlainLetters } from '#demo/people';
import { menNames, clientNotes, phonePrefixes, surnames, womenNames } from '#demo/people.data';

export type SeedCounts = { users: number; history: number; packages: number; payments: number };

/** False also for a database that was never migrated. */
export async function hasPlans(db: Db): Promise<boolean> {
  const tables = await sql<{ found: boolean }>`select to_regclass('plans') is not null as found`.execute(db);
  if (!tables.rows[0]!.found) return false;
  const { rows } = await sql<{ found: boolean }>`select exists (select from plans where status) as found`.execute(db);
  return rows[0]!.found;
}

/** One after the highest number of a seeded user, so that usernames do not repeat between runs. */
export async function nextUserNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ next: number }>`select coalesce(max(id), 0) + 1 as next from users`.execute(db);
  return rows[0]!.next;
}

type Batch = { first: number; count: number; today: DateText; passwordHash: string };

/** Tables that the seed adds to, and those that their triggers add to. */
export const SEEDED_TABLES = [
  'users',
  'user_subscriptions',
  'client_milestones',
  'user_packages',
  'payments',
  'client_accounts',
];

/** Runs the work, and then writes the milestones of users from a number on: once for all takes less than batch by batch. */
export async function withMilestonesLast<T>(db: Db, first: number, work: () => Promise<T>): Promise<T> {
  await sql`alter table user_subscriptions disable trigger keep_milestones_added`.execute(db);
  const result = await work();
  // Without statistics the periods of all clients would be compared with each other.
  await sql`analyze user_subscriptions`.execute(db);
  await sql`
    insert into client_milestones (user_id, day, kind, leads)
    select user_id, day, kind, leads from find_milestones() where user_id >= ${first}`.execute(db);
  await sql`alter table user_subscriptions enable trigger keep_milestones_added`.execute(db);
  return result;
}

/**
 * Inserts `count` users with their subscriptions, packages and payments, one statement for each table. Temporary tables
 * hold what is drawn with its ids first, so that every statement sees the same, and no statement reads the large tables.
 */
export async function insertSeededUsers(
  transaction: Db,
  { first, count, today, passwordHash }: Batch,
): Promise<SeedCounts> {
  await createSeededTables(transaction, { first, count, today });
  const users = await sql`
    insert into users (id, name, gender, username, phone, role, status, password_hash, email, notes, birth_date, age,
      height, weight, "suscriptionId", suscription_status, suscription_init, suscription_end, created_at, updated_at)
    overriding system value
    select id, name, gender, username, phone, 'CLIENT', active, ${passwordHash}, username || '@example.com', notes,
      birth_date, extract(year from age(${today}::date, birth_date)), height,
      round((height * height * bmi / 10000)::numeric, 1), plan_id, plan_id is not null and not switched_off,
      start_date, (start_date + make_interval(months => months))::date, joined_at, joined_at
    from seeded`.execute(transaction);
  const history = await sql`
    insert into user_subscriptions (id, user_id, subscription_id, start_date, end_date, anchor_day, status, payment_amount,
      payment_method, transaction_id, created_at)
    overriding system value
    select period_id, id, plan_id, term_start, (term_start + make_interval(months => months))::date,
      extract(day from term_start), case when term = terms then 'active' else 'expired' end, amount, method, reference, paid_at
    from seeded_terms`.execute(transaction);
  const packages = await sql`
    insert into user_packages (user_id, package_id, start_date, end_date, status, created_at)
    select id, package_id, joined, ends, ends > ${today}::date, joined_at from seeded_packages`.execute(transaction);
  const payments = await insertSeededPayments(transaction);
  await sql`drop table seeded, seeded_terms, seeded_packages`.execute(transaction);
  return {
    users: Number(users.numAffectedRows),
    history: Number(history.numAffectedRows),
    packages: Number(packages.numAffectedRows),
    payments,
  };
}

/** Terms and packages were paid for, and some users bought products; nothing where the catalogue is empty. */
async function insertSeededPayments(transaction: Db): Promise<number> {
  // Day and till are those that `complete_payment` would find, row by row, in half of the time of all of this.
  await sql`alter table payments disable trigger a_complete`.execute(transaction);
  const { numAffectedRows } = await sql`
    with offered as (select array_agg(id) as ids, nullif(count(*), 0)::int as number from products where price > 0),
    sold as (
      select t.id, 'subscription' as type, t.plan_id as item_id, t.amount, t.method, 'completed' as status, t.reference,
        p.title, t.period_id, t.paid_at
      from seeded_terms t join plans p on p.id = t.plan_id where t.amount > 0
      union all
      select id, 'package', package_id, amount, 'transferencia', 'completed', null, title, null, joined_at from seeded_packages
      union all
      select s.id, 'product', p.id, p.price, 'efectivo',
        case when s.id % 70 = 0 then 'pending' when s.id % 77 = 0 then 'failed' else 'completed' end, null, p.title, null,
        s.joined_at
      from seeded s cross join offered join products p on p.id = ids[1 + s.id % number] where s.id % 7 = 0
    )
    insert into payments (user_id, type, item_id, amount, payment_method, status, transaction_id, concept, period_id,
      created_at, paid_on, close_id)
    select sold.*, case when status = 'completed' then (paid_at at time zone ${BUSINESS_ZONE})::date end,
      case when status = 'completed' then (select id from till_closes where id = 0 and closed_at is null) end
    from sold order by paid_at`.execute(transaction);
  await sql`alter table payments enable trigger a_complete`.execute(transaction);
  return Number(numAffectedRows);
}

async function createSeededTables(transaction: Db, { first, count, today }: Omit<Batch, 'passwordHash'>) {
  // All that is drawn is drawn in order, so that the same numbers are always the same people.
  await sql`select setseed(${first}::float8 / 4294967296)`.execute(transaction);
  await sql`
    create temporary table seeded on commit drop as
    with drawn as materialized (
      select n, random() < 0.54 as woman, (power(random(), 1.3) * 500)::int + 1 as days_ago, random() as fate,
        1 + (random() * 1e6)::int as one, 1 + (random() * 1e6)::int as two, 1 + (random() * 1e6)::int as three,
        (power(random(), 1.3) * 50 * 365)::int as days_older, (random() + random() - 1) * 12 as taller,
        19 + random() * 12 as bmi
      from generate_series(${first}::int, ${first + count - 1}::int) n
    ), offered as (
      select array_agg(id order by id) as ids, array_agg(duration order by id) as months, count(*)::int as number
      from plans where status
    ), named as (
      select d.*, 1 + three % number as choice, offered.*,
        case when woman then (${[...womenNames]}::text[])[1 + one % ${womenNames.length}::int]
          else (${[...menNames]}::text[])[1 + one % ${menNames.length}::int] end as first_name,
        (${[...surnames]}::text[])[1 + two % ${surnames.length}::int] as last_name,
        case when woman then (${womenNames.map(toPlainLetters)}::text[])[1 + one % ${womenNames.length}::int]
          else (${menNames.map(toPlainLetters)}::text[])[1 + one % ${menNames.length}::int] end || '.'
          || (${surnames.map(toPlainLetters)}::text[])[1 + two % ${surnames.length}::int] || n as username,
        ${today}::date - days_ago as joined
      from drawn d cross join offered
    ), lived as (
      select *, months[choice] as term,
        -- Whole terms since joining; the last one begins before today.
        (extract(year from age(${today}::date - 1, joined)) * 12 + extract(month from age(${today}::date - 1, joined)))::int
          / months[choice] as whole
      from named
    ), complete as (
      select *, case when fate < 0.07 then null when fate < 0.25 then (whole * (fate - 0.07) / 0.18)::int else whole end as terms
      from lived
    )
    select nextval((select pg_get_serial_sequence('users', 'id')))::int as id,
      first_name || ' ' || last_name as name,
      case when fate > 0.992 then 'Unisex' when woman then 'Female' else 'Male' end as gender,
      username,
      (${[...phonePrefixes]}::text[])[1 + two % ${phonePrefixes.length}::int] || lpad((one % 10000)::text, 4, '0') as phone,
      case when two % 4 = 0 then (${[...clientNotes]}::text[])[1 + three % ${clientNotes.length}::int] else '' end as notes,
      ${today}::date - 16 * 366 - days_older as birth_date,
      round((case when woman then 163 else 176 end + taller)::numeric) as height, bmi,
      -- Who left long ago is mostly inactive.
      not (fate < 0.2 and days_ago > 240 and two % 3 > 0) as active,
      fate between 0.25 and 0.3 as switched_off,
      (joined + make_time(10 + one % 10, two % 60, 0)) at time zone ${BUSINESS_ZONE} as joined_at,
      case when terms is not null then ids[choice] end as plan_id,
      term as months, terms,
      case when terms is not null then (joined + make_interval(months => terms * term))::date end as start_date,
      joined
    from complete
    -- Of plain letters alone, the name is its own key.
    where not exists (select from users u where ${isNotDeleted} and u.username_key = complete.username)`.execute(
    transaction,
  );
  await sql`
    create temporary table seeded_terms on commit drop as
    select nextval((select pg_get_serial_sequence('user_subscriptions', 'id')))::int as period_id,
      s.id, s.plan_id, s.months, s.terms, term, begins as term_start, method,
      -- Prices rose by a tenth every four months.
      case when days_ago < 122 then p.amount else round(p.amount * power(0.9, days_ago / 122), -2) end as amount,
      case when method <> 'efectivo' then upper(left(method, 2)) || '-'
        || 10000000 + abs(hashint8(s.id::bigint * 64 + term)::bigint) % 80000000 end as reference,
      case when term = 0 then s.joined_at + interval '5 minutes'
        else (begins + make_time(8 + s.id % 12, s.id % 59, 0)) at time zone ${BUSINESS_ZONE} end as paid_at
    from seeded s
    join plans p on p.id = s.plan_id
    cross join generate_series(0, s.terms) term
    cross join lateral (select (s.joined + make_interval(months => term * s.months))::date as begins) started
    cross join lateral (
      select ${today}::date - begins as days_ago,
        (array['mercadopago', 'efectivo', 'tarjeta', 'transferencia'])[1 + (s.id + term / 3) % 4] as method
    ) paid`.execute(transaction);
  await sql`
    create temporary table seeded_packages on commit drop as
    with offered as (select array_agg(id) as ids, nullif(count(*), 0)::int as number from packages where status)
    select s.id, p.id as package_id, p.title, p.amount, s.joined, s.joined_at,
      (joined + case when p.duration_days in (30, 90, 180, 365) then make_interval(days => p.duration_days)
        else make_interval(months => p.duration_days) end)::date as ends
    from seeded s cross join offered join packages p on p.id = ids[1 + s.id % number]
    where s.id % 9 = 0`.execute(transaction);
}

export async function analyzeSeededTables(transaction: Db): Promise<void> {
  await sql`analyze ${sql.join(SEEDED_TABLES.map((table) => sql.table(table)))}`.execute(transaction);
}
