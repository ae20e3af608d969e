import type { MyDiet } from '@pulso/contract/coaching/courses';
import { compareMeals } from '@pulso/contract/coaching/meals';
import { categoryName } from '../words';

export const DIETS_PATH = 'my/diets';

const OTHER_CATEGORY = 'Otras';

const keyOf = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Diets under their category: the day's meals first, then the others by name; in each by title. */
export function byCategory<Diet extends Pick<MyDiet, 'title' | 'category'>>(
  diets: readonly Diet[],
): { category: string; diets: Diet[] }[] {
  const groups = new Map<string, { category: string; diets: Diet[] }>();
  const named = diets.map((diet) => ({ ...diet, category: categoryName(diet.category) || OTHER_CATEGORY }));
  for (const diet of named.toSorted(compareMeals)) {
    const { category } = diet;
    const group = groups.get(keyOf(category)) ?? { category, diets: [] };
    group.diets.push(diet);
    groups.set(keyOf(category), group);
  }
  return [...groups.values()];
}
