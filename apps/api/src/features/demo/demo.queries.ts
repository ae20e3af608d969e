import { sql } from 'kysely';
import type { Db } from '#db/database';
import type { DemoBusiness } from '#features/demo/business';
import type { Illustrated } from '#features/demo/demo-pictures';

// Any constant will do, as long as every node uses the same one.
const DEMO_LOCK = 7_285_003;

/** No entity has a row; at most there is the administrator that the first start makes. */
export async function isEmptyDatabase(db: Db): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from levels) and not exists (select from training_types)
      and not exists (select from machines) and not exists (select from body_parts)
      and not exists (select from product_categories) and not exists (select from diet_categories)
      and not exists (select from products) and not exists (select from plans)
      and not exists (select from exercises) and not exists (select from diets)
      and not exists (select from trainings) and not exists (select from packages)
      and not exists (select from payments) and not exists (select from notifications)
      and not exists (select from users where role <> 'ADMIN' or deleted_at is not null)
      and (select count(*) from users) <= 1 as empty`.execute(db);
  return rows[0]!.empty;
}

/** One node at a time, for the seconds that drawing takes; whoever waited looks again. */
export async function lockDemo(transaction: Db): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
  await sql`set local lock_timeout = 0`.execute(transaction);
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`select pg_advisory_xact_lock(${DEMO_LOCK})`.execute(transaction);
}

export async function listUsernames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ username: string }>`select username from users`.execute(db);
  return rows.map(({ username }) => username);
}

/** A list as a table: `jsonb_to_recordset` gives its rows, `n` their order. */
const table = (rows: readonly object[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`;

export async function writeContent(transaction: Db, content: Illustrated): Promise<void> {
  await sql`
    insert into levels (title, description, status, cover_image, created_at, updated_at)
    select title, description, status, picture, created_at, updated_at
    from ${table(content.levels)} as r (n int, title text, description text, status boolean, picture text,
      created_at timestamptz, updated_at timestamptz)
    order by n`.execute(transaction);
  await sql`
    insert into training_types (title, status, image_url, created_at, updated_at)
    select title, status, picture, created_at, updated_at
    from ${table(content.trainingTypes)} as r (n int, title text, status boolean, picture text,
      created_at timestamptz, updated_at timestamptz)
    order by n`.execute(transaction);
  await sql`
    insert into machines (title, description, image_url, created_at, updated_at)
    select title, description, picture, created_at, updated_at
    from ${table(content.machines)} as r (n int, title text, description text, picture text,
      created_at timestamptz, updated_at timestamptz)
    order by n`.execute(transaction);
  await sql`
    insert into body_parts (title, status, image_url, created_at, updated_at)
    select title, status, picture, created_at, updated_at
    from ${table(content.bodyParts)} as r (n int, title text, status boolean, picture text,
      created_at timestamptz, updated_at timestamptz)
    order by n`.execute(transaction);
  await sql`
    insert into product_categories (title, image, created_at, updated_at)
    select title, picture, created_at, updated_at
    from ${table(content.productCategories)} as r (n int, title text, picture text,
      created_at timestamptz, updated_at timestamptz)
    order by n`.execute(transaction);
  await sql`
    insert into diet_categories (name, description, status, created_at, updated_at)
    select name, description, status, created_at, updated_at
    from ${table(content.dietCategories)} as r (n int, name text, description text, status boolean,
      created_at timestamptz, updated_at timestamptz)
    order by n`.execute(transaction);
  await sql`
    insert into plans (title, description, duration, amount, status, created_at, updated_at)
    select title, description, duration, amount, status, created_at, updated_at
    from ${table(content.plans)} as r (n int, title text, description text, duration int, amount numeric,
      status boolean, created_at timestamptz, updated_at timestamptz)
    order by n`.execute(transaction);
  await sql`
    insert into products (title, affiliate_link, price, category_id, is_featured, description, image, created_at,
      updated_at)
    select r.title, affiliate_link, price, c.id, is_featured, description, picture, r.created_at, r.updated_at
    from ${table(content.products)} as r (n int, title text, affiliate_link text, price numeric, category text,
      is_featured boolean, description text, picture text, created_at timestamptz, updated_at timestamptz)
    join product_categories c on c.title = r.category
    order by n`.execute(transaction);
  await writeExercises(transaction, content.exercises);
  await sql`
    insert into diets (title, category, gender, type_diet_id, calories, protein, carbs, fats, portions, total_time,
      is_premium, status, ingredients, instructions, image_url, created_at, updated_at)
    select title, category, gender, c.id, calories, protein, carbs, fats, portions, total_time, is_premium, r.status,
      ingredients, instructions, picture, r.created_at, r.updated_at
    from ${table(content.diets)} as r (n int, title text, category text, gender text, type text, calories numeric,
      protein numeric, carbs numeric, fats numeric, portions text, total_time text, is_premium boolean, status boolean,
      ingredients text, instructions text, picture text, created_at timestamptz, updated_at timestamptz)
    join diet_categories c on c.name = r.type
    order by n`.execute(transaction);
  await writeTrainings(transaction, content.trainings);
  await writePackages(transaction, content.packages);
}

async function writeExercises(transaction: Db, exercises: Illustrated['exercises']): Promise<void> {
  await sql`
    insert into exercises (title, description, tips, body_part_id, uses_machine, machine_id, image_url, video_url,
      status, created_at, updated_at)
    select r.title, r.description, tips, b.id, m.id is not null, m.id, picture, video_url, r.status, r.created_at,
      r.updated_at
    from ${table(exercises)} as r (n int, title text, description text, tips text, part text, machine text,
      picture text, video_url text, status boolean, created_at timestamptz, updated_at timestamptz)
    join body_parts b on b.title = r.part
    left join machines m on m.title = r.machine
    order by n`.execute(transaction);
  await sql`
    insert into exercise_sets (exercise_id, set_number, reps, duration_seconds, weight, rest_seconds, updated_at)
    select e.id, s.number, (s.set ->> 'reps')::int, (s.set ->> 'duration_seconds')::int, (s.set ->> 'weight')::numeric,
      (s.set ->> 'rest_seconds')::int, e.updated_at
    from ${table(exercises)} as r (n int, title text, sets jsonb)
    join exercises e on e.title = r.title
    cross join jsonb_array_elements(r.sets) with ordinality as s (set, number)
    order by n, s.number`.execute(transaction);
}

async function writeTrainings(transaction: Db, trainings: Illustrated['trainings']): Promise<void> {
  await sql`
    insert into trainings (title, description, level_id, training_type_id, gender, is_premium, status, cover_image,
      created_at, updated_at)
    select r.title, r.description, l.id, t.id, gender, is_premium, r.status, picture, r.created_at, r.updated_at
    from ${table(trainings)} as r (n int, title text, description text, level text, type text, gender text,
      is_premium boolean, status boolean, picture text, created_at timestamptz, updated_at timestamptz)
    join levels l on l.title = r.level
    join training_types t on t.title = r.type
    order by n`.execute(transaction);
  await sql`
    insert into training_days (training_id, day_number, is_rest_day, title, description)
    select t.id, d.number, (d.day ->> 'is_rest_day')::boolean, d.day ->> 'title', d.day ->> 'description'
    from ${table(trainings)} as r (n int, title text, days jsonb)
    join trainings t on t.title = r.title
    cross join jsonb_array_elements(r.days) with ordinality as d (day, number)
    order by n, d.number`.execute(transaction);
  await sql`
    insert into training_day_exercises (training_day_id, exercise_id, order_index)
    select td.id, e.id, x.number
    from ${table(trainings)} as r (n int, title text, days jsonb)
    join trainings t on t.title = r.title
    cross join jsonb_array_elements(r.days) with ordinality as d (day, number)
    cross join jsonb_array_elements_text(d.day -> 'exercises') with ordinality as x (title, number)
    join training_days td on td.training_id = t.id and td.day_number = d.number
    join exercises e on e.title = x.title
    order by n, d.number, x.number`.execute(transaction);
}

async function writePackages(transaction: Db, packages: Illustrated['packages']): Promise<void> {
  await sql`
    insert into packages (title, description, duration_days, amount, status, gender, level_id, created_at, updated_at)
    select r.title, r.description, duration, amount, r.status, gender, l.id, r.created_at, r.updated_at
    from ${table(packages)} as r (n int, title text, description text, duration int, amount numeric, status boolean,
      gender text, level text, created_at timestamptz, updated_at timestamptz)
    join levels l on l.title = r.level
    order by n`.execute(transaction);
  await sql`
    insert into package_trainings (package_id, training_id, order_index)
    select p.id, t.id, i.number
    from ${table(packages)} as r (title text, trainings jsonb)
    join packages p on p.title = r.title
    cross join jsonb_array_elements_text(r.trainings) with ordinality as i (title, number)
    join trainings t on t.title = i.title`.execute(transaction);
  await sql`
    insert into package_diets (package_id, diet_id, order_index)
    select p.id, d.id, i.number
    from ${table(packages)} as r (title text, diets jsonb)
    join packages p on p.title = r.title
    cross join jsonb_array_elements_text(r.diets) with ordinality as i (title, number)
    join diets d on d.title = i.title`.execute(transaction);
}

/** All share a password that nobody knows, not even this program a moment later. */
export async function writePeople(transaction: Db, people: DemoBusiness, passwordHash: string): Promise<void> {
  await sql`
    insert into users (name, gender, username, phone, role, status, password_hash, email, profile_image, notes,
      birth_date, age, height, weight, "suscriptionId", suscription_status, suscription_init, suscription_end,
      created_at, updated_at)
    select name, gender, username, phone, role, r.status, ${passwordHash}, email, picture, notes, birth_date, age,
      height, weight, p.id, suscription_status, suscription_init, suscription_end, r.created_at, r.created_at
    from ${table(people.users)} as r (name text, gender text, username text, phone text, role text, status boolean,
      email text, picture text, notes text, birth_date date, age int, height numeric, weight numeric, plan text,
      suscription_status boolean, suscription_init date, suscription_end date, created_at timestamptz)
    left join plans p on p.title = r.plan
    order by r.created_at, username`.execute(transaction);
  await sql`
    insert into user_subscriptions (user_id, subscription_id, start_date, end_date, status, payment_amount,
      payment_method, transaction_id, notes, created_at)
    select u.id, p.id, start_date, end_date, r.status, payment_amount, payment_method, transaction_id, r.notes,
      r.created_at
    from ${table(people.history)} as r (username text, plan text, start_date date, end_date date, status text,
      payment_amount numeric, payment_method text, transaction_id text, notes text, created_at timestamptz)
    join users u on u.username = r.username
    join plans p on p.title = r.plan
    order by r.created_at, r.start_date`.execute(transaction);
  await sql`
    insert into user_packages (user_id, package_id, start_date, end_date, status, created_at)
    select u.id, p.id, start_date, end_date, r.status, r.created_at
    from ${table(people.packages)} as r (username text, package text, start_date date, end_date date, status boolean,
      created_at timestamptz)
    join users u on u.username = r.username
    join packages p on p.title = r.package
    order by r.created_at`.execute(transaction);
  await sql`
    insert into payments (user_id, type, item_id, amount, payment_method, status, transaction_id, payment_url,
      created_at)
    select u.id, type, coalesce(s.id, p.id, o.id, 0), r.amount, payment_method, r.status, transaction_id, payment_url,
      r.created_at
    from ${table(people.payments)} as r (username text, type text, item text, amount numeric, payment_method text,
      status text, transaction_id text, payment_url text, created_at timestamptz)
    join users u on u.username = r.username
    left join plans s on r.type = 'subscription' and s.title = r.item
    left join packages p on r.type = 'package' and p.title = r.item
    left join products o on r.type = 'product' and o.title = r.item
    order by r.created_at`.execute(transaction);
}
