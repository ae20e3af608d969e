import {
  packages,
  includedProblems,
  INVALID_TRAININGS,
  type Package,
  type PackageInput,
  type PackagePatch,
} from '@pulso/contract/content/packages';
import type { FieldErrors } from '@pulso/contract/kit/envelope';
import { sql } from 'kysely';
import { jsonArrayFrom, jsonBuildObject, jsonObjectFrom } from 'kysely/helpers/postgres';
import { columnsOf } from '#db/stores/columns';
import type { Db } from '#db/schema/database';
import { nestedStore } from '#db/stores/nested-store';
import { lockExistingRows } from '#db/stores/references';
import { Refusal } from '#db/writes/refusal';

const COLUMNS = columnsOf('p', packages.row, ['level', 'package_trainings', 'package_diets']);

async function readPackages(db: Db, id?: number): Promise<Package[]> {
  return db
    .selectFrom('packages as p')
    .select(COLUMNS)
    .select((query) => [
      jsonObjectFrom(query.selectFrom('levels').select('levels.title').whereRef('levels.id', '=', 'p.level_id')).as(
        'level',
      ),
      jsonArrayFrom(
        query
          .selectFrom('package_trainings as link')
          .innerJoin('trainings as t', 't.id', 'link.training_id')
          .innerJoin('levels as l', 'l.id', 't.level_id')
          .innerJoin('training_types as type', 'type.id', 't.training_type_id')
          .select((link) => [
            'link.training_id',
            jsonBuildObject({
              id: link.ref('t.id'),
              title: link.ref('t.title'),
              level: jsonBuildObject({ title: link.ref('l.title') }),
              training_type: jsonBuildObject({ title: link.ref('type.title') }),
            }).as('training'),
          ])
          .whereRef('link.package_id', '=', 'p.id')
          .orderBy('link.order_index'),
      ).as('package_trainings'),
      jsonArrayFrom(
        query
          .selectFrom('package_diets as link')
          .innerJoin('diets as d', 'd.id', 'link.diet_id')
          .innerJoin('diet_categories as type', 'type.id', 'd.type_diet_id')
          .select((link) => [
            'link.diet_id',
            jsonBuildObject({
              id: link.ref('d.id'),
              title: link.ref('d.title'),
              category: link.ref('d.category'),
              // A diet has no description of its own.
              description: link.ref('type.description'),
            }).as('diet'),
          ])
          .whereRef('link.package_id', '=', 'p.id')
          .orderBy('link.order_index'),
      ).as('package_diets'),
    ])
    .$if(id !== undefined, (query) => query.where('p.id', '=', id ?? 0))
    .orderBy('p.id')
    .execute();
}

const trainingLinks = { table: 'package_trainings', column: 'training_id' } as const;
const dietLinks = { table: 'package_diets', column: 'diet_id' } as const;

export const packageStore = nestedStore<Package, PackageInput, PackagePatch>({
  table: 'packages',
  shows: ['levels', 'training_types', 'trainings', 'diet_categories', 'diets'],
  read: readPackages,
  parts: ['trainings', 'diets', 'free'],
  partsOf: ({ package_trainings, package_diets }) => ({
    trainings: package_trainings.map(({ training_id }) => training_id),
    diets: package_diets.map(({ diet_id }) => diet_id),
  }),
  saveParts: async (transaction, id, { trainings, diets }) => {
    if (!trainings && !diets) return;
    // Locked first, so that a concurrent delete waits and cannot deadlock with us.
    await requireExisting(transaction, { trainings, diets });
    if (trainings) await replaceLinks(transaction, trainingLinks, id, trainings);
    if (diets) await replaceLinks(transaction, dietLinks, id, diets);
    const problems = includedProblems(await findContents(transaction, id));
    if (problems) throw new Refusal(problems);
  },
});

type PackageContents = { trainings?: number[]; diets?: number[] };

async function requireExisting(db: Db, { trainings = [], diets = [] }: PackageContents): Promise<void> {
  const errors: FieldErrors = {};
  const existingTrainings = await lockExistingRows(db, 'trainings', trainings);
  if (await hasPersonalCopy(db, trainings)) errors.trainings = INVALID_TRAININGS;
  else if (existingTrainings.size < trainings.length) errors.trainings = 'Hay entrenamientos que no existen';
  const knownDiets = await lockExistingRows(db, 'diets', diets);
  if (knownDiets.size < diets.length) errors.diets = 'Hay dietas que no existen';
  if (Object.keys(errors).length > 0) throw new Refusal(errors);
}

async function hasPersonalCopy(db: Db, trainings: number[]): Promise<boolean> {
  const { rows } = await sql`
    select from trainings where id = any(${trainings}::int[]) and owner_id is not null limit 1`.execute(db);
  return rows.length > 0;
}

type Links = typeof trainingLinks | typeof dietLinks;

async function replaceLinks(db: Db, { table, column }: Links, packageId: number, ids: number[]): Promise<void> {
  await sql`delete from ${sql.table(table)} where package_id = ${packageId}`.execute(db);
  await sql`
    insert into ${sql.table(table)} (package_id, ${sql.ref(column)}, order_index)
    select ${packageId}, ordered.id, ordered.number
    from unnest(${ids}::int[]) with ordinality as ordered (id, number)`.execute(db);
}

async function findContents(db: Db, packageId: number): Promise<PackageContents> {
  const { rows } = await sql<PackageContents>`
    select array(select training_id from package_trainings where package_id = ${packageId}) as trainings,
           array(select diet_id from package_diets where package_id = ${packageId}) as diets`.execute(db);
  return rows[0] ?? {};
}
