import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import type { IllustratedContent } from '#demo/demo-pictures';
import { recordsetOf } from '#demo/demo.queries';

export async function writeContent(transaction: Db, content: IllustratedContent): Promise<void> {
  await sql`
    insert into levels (title, description, status, cover_image, created_at, updated_at)
    select title, description, status, picture, created_at, updated_at
    from ${recordsetOf(content.levels)} as r (n int, title text, description text, status boolean, picture text,
      created_at timestamptz, updated_at timestamptz)
    order by n`.execute(transaction);
  await sql`
    insert into training_types (title, status, image_url, created_at, updated_at)
    select title, status, picture, created_at, updated_at
    from ${recordsetOf(content.trainingTypes)} as r (n int, title text, status boolean, picture text,
      created_at timestamptz, updated_at timestamptz)
    order by n`.execute(transaction);
  await sql`
    insert into machines (title, description, image_url, created_at, updated_at)
    select title, description, picture, created_at, updated_at
    from ${recordsetOf(content.machines)} as r (n int, title text, description text, picture text,
      created_at timestamptz, updated_at timestamptz)
    order by n`.execute(transaction);
  await sql`
    insert into body_parts (title, status, image_url, created_at, updated_at)
    select title, status, picture, created_at, updated_at
    from ${recordsetOf(content.bodyParts)} as r (n int, title text, status boolean, picture text,
      created_at timestamptz, updated_at timestamptz)
    order by n`.execute(transaction);
  await sql`
    insert into product_categories (title, image, created_at, updated_at)
    select title, picture, created_at, updated_at
    from ${recordsetOf(content.productCategories)} as r (n int, title text, picture text,
      created_at timestamptz, updated_at timestamptz)
    order by n`.execute(transaction);
  await sql`
    insert into diet_categories (name, description, status, created_at, updated_at)
    select name, description, status, created_at, updated_at
    from ${recordsetOf(content.dietCategories)} as r (n int, name text, description text, status boolean,
      created_at timestamptz, updated_at timestamptz)
    order by n`.execute(transaction);
  await sql`
    insert into plans (title, description, duration, amount, status, created_at, updated_at)
    select title, description, duration, amount, status, created_at, updated_at
    from ${recordsetOf(content.plans)} as r (n int, title text, description text, duration int, amount numeric,
      status boolean, created_at timestamptz, updated_at timestamptz)
    order by n`.execute(transaction);
  await sql`
    insert into products (title, affiliate_link, price, category_id, is_featured, description, image, created_at,
      updated_at)
    select r.title, affiliate_link, price, c.id, is_featured, description, picture, r.created_at, r.updated_at
    from ${recordsetOf(content.products)} as r (n int, title text, affiliate_link text, price numeric, category text,
      is_featured boolean, description text, picture text, created_at timestamptz, updated_at timestamptz)
    join product_categories c on c.title = r.category
    order by n`.execute(transaction);
  await writeExercises(transaction, content.exercises);
  await sql`
    insert into diets (title, category, gender, type_diet_id, calories, protein, carbs, fats, portions, total_time,
      is_premium, status, ingredients, instructions, image_url, created_at, updated_at)
    select title, category, gender, c.id, calories, protein, carbs, fats, portions, total_time, is_premium, r.status,
      ingredients, instructions, picture, r.created_at, r.updated_at
    from ${recordsetOf(content.diets)} as r (n int, title text, category text, gender text, type text, calories numeric,
      protein numeric, carbs numeric, fats numeric, portions text, total_time text, is_premium boolean, status boolean,
      ingredients text, instructions text, picture text, created_at timestamptz, updated_at timestamptz)
    join diet_categories c on c.name = r.type
    order by n`.execute(transaction);
  await writeTrainings(transaction, content.trainings);
  await writePackages(transaction, content.packages);
}

async function writeExercises(transaction: Db, exercises: IllustratedContent['exercises']): Promise<void> {
  await sql`
    insert into exercises (title, description, tips, body_part_id, uses_machine, machine_id, image_url, video_url,
      status, created_at, updated_at)
    select r.title, r.description, tips, b.id, m.id is not null, m.id, picture, video_url, r.status, r.created_at,
      r.updated_at
    from ${recordsetOf(exercises)} as r (n int, title text, description text, tips text, part text, machine text,
      picture text, video_url text, status boolean, created_at timestamptz, updated_at timestamptz)
    join body_parts b on b.title = r.part
    left join machines m on m.title = r.machine
    order by n`.execute(transaction);
  await sql`
    insert into exercise_sets (exercise_id, set_number, reps, duration_seconds, weight, rest_seconds, updated_at)
    select e.id, s.number, (s.set ->> 'reps')::int, (s.set ->> 'duration_seconds')::int, (s.set ->> 'weight')::numeric,
      (s.set ->> 'rest_seconds')::int, e.updated_at
    from ${recordsetOf(exercises)} as r (n int, title text, sets jsonb)
    join exercises e on e.title = r.title
    cross join jsonb_array_elements(r.sets) with ordinality as s (set, number)
    order by n, s.number`.execute(transaction);
}

async function writeTrainings(transaction: Db, trainings: IllustratedContent['trainings']): Promise<void> {
  await sql`
    insert into trainings (title, description, level_id, training_type_id, gender, is_premium, status, cover_image,
      created_at, updated_at)
    select r.title, r.description, l.id, t.id, gender, is_premium, r.status, picture, r.created_at, r.updated_at
    from ${recordsetOf(trainings)} as r (n int, title text, description text, level text, type text, gender text,
      is_premium boolean, status boolean, picture text, created_at timestamptz, updated_at timestamptz)
    join levels l on l.title = r.level
    join training_types t on t.title = r.type
    order by n`.execute(transaction);
  await sql`
    insert into training_days (training_id, day_number, is_rest_day, title, description)
    select t.id, d.number, (d.day ->> 'is_rest_day')::boolean, d.day ->> 'title', d.day ->> 'description'
    from ${recordsetOf(trainings)} as r (n int, title text, days jsonb)
    join trainings t on t.title = r.title
    cross join jsonb_array_elements(r.days) with ordinality as d (day, number)
    order by n, d.number`.execute(transaction);
  await sql`
    insert into training_day_exercises (training_day_id, exercise_id, order_index, sets, superset, note)
    select td.id, e.id, x.number, nullif(x.place -> 'sets', 'null'), (x.place ->> 'superset')::boolean, x.place ->> 'note'
    from ${recordsetOf(trainings)} as r (n int, title text, days jsonb)
    join trainings t on t.title = r.title
    cross join jsonb_array_elements(r.days) with ordinality as d (day, number)
    cross join jsonb_array_elements(d.day -> 'exercises') with ordinality as x (place, number)
    join training_days td on td.training_id = t.id and td.day_number = d.number
    join exercises e on e.title = x.place ->> 'title'
    order by n, d.number, x.number`.execute(transaction);
}

async function writePackages(transaction: Db, packages: IllustratedContent['packages']): Promise<void> {
  await sql`
    insert into packages (title, description, duration_days, amount, status, gender, level_id, created_at, updated_at)
    select r.title, r.description, duration, amount, r.status, gender, l.id, r.created_at, r.updated_at
    from ${recordsetOf(packages)} as r (n int, title text, description text, duration int, amount numeric, status boolean,
      gender text, level text, created_at timestamptz, updated_at timestamptz)
    join levels l on l.title = r.level
    order by n`.execute(transaction);
  await sql`
    insert into package_trainings (package_id, training_id, order_index)
    select p.id, t.id, i.number
    from ${recordsetOf(packages)} as r (title text, trainings jsonb)
    join packages p on p.title = r.title
    cross join jsonb_array_elements_text(r.trainings) with ordinality as i (title, number)
    join trainings t on t.title = i.title`.execute(transaction);
  await sql`
    insert into package_diets (package_id, diet_id, order_index)
    select p.id, d.id, i.number
    from ${recordsetOf(packages)} as r (title text, diets jsonb)
    join packages p on p.title = r.title
    cross join jsonb_array_elements_text(r.diets) with ordinality as i (title, number)
    join diets d on d.title = i.title`.execute(transaction);
}
