import { diets, type Diet, type DietInput, type DietPatch } from '@pulso/contract/content/diets';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { columnsOf } from '#db/stores/columns';
import type { Db } from '#db/schema/database';
import { nestedStore } from '#db/stores/nested-store';

const COLUMNS = columnsOf('d', diets.row, ['type_diet', 'packages']);

async function readDiets(db: Db, id?: number): Promise<Diet[]> {
  return db
    .selectFrom('diets as d')
    .select(COLUMNS)
    .select((query) => [
      jsonObjectFrom(
        query
          .selectFrom('diet_categories as type')
          .select(['type.name', 'type.description'])
          .whereRef('type.id', '=', 'd.type_diet_id'),
      ).as('type_diet'),
      jsonArrayFrom(
        query
          .selectFrom('package_diets as link')
          .innerJoin('packages as p', 'p.id', 'link.package_id')
          .select(['p.id', 'p.title'])
          .whereRef('link.diet_id', '=', 'd.id')
          .orderBy('p.id'),
      ).as('packages'),
    ])
    .$if(id !== undefined, (query) => query.where('d.id', '=', id ?? 0))
    .orderBy('d.id')
    .execute();
}

export const dietStore = nestedStore<Diet, DietInput, DietPatch>({
  table: 'diets',
  shows: ['diet_categories', 'packages'],
  read: readDiets,
});
