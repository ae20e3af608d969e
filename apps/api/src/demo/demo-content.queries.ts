import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import type { IllustratedContent } from '#demo/demo-pictures';
import { recordsetOf } from '#demo/demo.queries';
import { libraryWriters } from '#features/content/trainings/library-trainings.queries';
import { writeLibrary } from '#features/content/library/write-library.queries';

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
  await writeLibrary(transaction, libraryWriters, content);
  await writePackages(transaction, content.packages);
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
