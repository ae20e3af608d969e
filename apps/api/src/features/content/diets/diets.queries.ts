import type { Diet, DietInput, DietPatch } from '@pulso/contract/content/diets';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Db } from '#db/database';
import { nestedStore } from '#db/nested-store';
import type { Store } from '#db/store';

const COLUMNS = [
  'd.id',
  'd.title',
  'd.category',
  'd.gender',
  'd.type_diet_id',
  'd.calories',
  'd.protein',
  'd.carbs',
  'd.fats',
  'd.portions',
  'd.total_time',
  'd.is_premium',
  'd.status',
  'd.ingredients',
  'd.instructions',
  'd.image_url',
  'd.created_at',
  'd.updated_at',
  'd.version',
] as const;

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

export function dietStore(db: Db): Store<Diet, DietInput, DietPatch> {
  return nestedStore<Diet, DietInput, DietPatch>(db, { table: 'diets', read: readDiets });
}
