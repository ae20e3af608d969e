import { today } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import { openPasswords } from '#access/passwords';
import { fillDemo } from '#demo/fill-demo';
import { diskStore } from '#files/disk-store';
import { openUploads } from '#files/uploads';
import type { TestApp } from '#test/test-app';

const passwords = openPasswords();

/** Like a start with DEMO=1; its messages are added to `said`. */
export function fillDemoData(app: TestApp, said: string[] = [], uploads = openUploads(diskStore(app.folder))) {
  return fillDemo({ db: app.db, uploads, passwords, print: (line) => said.push(line), today: today() });
}

/** The number of rows per table. */
export async function countDemoRows(app: TestApp): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from levels) as levels, (select count(*) from training_types) as training_types,
      (select count(*) from machines) as machines, (select count(*) from body_parts) as body_parts,
      (select count(*) from product_categories) as product_categories,
      (select count(*) from diet_categories) as diet_categories, (select count(*) from products) as products,
      (select count(*) from plans) as plans, (select count(*) from exercises) as exercises,
      (select count(*) from diets) as diets, (select count(*) from trainings) as trainings,
      (select count(*) from packages) as packages, (select count(*) from users where role = 'ADMIN') as admins,
      (select count(*) from users where role = 'TRAINER') as trainers,
      (select count(*) from users where role = 'CLIENT') as clients`.execute(app.db);
  return rows[0]!;
}
